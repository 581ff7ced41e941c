// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/initializer_elements.h"

#include "core/graph/element_at.h"
#include "core/tensor/float16.h"
#include "core/tensor/npy.h"

#include <algorithm>
#include <charconv>
#include <onnx/onnx_pb.h>

namespace quantiscope {

namespace {

template <typename T>
std::string numberText(T value)
{
    char text[32];
    return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

template <typename T>
std::string textAt(std::span<const std::byte> bytes, std::size_t i)
{
    if constexpr (sizeof(T) == 1)
        return numberText(int(elementAt<T>(bytes, i)));
    else
        return numberText(elementAt<T>(bytes, i));
}

bool arePlainNumbers(DataType type)
{
    switch (type) {
    case DataType::Float:
    case DataType::Double:
    case DataType::Float16:
    case DataType::BFloat16:
    case DataType::Bool:
    case DataType::Int8:
    case DataType::UInt8:
    case DataType::Int16:
    case DataType::UInt16:
    case DataType::Int32:
    case DataType::UInt32:
    case DataType::Int64:
    case DataType::UInt64:
        return true;
    default:
        return false;
    }
}

} // namespace

std::string InitializerElements::text(std::size_t i) const
{
    switch (type) {
    case DataType::Float:
        return textAt<float>(bytes, i);
    case DataType::Double:
        return textAt<double>(bytes, i);
    case DataType::Float16:
        return numberText(float16ToFloat(elementAt<std::uint16_t>(bytes, i)));
    case DataType::BFloat16:
        return numberText(bfloat16ToFloat(elementAt<std::uint16_t>(bytes, i)));
    case DataType::Bool:
        return elementAt<std::uint8_t>(bytes, i) != 0 ? "true" : "false";
    case DataType::Int8:
        return textAt<std::int8_t>(bytes, i);
    case DataType::UInt8:
        return textAt<std::uint8_t>(bytes, i);
    case DataType::Int16:
        return textAt<std::int16_t>(bytes, i);
    case DataType::UInt16:
        return textAt<std::uint16_t>(bytes, i);
    case DataType::Int32:
        return textAt<std::int32_t>(bytes, i);
    case DataType::UInt32:
        return textAt<std::uint32_t>(bytes, i);
    case DataType::Int64:
        return textAt<std::int64_t>(bytes, i);
    case DataType::UInt64:
        return textAt<std::uint64_t>(bytes, i);
    default:
        return {};
    }
}

std::string InitializerElements::place(std::size_t i) const
{
    Shape place(shape.size());
    for (std::size_t axis = shape.size(); axis-- > 0;) {
        const auto extent = std::size_t(std::max<std::int64_t>(shape[axis], 1));
        place[axis] = std::int64_t(i % extent);
        i /= extent;
    }
    return shapeListText(place);
}

Result<Tensor> InitializerElements::tensor() const
{
    if (!arePlainNumbers(type))
        return Error{ErrorCode::InvalidArgument,
                     "Elements of type " + std::string(dataTypeName(type)) + " cannot be written as numbers.",
                     {}};
    const bool isWidened = type == DataType::BFloat16;
    Result<Tensor> copy = allocateTensor(isWidened ? DataType::Float : type, shape, "the values");
    if (!copy)
        return copy;
    if (isWidened) {
        for (std::size_t i = 0; i < count; ++i)
            copy->as<float>()[i] = bfloat16ToFloat(elementAt<std::uint16_t>(bytes, i));
    } else {
        std::copy(bytes.begin(), bytes.end(), copy->bytes().begin());
    }
    return copy;
}

std::optional<InitializerElements> initializerElements(const Graph& graph, const std::string& name)
{
    const auto& initializers = graph.model().graph().initializer();
    const auto found = std::find_if(initializers.begin(), initializers.end(),
                                    [&](const onnx::TensorProto& tensor) { return tensor.name() == name; });
    if (found == initializers.end())
        return std::nullopt;
    InitializerElements elements;
    elements.type = static_cast<DataType>(found->data_type());
    elements.shape.assign(found->dims().begin(), found->dims().end());
    if (arePlainNumbers(elements.type)) {
        elements.bytes = graph.model().bytesOf(*found);
        elements.count = elements.bytes.size() / byteSize(elements.type);
    }
    return elements;
}

} // namespace quantiscope
