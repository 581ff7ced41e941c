// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/data_type.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace quantiscope {

namespace {

struct TypeFacts
{
    DataType type;
    std::string_view name;
    std::size_t bytes;
};

constexpr std::array<TypeFacts, 27> kTypes{{
    {DataType::Undefined, "undefined", 0},
    {DataType::Float, "float32", 4},
    {DataType::UInt8, "uint8", 1},
    {DataType::Int8, "int8", 1},
    {DataType::UInt16, "uint16", 2},
    {DataType::Int16, "int16", 2},
    {DataType::Int32, "int32", 4},
    {DataType::Int64, "int64", 8},
    {DataType::String, "string", 0},
    {DataType::Bool, "bool", 1},
    {DataType::Float16, "float16", 2},
    {DataType::Double, "float64", 8},
    {DataType::UInt32, "uint32", 4},
    {DataType::UInt64, "uint64", 8},
    {DataType::Complex64, "complex64", 8},
    {DataType::Complex128, "complex128", 16},
    {DataType::BFloat16, "bfloat16", 2},
    {DataType::Float8E4M3FN, "float8e4m3fn", 1},
    {DataType::Float8E4M3FNUZ, "float8e4m3fnuz", 1},
    {DataType::Float8E5M2, "float8e5m2", 1},
    {DataType::Float8E5M2FNUZ, "float8e5m2fnuz", 1},
    {DataType::UInt4, "uint4", 0},
    {DataType::Int4, "int4", 0},
    {DataType::Float4E2M1, "float4e2m1", 0},
    {DataType::Float8E8M0, "float8e8m0", 1},
    {DataType::UInt2, "uint2", 0},
    {DataType::Int2, "int2", 0},
}};

const TypeFacts& factsOf(DataType type)
{
    const auto index = static_cast<std::size_t>(type);
    return index < kTypes.size() ? kTypes[index] : kTypes[0];
}

} // namespace

std::string_view dataTypeName(DataType type)
{
    return factsOf(type).name;
}

std::optional<DataType> dataTypeFromName(std::string_view name)
{
    std::string lower(name);
    std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
    if (lower.size() > 1 && lower[0] == 'q')
        lower.erase(0, 1);
    if (lower == "float")
        return DataType::Float;
    if (lower == "double")
        return DataType::Double;
    for (const TypeFacts& facts : kTypes) {
        if (facts.type != DataType::Undefined && facts.name == lower)
            return facts.type;
    }
    return std::nullopt;
}

std::size_t byteSize(DataType type)
{
    return factsOf(type).bytes;
}

bool isQuantizedInteger(DataType type)
{
    switch (type) {
    case DataType::UInt8:
    case DataType::Int8:
    case DataType::UInt16:
    case DataType::Int16:
        return true;
    default:
        return false;
    }
}

} // namespace quantiscope
