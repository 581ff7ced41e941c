// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/tensor_proto_data.h"

#include "core/model/message_text.h"
#include "core/tensor/data_type.h"

#include <onnx/onnx_pb.h>

#include <bit>
#include <cstring>

namespace quantiscope {

static_assert(std::endian::native == std::endian::little, "raw_data is little endian");

namespace {

/// The typed field of TensorProto that holds elements of a type.
enum class TypedField
{
    None,
    Float,
    Int32,
    Int64,
    Double,
    UInt64,
    String,
};

struct Storage
{
    TypedField field = TypedField::None;
    std::size_t bits = 0; ///< of one element
    std::size_t entriesPerElement = 1; ///< complex numbers need two
};

/// Storage rules of onnx.proto3, TensorProto (IR 13).
Storage storageOf(std::int32_t type)
{
    switch (static_cast<DataType>(type)) {
    case DataType::Float:
        return {TypedField::Float, 32};
    case DataType::Complex64:
        return {TypedField::Float, 64, 2};
    case DataType::Double:
        return {TypedField::Double, 64};
    case DataType::Complex128:
        return {TypedField::Double, 128, 2};
    case DataType::Int64:
        return {TypedField::Int64, 64};
    case DataType::UInt64:
        return {TypedField::UInt64, 64};
    case DataType::UInt32:
        return {TypedField::UInt64, 32};
    case DataType::Int32:
        return {TypedField::Int32, 32};
    case DataType::Int16:
    case DataType::UInt16:
    case DataType::Float16:
    case DataType::BFloat16:
        return {TypedField::Int32, 16};
    case DataType::Int8:
    case DataType::UInt8:
    case DataType::Bool:
    case DataType::Float8E4M3FN:
    case DataType::Float8E4M3FNUZ:
    case DataType::Float8E5M2:
    case DataType::Float8E5M2FNUZ:
    case DataType::Float8E8M0:
        return {TypedField::Int32, 8};
    case DataType::UInt4:
    case DataType::Int4:
    case DataType::Float4E2M1:
        return {TypedField::Int32, 4};
    case DataType::UInt2:
    case DataType::Int2:
        return {TypedField::Int32, 2};
    case DataType::String:
        return {TypedField::String, 0};
    case DataType::Undefined:
        break;
    }
    return {};
}

std::size_t entries(const onnx::TensorProto& tensor, TypedField field)
{
    switch (field) {
    case TypedField::Float:
        return static_cast<std::size_t>(tensor.float_data_size());
    case TypedField::Int32:
        return static_cast<std::size_t>(tensor.int32_data_size());
    case TypedField::Int64:
        return static_cast<std::size_t>(tensor.int64_data_size());
    case TypedField::Double:
        return static_cast<std::size_t>(tensor.double_data_size());
    case TypedField::UInt64:
        return static_cast<std::size_t>(tensor.uint64_data_size());
    case TypedField::String:
        return static_cast<std::size_t>(tensor.string_data_size());
    case TypedField::None:
        break;
    }
    return 0;
}

int filledFields(const onnx::TensorProto& tensor)
{
    return int(tensor.float_data_size() > 0) + int(tensor.int32_data_size() > 0) + int(tensor.int64_data_size() > 0)
        + int(tensor.double_data_size() > 0) + int(tensor.uint64_data_size() > 0) + int(tensor.string_data_size() > 0)
        + int(!tensor.raw_data().empty());
}

Shape shapeOf(const onnx::TensorProto& tensor)
{
    return {tensor.dims().begin(), tensor.dims().end()};
}

/// Copies the low bytes of every entry. Packed types keep one byte per entry, or four (both are in use).
template <typename Entries>
std::string packed(const Entries& values, std::size_t bytesPerEntry, std::size_t byteCount)
{
    std::string raw(byteCount, '\0');
    std::size_t offset = 0;
    for (const auto value : values) {
        const std::size_t take = std::min(bytesPerEntry, byteCount - offset);
        std::memcpy(raw.data() + offset, &value, take);
        offset += take;
    }
    return raw;
}

std::string int32Bytes(const onnx::TensorProto& tensor, const Storage& storage, std::size_t byteCount)
{
    std::size_t width = storage.bits / 8;
    if (storage.bits < 8)
        width = entries(tensor, TypedField::Int32) == byteCount ? 1 : 4;
    return packed(tensor.int32_data(), width, byteCount);
}

} // namespace

std::optional<std::size_t> elementCount(const onnx::TensorProto& tensor)
{
    return elementCount(shapeOf(tensor));
}

std::optional<std::size_t> rawByteCount(const onnx::TensorProto& tensor)
{
    const Storage storage = storageOf(tensor.data_type());
    const auto count = elementCount(tensor);
    constexpr std::size_t kLimit = std::size_t(1) << 56;
    if (storage.bits == 0 || !count || *count > kLimit)
        return std::nullopt;
    return (*count * storage.bits + 7) / 8;
}

bool isExternal(const onnx::TensorProto& tensor)
{
    return tensor.data_location() == onnx::TensorProto::EXTERNAL;
}

Result<void> checkTensorData(const onnx::TensorProto& tensor, const std::string& what)
{
    const auto refuse = [&](const std::string& rest) {
        return refused(sentenceCase(what) + " " + rest, tensor.name());
    };
    const Storage storage = storageOf(tensor.data_type());
    if (storage.field == TypedField::None)
        return refuse("has the unknown element type " + std::to_string(tensor.data_type()) + ".");
    const std::string shape = shapeListText(shapeOf(tensor));
    for (const std::int64_t extent : tensor.dims()) {
        if (extent < 0)
            return refuse("has the negative extent " + std::to_string(extent) + " in its shape.");
    }
    const auto count = elementCount(tensor);
    if (!count || (storage.field != TypedField::String && !rawByteCount(tensor)))
        return refuse("has the shape " + shape + ", which has more elements than any machine can hold.");
    if (tensor.has_segment())
        return refuse("is stored in segments, which is not supported.");
    const int fields = filledFields(tensor);
    if (isExternal(tensor)) {
        if (storage.field == TypedField::String)
            return refuse("holds strings in an external file, which ONNX does not allow.");
        if (fields > 0)
            return refuse("is stored in an external file and in the model at the same time.");
        return {};
    }
    if (fields > 1)
        return refuse("holds its elements more than once, in different fields.");
    const std::string type(dataTypeName(static_cast<DataType>(tensor.data_type())));
    const auto wrongSize = [&](std::size_t have, std::size_t need, const char* unit) {
        return refuse("has " + std::to_string(have) + " " + unit + " of data, its type " + type + " and shape " + shape
                      + " need " + std::to_string(need) + ".");
    };
    if (!tensor.raw_data().empty()) {
        if (storage.field == TypedField::String)
            return refuse("holds strings as raw data, which ONNX does not allow.");
        if (tensor.raw_data().size() != *rawByteCount(tensor))
            return wrongSize(tensor.raw_data().size(), *rawByteCount(tensor), "bytes");
        return {};
    }
    const std::size_t have = entries(tensor, storage.field);
    if (fields == 1 && have == 0)
        return refuse("holds its elements in a field that does not belong to its type " + type + ".");
    if (storage.bits > 0 && storage.bits < 8) {
        const std::size_t bytes = *rawByteCount(tensor);
        if (have != bytes && have != (bytes + 3) / 4)
            return wrongSize(have, bytes, "entries");
        return {};
    }
    if (have != *count * storage.entriesPerElement)
        return wrongSize(have, *count * storage.entriesPerElement, "entries");
    return {};
}

void moveToRawData(onnx::TensorProto& tensor)
{
    const Storage storage = storageOf(tensor.data_type());
    if (storage.bits == 0 || isExternal(tensor) || filledFields(tensor) == 0 || !tensor.raw_data().empty())
        return;
    const std::size_t bytes = *rawByteCount(tensor);
    switch (storage.field) {
    case TypedField::Float:
        tensor.set_raw_data(packed(tensor.float_data(), 4, bytes));
        break;
    case TypedField::Double:
        tensor.set_raw_data(packed(tensor.double_data(), 8, bytes));
        break;
    case TypedField::Int64:
        tensor.set_raw_data(packed(tensor.int64_data(), 8, bytes));
        break;
    case TypedField::UInt64:
        tensor.set_raw_data(packed(tensor.uint64_data(), storage.bits / 8, bytes));
        break;
    case TypedField::Int32:
        tensor.set_raw_data(int32Bytes(tensor, storage, bytes));
        break;
    case TypedField::String:
    case TypedField::None:
        return;
    }
    // The field that the elements came from keeps no memory.
    google::protobuf::RepeatedField<float>().Swap(tensor.mutable_float_data());
    google::protobuf::RepeatedField<std::int32_t>().Swap(tensor.mutable_int32_data());
    google::protobuf::RepeatedField<std::int64_t>().Swap(tensor.mutable_int64_data());
    google::protobuf::RepeatedField<double>().Swap(tensor.mutable_double_data());
    google::protobuf::RepeatedField<std::uint64_t>().Swap(tensor.mutable_uint64_data());
}

} // namespace quantiscope
