// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file_io.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fstream>
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

/// Opens @p path for reading and tells its size; a folder or a device is refused.
Result<std::unique_ptr<Descriptor>> openRegularFile(const fs::path& path, ErrorCode code, std::size_t& size)
{
    // O_NONBLOCK: opening a named pipe must not wait for a writer.
    auto descriptor = std::make_unique<Descriptor>(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (descriptor->get() < 0)
        return unreadable(path, code, errno);
    struct stat status = {};
    if (::fstat(descriptor->get(), &status) != 0)
        return unreadable(path, code, errno);
    if (S_ISDIR(status.st_mode))
        return Error{code, "'" + path.string() + "' is a folder, a file is needed.", path.string()};
    if (!S_ISREG(status.st_mode))
        return Error{code, "'" + path.string() + "' is not a regular file.", path.string()};
    size = static_cast<std::size_t>(status.st_size);
    return descriptor;
}

Error notWritten(const fs::path& path, const std::string& reason)
{
    return {ErrorCode::DiskError, "Cannot write '" + path.string() + "': " + reason + ".", path.string()};
}

void syncFile(const fs::path& path)
{
    const Descriptor descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (descriptor.get() >= 0)
        ::fsync(descriptor.get());
}

} // namespace

Result<std::shared_ptr<const MappedFile>> MappedFile::open(const fs::path& path, ErrorCode code)
{
    std::size_t size = 0;
    auto descriptor = openRegularFile(path, code, size);
    if (!descriptor)
        return descriptor.error();
    std::shared_ptr<MappedFile> file(new MappedFile);
    if (size > 0) {
        void* address = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, (*descriptor)->get(), 0);
        if (address == MAP_FAILED)
            return unreadable(path, code, errno);
        file->m_bytes = {static_cast<const std::byte*>(address), size};
    }
    return std::shared_ptr<const MappedFile>(std::move(file));
}

MappedFile::~MappedFile()
{
    if (!m_bytes.empty())
        ::munmap(const_cast<std::byte*>(m_bytes.data()), m_bytes.size());
}

Result<std::string> readTextFile(const fs::path& path, ErrorCode code, std::size_t limit)
{
    std::size_t size = 0;
    auto descriptor = openRegularFile(path, code, size);
    if (!descriptor)
        return descriptor.error();
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

Result<void> writeFileAtomically(const fs::path& path, const std::function<Result<void>(std::ostream&)>& write)
{
    std::error_code ec;
    if (fs::is_directory(path, ec))
        return notWritten(path, "it is a folder");
    const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    fs::create_directories(folder, ec);
    if (ec)
        return notWritten(path, "its folder cannot be made: " + ec.message());

    std::string temporary = (folder / ("." + path.filename().string() + ".XXXXXX")).string();
    {
        const Descriptor created(::mkostemp(temporary.data(), O_CLOEXEC));
        if (created.get() < 0)
            return notWritten(path, std::strerror(errno));
        // mkostemp makes a private file; the result gets the rights that any new file would have.
        const mode_t mask = ::umask(0);
        ::umask(mask);
        ::fchmod(created.get(), 0666 & ~mask);
    }
    const auto discard = [&temporary] { ::unlink(temporary.c_str()); };

    {
        std::ofstream stream(temporary, std::ios::binary | std::ios::trunc);
        if (!stream) {
            discard();
            return notWritten(path, std::strerror(errno));
        }
        const Result<void> written = write(stream);
        if (!written) {
            discard();
            return written.error();
        }
        stream.flush();
        if (!stream) {
            const int reason = errno;
            discard();
            return notWritten(path, reason ? std::strerror(reason) : "the disk is full or failed");
        }
    }
    syncFile(temporary);
    fs::rename(temporary, path, ec);
    if (ec) {
        discard();
        return notWritten(path, ec.message());
    }
    return {};
}

Result<void> writeTextFileAtomically(const fs::path& path, const std::string& text)
{
    return writeFileAtomically(path, [&text](std::ostream& stream) -> Result<void> {
        stream.write(text.data(), static_cast<std::streamsize>(text.size()));
        return {};
    });
}

Result<std::unique_ptr<TemporaryFolder>> TemporaryFolder::create()
{
    std::error_code ec;
    const fs::path base = fs::temp_directory_path(ec);
    std::string name = (base / "quantiscope.XXXXXX").string();
    if (ec || !::mkdtemp(name.data()))
        return Error{ErrorCode::DiskError, "No temporary folder can be made in '" + base.string() + "'.",
                     base.string()};
    std::unique_ptr<TemporaryFolder> folder(new TemporaryFolder);
    folder->m_path = name;
    return folder;
}

TemporaryFolder::~TemporaryFolder()
{
    std::error_code ec;
    fs::remove_all(m_path, ec);
}

} // namespace quantiscope
