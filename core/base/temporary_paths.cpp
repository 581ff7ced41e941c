// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/temporary_paths.h"

#include <atomic>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <random>
#include <string_view>
#include <sys/syscall.h>
#include <unistd.h>

namespace quantiscope {

namespace {

enum class Use
{
    Free,
    Changing,
    Ready,
};

// A signal handler may read nothing but lock-free atomics and memory that they guard.
static_assert(std::atomic<Use>::is_always_lock_free);

struct Slot
{
    std::atomic<Use> use = Use::Free;
    char path[1024];
};

constexpr std::size_t kSlots = 32;
Slot g_slots[kSlots];

/// What getdents64 gives; the C library's readdir may allocate memory, which a signal handler must not.
struct DirectoryEntry
{
    std::uint64_t inode;
    std::int64_t offset;
    unsigned short length;
    unsigned char type;
    char name[1];
};

void removeContent(int folder, int deepest) noexcept
{
    alignas(DirectoryEntry) char buffer[2048];
    for (;;) {
        const long size = ::syscall(SYS_getdents64, folder, buffer, sizeof buffer);
        if (size <= 0)
            return;
        for (long at = 0; at < size;) {
            const auto* entry = reinterpret_cast<const DirectoryEntry*>(buffer + at);
            at += entry->length;
            if (std::strcmp(entry->name, ".") == 0 || std::strcmp(entry->name, "..") == 0)
                continue;
            if (::unlinkat(folder, entry->name, 0) == 0 || deepest == 0)
                continue;
            const int inner = ::openat(folder, entry->name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
            if (inner < 0)
                continue;
            removeContent(inner, deepest - 1);
            ::close(inner);
            ::unlinkat(folder, entry->name, AT_REMOVEDIR);
        }
    }
}

void removePath(const char* path) noexcept
{
    constexpr int kDeepest = 4;
    if (::unlink(path) == 0)
        return;
    const int folder = ::open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder < 0)
        return;
    removeContent(folder, kDeepest);
    ::close(folder);
    ::rmdir(path);
}

} // namespace

TemporaryPath::TemporaryPath(const std::string& path) : m_slot(kSlots)
{
    for (std::size_t i = 0; i < kSlots && path.size() < sizeof Slot::path; ++i) {
        Use expected = Use::Free;
        if (!g_slots[i].use.compare_exchange_strong(expected, Use::Changing))
            continue;
        std::memcpy(g_slots[i].path, path.c_str(), path.size() + 1);
        g_slots[i].use.store(Use::Ready);
        m_slot = i;
        return;
    }
}

TemporaryPath::~TemporaryPath()
{
    if (m_slot < kSlots)
        g_slots[m_slot].use.store(Use::Free);
}

void removeTemporaryPaths() noexcept
{
    for (Slot& slot : g_slots) {
        if (slot.use.load() == Use::Ready)
            removePath(slot.path);
    }
}

std::string randomSuffix(std::size_t count)
{
    constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    std::random_device random;
    std::uniform_int_distribution<std::size_t> choice(0, kLetters.size() - 1);
    std::string suffix;
    for (std::size_t i = 0; i < count; ++i)
        suffix += kLetters[choice(random)];
    return suffix;
}

} // namespace quantiscope
