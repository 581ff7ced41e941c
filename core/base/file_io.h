// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <memory>
#include <span>
#include <string>

namespace quantiscope {

class TemporaryPath;

/// A whole file mapped read-only into memory; the pages are shared with the page cache and loaded on use.
class MappedFile
{
public:
    /// @p code is the kind of error to report ("the model" or "the data" cannot be read). An empty file maps to an
    /// empty span. Errors name the path and the reason: missing, a folder, not readable.
    static Result<std::shared_ptr<const MappedFile>> open(const std::filesystem::path& path, ErrorCode code);

    ~MappedFile();
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;

    [[nodiscard]] std::span<const std::byte> bytes() const { return m_bytes; }

private:
    MappedFile() = default;
    std::span<const std::byte> m_bytes;
    std::uint64_t m_device = 0;
    std::uint64_t m_inode = 0;
};

/// Is any MappedFile of this process a view of the file at @p path, by whatever name it was opened? For refusing to
/// write over data that are still read.
[[nodiscard]] bool isMapped(const std::filesystem::path& path);

/// The whole text of a small file, at most @p limit bytes; errors as MappedFile::open().
[[nodiscard]] Result<std::string> readTextFile(const std::filesystem::path& path, ErrorCode code,
                                               std::size_t limit = std::size_t(64) << 20);

/// Where @p path leads when it is a symbolic link, whether or not that exists; @p path itself when it is none.
/// DiskError when links lead in a circle.
[[nodiscard]] Result<std::filesystem::path> linkTarget(const std::filesystem::path& path);

/// Writes @p path so that it either holds everything that @p write put into the stream or is left as it was: a
/// temporary file beside it is written, flushed to disk and renamed; whatever ends @p write early, an exception
/// included, removes that file. Creates missing parent folders. A symbolic link stays one: the file that it leads to is
/// written. A device or pipe is written straight through. @p write returns its own failure; a stream error or full disk
/// is a DiskError.
[[nodiscard]] Result<void> writeFileAtomically(const std::filesystem::path& path,
                                               const std::function<Result<void>(std::ostream&)>& write);

/// writeFileAtomically() of a text.
[[nodiscard]] Result<void> writeTextFileAtomically(const std::filesystem::path& path, const std::string& text);

/// Can @p path be written with writeFileAtomically()? Told by making and removing a temporary file beside it, so that a
/// mistake is known before the work for it. Leaves nothing; a DiskError with the reason.
[[nodiscard]] Result<void> checkWritable(const std::filesystem::path& path);

/// A new empty folder in the system's folder for temporary files, removed with its content by the destructor.
class TemporaryFolder
{
public:
    static Result<std::unique_ptr<TemporaryFolder>> create();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }

private:
    TemporaryFolder();
    std::filesystem::path m_path;
    std::unique_ptr<TemporaryPath> m_remembered; ///< for a signal that ends the process
};

} // namespace quantiscope
