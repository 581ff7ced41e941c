// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file_io.h"

#include "core/base/temporary_paths.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <map>
#include <mutex>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace quantiscope {

namespace fs = std::filesystem;

namespace {

/// A file descriptor that closes itself.
class Descriptor
{
public:
    explicit Descriptor(int fd) : m_fd(fd) { }
    ~Descriptor()
    {
        if (m_fd >= 0)
            ::close(m_fd);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    [[nodiscard]] int get() const { return m_fd; }

private:
    int m_fd;
};

Error unreadable(const fs::path& path, ErrorCode code, int reason)
{
    if (reason == ENOENT || reason == ENOTDIR)
        return {code, "File '" + path.string() + "' does not exist.", path.string()};
    if (reason == EACCES || reason == EPERM)
        return {code, "File '" + path.string() + "' is not readable: permission denied.", path.string()};
    return {code, "File '" + path.string() + "' cannot be read: " + std::strerror(reason) + ".", path.string()};
}

/// Opens @p path for reading and tells about it; a folder or a device is refused.
Result<std::unique_ptr<Descriptor>> openRegularFile(const fs::path& path, ErrorCode code, struct stat& status)
{
    // O_NONBLOCK: opening a named pipe must not wait for a writer.
    auto descriptor = std::make_unique<Descriptor>(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (descriptor->get() < 0)
        return unreadable(path, code, errno);
    if (::fstat(descriptor->get(), &status) != 0)
        return unreadable(path, code, errno);
    if (S_ISDIR(status.st_mode))
        return Error{code, "'" + path.string() + "' is a folder, a file is needed.", path.string()};
    if (!S_ISREG(status.st_mode))
        return Error{code, "'" + path.string() + "' is not a regular file.", path.string()};
    return descriptor;
}

/// The files that are mapped at present, by device and inode, with the number of their mappings.
class MappedIdentities
{
public:
    using Identity = std::pair<dev_t, ino_t>;

    void add(const Identity& file)
    {
        const std::lock_guard lock(m_mutex);
        ++m_counts[file];
    }
    void remove(const Identity& file)
    {
        const std::lock_guard lock(m_mutex);
        if (--m_counts[file] == 0)
            m_counts.erase(file);
    }
    [[nodiscard]] bool contains(const Identity& file)
    {
        const std::lock_guard lock(m_mutex);
        return m_counts.contains(file);
    }

private:
    std::mutex m_mutex;
    std::map<Identity, std::size_t> m_counts;
};

MappedIdentities& mappedIdentities()
{
    static MappedIdentities identities;
    return identities;
}

} // namespace

Result<std::shared_ptr<const MappedFile>> MappedFile::open(const fs::path& path, ErrorCode code)
{
    struct stat status = {};
    auto descriptor = openRegularFile(path, code, status);
    if (!descriptor)
        return descriptor.error();
    const auto size = static_cast<std::size_t>(status.st_size);
    std::shared_ptr<MappedFile> file(new MappedFile);
    if (size > 0) {
        void* address = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, (*descriptor)->get(), 0);
        if (address == MAP_FAILED)
            return unreadable(path, code, errno);
        file->m_bytes = {static_cast<const std::byte*>(address), size};
        file->m_device = status.st_dev;
        file->m_inode = status.st_ino;
        mappedIdentities().add({file->m_device, file->m_inode});
    }
    return std::shared_ptr<const MappedFile>(std::move(file));
}

MappedFile::~MappedFile()
{
    if (m_bytes.empty())
        return;
    mappedIdentities().remove({m_device, m_inode});
    ::munmap(const_cast<std::byte*>(m_bytes.data()), m_bytes.size());
}

bool isMapped(const fs::path& path)
{
    struct stat status = {};
    return ::stat(path.c_str(), &status) == 0 && mappedIdentities().contains({status.st_dev, status.st_ino});
}

Result<std::string> readTextFile(const fs::path& path, ErrorCode code, std::size_t limit)
{
    struct stat status = {};
    auto descriptor = openRegularFile(path, code, status);
    if (!descriptor)
        return descriptor.error();
    const auto size = static_cast<std::size_t>(status.st_size);
    if (size > limit) {
        return Error{code,
                     "File '" + path.string() + "' has " + std::to_string(size) + " bytes, at most "
                         + std::to_string(limit) + " are expected here.",
                     path.string()};
    }
    std::string text(size, '\0');
    std::size_t done = 0;
    while (done < size) {
        const ssize_t count = ::read((*descriptor)->get(), text.data() + done, size - done);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return unreadable(path, code, errno);
        if (count == 0)
            break;
        done += static_cast<std::size_t>(count);
    }
    text.resize(done);
    return text;
}

Result<std::unique_ptr<TemporaryFolder>> TemporaryFolder::create()
{
    constexpr int kAttempts = 100;
    std::error_code ec;
    const fs::path base = fs::temp_directory_path(ec);
    if (ec) {
        const char* variable = std::getenv("TMPDIR");
        const std::string named = variable ? variable : "/tmp";
        return Error{ErrorCode::DiskError,
                     "No temporary folder can be made in '" + named + "': it is not a folder. "
                         + (variable ? "Set TMPDIR to a folder that exists." : "Make it, or set TMPDIR to a folder."),
                     named};
    }
    std::unique_ptr<TemporaryFolder> folder(new TemporaryFolder);
    int reason = EEXIST;
    for (int i = 0; i < kAttempts && reason == EEXIST; ++i) {
        const std::string name = (base / ("quantiscope." + randomSuffix())).string();
        folder->m_remembered = std::make_unique<TemporaryPath>(name);
        if (::mkdir(name.c_str(), 0700) == 0) {
            folder->m_path = name;
            return folder;
        }
        reason = errno;
    }
    return Error{ErrorCode::DiskError,
                 "No temporary folder can be made in '" + base.string() + "': " + std::strerror(reason) + ".",
                 base.string()};
}

TemporaryFolder::TemporaryFolder() = default;

TemporaryFolder::~TemporaryFolder()
{
    std::error_code ec;
    if (!m_path.empty())
        fs::remove_all(m_path, ec);
}

} // namespace quantiscope
