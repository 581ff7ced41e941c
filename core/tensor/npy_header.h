// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/tensor/data_type.h"
#include "core/tensor/shape.h"

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace quantiscope {

/// An element type that NumPy has, too.
struct NumpyType
{
    DataType type;
    std::string_view descr; ///< as a header on a little-endian machine names it
};

inline constexpr std::array<NumpyType, 12> kNumpyTypes{{
    {DataType::Float, "<f4"},
    {DataType::Double, "<f8"},
    {DataType::Float16, "<f2"},
    {DataType::Bool, "|b1"},
    {DataType::Int8, "|i1"},
    {DataType::UInt8, "|u1"},
    {DataType::Int16, "<i2"},
    {DataType::UInt16, "<u2"},
    {DataType::Int32, "<i4"},
    {DataType::UInt32, "<u4"},
    {DataType::Int64, "<i8"},
    {DataType::UInt64, "<u8"},
}};

/// What the header of a .npy file says (NumPy Enhancement Proposal 1, format versions 1.0, 2.0 and 3.0).
struct NpyHeader
{
    DataType type = DataType::Undefined;
    Shape shape; ///< concrete
    bool fortranOrder = false; ///< column major; always false for arrays of rank 0 and 1, where there is no difference
    bool bigEndian = false; ///< always false for elements of one byte
    std::size_t dataOffset = 0; ///< bytes from the start of the file to the first element

    /// Bytes of all elements; parseNpyHeader() has checked that the product fits.
    [[nodiscard]] std::size_t dataBytes() const;
};

/// Bytes at the start of a .npy file from which npyHeaderSize() can tell the size of the whole header.
inline constexpr std::size_t kNpyPrefixBytes = 12;

/// Size of the header, 10 bytes … 64 KiB, from the first bytes of a file. @p name is the file or archive entry for
/// messages. `DataRefused` when they are not the start of a .npy file of a known version or the header is too long.
[[nodiscard]] Result<std::size_t> npyHeaderSize(std::span<const std::byte> prefix, const std::string& name);

/// Reads the header at the start of @p prefix, which may be longer than it. `DataRefused`, with a sentence that says
/// why, for truncated or malformed headers, arrays of objects (pickles), texts, records, dates and complex numbers, and
/// for shapes whose size overflows.
[[nodiscard]] Result<NpyHeader> parseNpyHeader(std::span<const std::byte> prefix, const std::string& name);

/// "'NAME' is not a valid .npy file: WHAT."
[[nodiscard]] Error damagedNpy(const std::string& name, const std::string& what);

} // namespace quantiscope
