// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file_io.h"

#include "core/base/temporary_paths.h"

#include <array>
#include <cerrno>
#include <climits>
#include <cstring>
#include <fcntl.h>
#include <ostream>
#include <streambuf>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace quantiscope {

namespace fs = std::filesystem;

namespace {

Error notWritten(const fs::path& path, const std::string& reason)
{
    return {ErrorCode::DiskError, "Cannot write '" + path.string() + "': " + reason + ".", path.string()};
}

Error notWritten(const fs::path& path, int reason)
{
    return notWritten(path, reason != 0 ? std::strerror(reason) : "the disk is full or failed");
}

Result<void> checkFileName(const fs::path& path, const fs::file_status& status)
{
    if (fs::is_directory(status))
        return notWritten(path, "it is a folder");
    return path.has_filename() ? Result<void>() : notWritten(path, "it is a folder's name, not a file's");
}

/// Writes to a descriptor that it owns, and keeps the reason of the first failure.
class OutputDescriptor final : public std::streambuf
{
public:
    explicit OutputDescriptor(int fd) : m_fd(fd) { setp(m_buffer.data(), m_buffer.data() + m_buffer.size()); }
    ~OutputDescriptor() override
    {
        if (m_fd >= 0)
            ::close(m_fd);
    }

    /// errno of the first failed call, 0 when none failed.
    [[nodiscard]] int reason() const { return m_reason; }

    /// Waits until the disk has everything. Pipes and some file systems know nothing of that.
    void synchronize()
    {
        if (::fsync(m_fd) != 0 && errno != EINVAL && errno != ENOSYS && errno != EOPNOTSUPP)
            fail(errno);
    }

    /// Some file systems tell only here that the content did not fit.
    void close()
    {
        if (::close(std::exchange(m_fd, -1)) != 0 && errno != EINTR)
            fail(errno);
    }

protected:
    int sync() override { return writeOut(pbase(), pptr() - pbase()) ? 0 : -1; }

    int_type overflow(int_type next) override
    {
        if (!writeOut(pbase(), pptr() - pbase()))
            return traits_type::eof();
        if (!traits_type::eq_int_type(next, traits_type::eof()))
            sputc(traits_type::to_char_type(next));
        return traits_type::not_eof(next);
    }

    std::streamsize xsputn(const char* bytes, std::streamsize count) override
    {
        if (count < epptr() - pptr())
            return std::streambuf::xsputn(bytes, count);
        // Weights are large: no detour through the buffer.
        return sync() == 0 && writeOut(bytes, count) ? count : 0;
    }

private:
    void fail(int reason)
    {
        if (m_reason == 0)
            m_reason = reason;
    }

    bool writeOut(const char* bytes, std::streamsize count)
    {
        while (count > 0) {
            const ssize_t written = ::write(m_fd, bytes, static_cast<std::size_t>(count));
            if (written < 0 && errno == EINTR)
                continue;
            if (written <= 0) {
                fail(written < 0 ? errno : EIO);
                return false;
            }
            bytes += written;
            count -= written;
        }
        setp(m_buffer.data(), m_buffer.data() + m_buffer.size());
        return true;
    }

    int m_fd;
    int m_reason = 0;
    std::array<char, std::size_t(64) << 10> m_buffer;
};

/// A new file with a name of its own, which is removed unless it is renamed.
class TemporaryFile
{
public:
    /// A file beside @p target, or the reason (errno) why none can be made.
    static std::unique_ptr<TemporaryFile> create(const fs::path& target, int& reason)
    {
        constexpr int kAttempts = 100;
        constexpr std::size_t kSuffix = 6;
        // A name that leaves no room for more gets a short one, as long as it is a possible name at all.
        const std::string name = target.filename().string();
        if (name.size() > NAME_MAX) {
            reason = ENAMETOOLONG;
            return nullptr;
        }
        const std::string stem = "." + (name.size() + kSuffix + 2 > NAME_MAX ? "quantiscope" : name) + ".";
        for (int i = 0; i < kAttempts; ++i) {
            std::unique_ptr<TemporaryFile> file(
                new TemporaryFile((target.parent_path() / (stem + randomSuffix(kSuffix))).string()));
            file->m_fd = ::open(file->m_path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
            reason = errno;
            if (file->m_fd >= 0)
                return file;
            file->m_path.clear();
            if (reason != EEXIST)
                break;
        }
        return nullptr;
    }

    ~TemporaryFile()
    {
        if (m_fd >= 0)
            ::close(m_fd);
        if (!m_path.empty())
            ::unlink(m_path.c_str());
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    /// The open file; the caller closes it.
    [[nodiscard]] int releaseDescriptor() { return std::exchange(m_fd, -1); }

    /// errno, 0 when the file now is @p target.
    [[nodiscard]] int renameTo(const fs::path& target)
    {
        if (::rename(m_path.c_str(), target.c_str()) != 0)
            return errno;
        m_path.clear();
        return 0;
    }

private:
    explicit TemporaryFile(std::string path) : m_path(std::move(path)), m_remembered(m_path) { }

    std::string m_path; ///< empty: not there any more
    TemporaryPath m_remembered;
    int m_fd = -1;
};

/// What @p write puts into @p descriptor, with the reason of any failure.
Result<void> writeTo(OutputDescriptor& descriptor, const fs::path& path,
                     const std::function<Result<void>(std::ostream&)>& write)
{
    std::ostream stream(&descriptor);
    const Result<void> written = write(stream);
    if (!written)
        return written.error();
    stream.flush();
    return stream ? Result<void>() : notWritten(path, descriptor.reason());
}

/// A device or a pipe cannot be replaced: what is written goes into it.
Result<void> writeThrough(const fs::path& path, const std::function<Result<void>(std::ostream&)>& write)
{
    // O_NONBLOCK: a pipe that nobody reads is an error, not a reason to wait for ever.
    const int fd = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (fd < 0)
        return notWritten(path, errno);
    if (const int flags = ::fcntl(fd, F_GETFL); flags >= 0)
        ::fcntl(fd, F_SETFL, flags & ~O_NONBLOCK);
    OutputDescriptor descriptor(fd);
    return writeTo(descriptor, path, write);
}

/// Makes the rename lasting as well. The file is complete either way, so a folder that cannot be read is no failure.
void synchronizeFolder(const fs::path& folder)
{
    const int fd = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return;
    ::fsync(fd);
    ::close(fd);
}

fs::path folderOf(const fs::path& path)
{
    return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

} // namespace

Result<fs::path> linkTarget(const fs::path& path)
{
    constexpr int kMostLinks = 40;
    fs::path target = path;
    for (int i = 0; i < kMostLinks; ++i) {
        std::error_code ec;
        if (!fs::is_symlink(fs::symlink_status(target, ec)))
            return target;
        const fs::path next = fs::read_symlink(target, ec);
        if (ec)
            return notWritten(path, ec.message());
        target = next.is_absolute() ? next : target.parent_path() / next;
    }
    return notWritten(path, ELOOP);
}

Result<void> writeFileAtomically(const fs::path& path, const std::function<Result<void>(std::ostream&)>& write)
{
    std::error_code ec;
    const fs::file_status status = fs::status(path, ec);
    if (const Result<void> named = checkFileName(path, status); !named)
        return named;
    if (fs::is_other(status))
        return writeThrough(path, write);
    const Result<fs::path> target = linkTarget(path);
    if (!target)
        return target.error();
    const fs::path folder = folderOf(*target);
    fs::create_directories(folder, ec);
    if (ec)
        return notWritten(path, "its folder cannot be made: " + ec.message());

    int reason = 0;
    const auto file = TemporaryFile::create(*target, reason);
    if (!file)
        return notWritten(path, reason);
    OutputDescriptor descriptor(file->releaseDescriptor());
    if (const Result<void> written = writeTo(descriptor, path, write); !written)
        return written;
    descriptor.synchronize();
    descriptor.close();
    if (descriptor.reason() != 0)
        return notWritten(path, descriptor.reason());
    if (const int failed = file->renameTo(*target); failed != 0)
        return notWritten(path, failed);
    synchronizeFolder(folder);
    return {};
}

Result<void> writeTextFileAtomically(const fs::path& path, const std::string& text)
{
    return writeFileAtomically(path, [&text](std::ostream& stream) -> Result<void> {
        stream.write(text.data(), static_cast<std::streamsize>(text.size()));
        return {};
    });
}

Result<void> checkWritable(const fs::path& path)
{
    std::error_code ec;
    const fs::file_status status = fs::status(path, ec);
    if (const Result<void> named = checkFileName(path, status); !named)
        return named;
    if (fs::is_other(status))
        return ::access(path.c_str(), W_OK) == 0 ? Result<void>() : notWritten(path, errno);
    const Result<fs::path> target = linkTarget(path);
    if (!target)
        return target.error();
    // The folders that are made for the trial go again, the innermost first.
    const fs::path folder = folderOf(*target);
    std::vector<fs::path> missing;
    for (fs::path at = folder; !at.empty() && !fs::exists(at, ec) && !ec; at = at.parent_path())
        missing.push_back(at);
    fs::create_directories(folder, ec);
    const std::error_code notMade = ec;
    int reason = 0;
    const bool isWritable = !notMade && TemporaryFile::create(*target, reason);
    for (const fs::path& made : missing)
        ::rmdir(made.c_str());
    if (notMade)
        return notWritten(path, "its folder cannot be made: " + notMade.message());
    return isWritable ? Result<void>() : notWritten(path, reason);
}

} // namespace quantiscope
