// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <memory>
#include <span>
#include <string>

namespace quantiscope {

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
};

/// The whole text of a small file, at most @p limit bytes; errors as MappedFile::open().
[[nodiscard]] Result<std::string> readTextFile(const std::filesystem::path& path, ErrorCode code,
                                               std::size_t limit = std::size_t(64) << 20);

/// Writes @p path so that it either holds everything that @p write put into the stream or is left as it was: a
/// temporary file beside it is written, flushed to disk and renamed. Creates missing parent folders. @p write returns
/// its own failure; a stream error or full disk is a DiskError.
[[nodiscard]] Result<void> writeFileAtomically(const std::filesystem::path& path,
                                               const std::function<Result<void>(std::ostream&)>& write);

/// writeFileAtomically() of a text.
[[nodiscard]] Result<void> writeTextFileAtomically(const std::filesystem::path& path, const std::string& text);

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
    TemporaryFolder() = default;
    std::filesystem::path m_path;
};

} // namespace quantiscope
