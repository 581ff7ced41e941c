// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace quantiscope {

/// Element type of a tensor. Values are those of onnx.TensorProto.DataType (onnx.proto3, IR 13).
enum class DataType : std::int32_t
{
    Undefined = 0,
    Float = 1,
    UInt8 = 2,
    Int8 = 3,
    UInt16 = 4,
    Int16 = 5,
    Int32 = 6,
    Int64 = 7,
    String = 8,
    Bool = 9,
    Float16 = 10,
    Double = 11,
    UInt32 = 12,
    UInt64 = 13,
    Complex64 = 14,
    Complex128 = 15,
    BFloat16 = 16,
    Float8E4M3FN = 17,
    Float8E4M3FNUZ = 18,
    Float8E5M2 = 19,
    Float8E5M2FNUZ = 20,
    UInt4 = 21,
    Int4 = 22,
    Float4E2M1 = 23,
    Float8E8M0 = 24,
    UInt2 = 25,
    Int2 = 26,
};

/// "float32", "int8", … as NumPy and ONNX documents write it; "undefined" for anything unknown.
[[nodiscard]] std::string_view dataTypeName(DataType type);

/// The type whose dataTypeName() is @p name, also accepting ONNX Runtime's and Quark's spellings ("QInt8", "Int8",
/// "UINT8", "float"); nothing when there is none.
[[nodiscard]] std::optional<DataType> dataTypeFromName(std::string_view name);

/// Bytes of one element; 0 for types that are packed (4 bit and less), strings and unknown types.
[[nodiscard]] std::size_t byteSize(DataType type);

/// Integers of 8 and 16 bits: the storage types of quantized tensors.
[[nodiscard]] bool isQuantizedInteger(DataType type);

} // namespace quantiscope
