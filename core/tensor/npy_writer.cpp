// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/npy_writer.h"

#include "core/base/file_io.h"

#include <ostream>

namespace quantiscope {

namespace {

const char* descriptionOf(DataType type)
{
    switch (type) {
    case DataType::Float:
        return "<f4";
    case DataType::Double:
        return "<f8";
    case DataType::Float16:
        return "<f2";
    case DataType::Bool:
        return "|b1";
    case DataType::Int8:
        return "|i1";
    case DataType::UInt8:
        return "|u1";
    case DataType::Int16:
        return "<i2";
    case DataType::UInt16:
        return "<u2";
    case DataType::Int32:
        return "<i4";
    case DataType::UInt32:
        return "<u4";
    case DataType::Int64:
        return "<i8";
    case DataType::UInt64:
        return "<u8";
    default:
        return nullptr;
    }
}

} // namespace

std::string npyHeaderText(DataType type, const Shape& shape)
{
    const char* description = descriptionOf(type);
    if (!description)
        return {};
    std::string extents;
    for (const std::int64_t extent : shape)
        extents += std::to_string(extent) + ", ";
    if (shape.size() > 1)
        extents.resize(extents.size() - 2);
    else if (!extents.empty())
        extents.pop_back(); // a tuple of one: "(3,)"
    std::string dictionary =
        "{'descr': '" + std::string(description) + "', 'fortran_order': False, 'shape': (" + extents + "), }";
    dictionary.resize((10 + dictionary.size() + 1 + 63) / 64 * 64 - 10 - 1, ' ');
    dictionary += '\n';
    std::string header("\x93NUMPY\x01\x00", 8);
    header += static_cast<char>(dictionary.size() & 0xFF);
    header += static_cast<char>(dictionary.size() >> 8);
    return header + dictionary;
}

Result<void> writeNpy(const std::filesystem::path& path, const Tensor& tensor)
{
    const std::string header = npyHeaderText(tensor.type(), tensor.shape());
    if (header.empty())
        return Error{ErrorCode::RuntimeFailure,
                     "'" + path.string() + "' cannot be written: NumPy has no type "
                         + std::string(dataTypeName(tensor.type())) + ".",
                     path.string()};
    return writeFileAtomically(path, [&](std::ostream& stream) -> Result<void> {
        stream.write(header.data(), static_cast<std::streamsize>(header.size()));
        stream.write(reinterpret_cast<const char*>(tensor.bytes().data()),
                     static_cast<std::streamsize>(tensor.bytes().size()));
        return {};
    });
}

} // namespace quantiscope
