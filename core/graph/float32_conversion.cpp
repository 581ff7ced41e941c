// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/float32_conversion.h"

#include "core/model/subgraphs.h"
#include "core/model/tensor_proto_data.h"
#include "core/tensor/float16.h"

#include <onnx/onnx_pb.h>

#include <cstring>
#include <span>
#include <string_view>

namespace quantiscope {

namespace {

bool isHalf(std::int64_t type)
{
    return type == onnx::TensorProto::FLOAT16 || type == onnx::TensorProto::BFLOAT16;
}

void widen(onnx::TensorProto& tensor, std::span<const std::byte> bytes)
{
    const bool isBrain = tensor.data_type() == onnx::TensorProto::BFLOAT16;
    std::string raw(2 * bytes.size(), '\0');
    for (std::size_t i = 0; i < bytes.size() / 2; ++i) {
        std::uint16_t bits;
        std::memcpy(&bits, bytes.data() + 2 * i, sizeof bits);
        const float value = isBrain ? bfloat16ToFloat(bits) : float16ToFloat(bits);
        std::memcpy(raw.data() + sizeof value * i, &value, sizeof value);
    }
    tensor.clear_external_data();
    tensor.clear_data_location();
    tensor.set_data_type(onnx::TensorProto::FLOAT);
    tensor.set_raw_data(std::move(raw));
}

/// A tensor whose elements are in the model itself.
void widen(onnx::TensorProto& tensor)
{
    if (!isHalf(tensor.data_type()))
        return;
    moveToRawData(tensor);
    const std::string raw = tensor.raw_data();
    widen(tensor, std::as_bytes(std::span(raw)));
}

void widen(onnx::TypeProto& type)
{
    switch (type.value_case()) {
    case onnx::TypeProto::kTensorType:
        if (isHalf(type.tensor_type().elem_type()))
            type.mutable_tensor_type()->set_elem_type(onnx::TensorProto::FLOAT);
        break;
    case onnx::TypeProto::kSparseTensorType:
        if (isHalf(type.sparse_tensor_type().elem_type()))
            type.mutable_sparse_tensor_type()->set_elem_type(onnx::TensorProto::FLOAT);
        break;
    case onnx::TypeProto::kSequenceType:
        return widen(*type.mutable_sequence_type()->mutable_elem_type());
    case onnx::TypeProto::kOptionalType:
        return widen(*type.mutable_optional_type()->mutable_elem_type());
    case onnx::TypeProto::kMapType:
        return widen(*type.mutable_map_type()->mutable_value_type());
    default:
        break;
    }
}

void widenDeclarations(onnx::GraphProto& graph)
{
    for (auto* list : {graph.mutable_input(), graph.mutable_output(), graph.mutable_value_info()}) {
        for (onnx::ValueInfoProto& value : *list)
            widen(*value.mutable_type());
    }
}

void widenNode(onnx::NodeProto& node)
{
    for (onnx::AttributeProto& attribute : *node.mutable_attribute()) {
        const bool namesType = attribute.name() == "to" || attribute.name() == "dtype"
            || attribute.name() == "output_dtype" || attribute.name() == "stash_type";
        if (namesType && attribute.type() == onnx::AttributeProto::INT && isHalf(attribute.i()))
            attribute.set_i(onnx::TensorProto::FLOAT);
        if (attribute.has_tp())
            widen(*attribute.mutable_tp());
        if (attribute.has_g())
            widenDeclarations(*attribute.mutable_g());
        for (onnx::GraphProto& graph : *attribute.mutable_graphs())
            widenDeclarations(graph);
    }
}

} // namespace

Result<Model> convertToFloat32(const Model& model)
{
    Model converted = model.clone();
    onnx::GraphProto& graph = *converted.mutableProto().mutable_graph();
    for (onnx::TensorProto& initializer : *graph.mutable_initializer()) {
        if (isHalf(initializer.data_type())) {
            const std::span<const std::byte> bytes = converted.bytesOf(initializer);
            const std::string copy(reinterpret_cast<const char*>(bytes.data()), bytes.size());
            widen(initializer, std::as_bytes(std::span(copy)));
        }
    }
    // Attributes, and everything inside of bodies.
    forEachInnerTensor(graph, [](onnx::TensorProto& tensor, const std::string&) { widen(tensor); });
    widenDeclarations(graph);
    forEachNode(graph, [](onnx::NodeProto& node) { widenNode(node); });
    const Result<void> checked = converted.refresh();
    if (!checked) {
        return Error{ErrorCode::ModelRefused, "The model cannot be converted to float32. " + checked.error().message,
                     checked.error().subject};
    }
    return converted;
}

} // namespace quantiscope
