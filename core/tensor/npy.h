// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/tensor/npy_header.h"
#include "core/tensor/tensor.h"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>

namespace quantiscope {

/// Fills the given bytes with the next bytes of an array's data.
using NpyByteSource = std::function<Result<void>(std::span<std::byte>)>;

/// The tensor of an array whose elements @p read delivers as they are stored: big-endian elements are swapped, booleans
/// become 0 or 1, Fortran order becomes C order. `OutOfMemory` when there is not enough of it.
[[nodiscard]] Result<Tensor> readNpyElements(const NpyHeader& header, const NpyByteSource& read,
                                             const std::string& name);

/// A .npy file from which parts are read without loading the rest.
class NpyFile
{
public:
    /// Reads and checks the header; the file's size must be exactly that of header and elements. `DataRefused`.
    static Result<std::shared_ptr<const NpyFile>> open(const std::filesystem::path& path);

    ~NpyFile();
    NpyFile(const NpyFile&) = delete;
    NpyFile& operator=(const NpyFile&) = delete;

    [[nodiscard]] const NpyHeader& header() const { return m_header; }

    /// Reads the stored bytes that begin @p offset bytes after the first element. Thread-safe.
    [[nodiscard]] Result<void> readBytes(std::size_t offset, std::span<std::byte> bytes) const;

private:
    NpyFile() = default;
    std::filesystem::path m_path;
    int m_descriptor = -1;
    NpyHeader m_header;
};

/// The array of a .npy file in C order and the machine's byte order.
[[nodiscard]] Result<Tensor> readNpy(const std::filesystem::path& path);

/// A zero-filled tensor like Tensor's constructor, for sizes that come from a file or model: `OutOfMemory` when the
/// element count overflows or the memory is not there. @p name says what it is for.
[[nodiscard]] Result<Tensor> allocateTensor(DataType type, Shape shape, const std::string& name);

} // namespace quantiscope
