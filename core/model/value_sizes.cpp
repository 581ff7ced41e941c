// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/value_sizes.h"

#include "core/base/quiet_feedback.h"
#include "core/model/shape_inference.h"
#include "core/model/weights_aside.h"
#include "core/tensor/data_type.h"

#include <onnx/onnx_pb.h>

#include <algorithm>
#include <limits>
#include <optional>

namespace quantiscope {

namespace {

/// The graph with its small weights only, the others declared: sizes do not depend on them, and copies would be large.
onnx::ModelProto withoutWeights(const Model& model)
{
    const onnx::ModelProto& source = model.proto();
    onnx::ModelProto proto;
    proto.set_ir_version(source.ir_version());
    proto.mutable_opset_import()->CopyFrom(source.opset_import());
    proto.mutable_functions()->CopyFrom(source.functions());
    onnx::GraphProto& graph = *proto.mutable_graph();
    graph.mutable_node()->CopyFrom(source.graph().node());
    graph.mutable_input()->CopyFrom(source.graph().input());
    graph.mutable_output()->CopyFrom(source.graph().output());
    graph.mutable_value_info()->CopyFrom(source.graph().value_info());
    for (const onnx::TensorProto& initializer : source.graph().initializer()) {
        if (isSmall(initializer))
            *graph.add_initializer() = initializer;
        else
            *graph.add_input() = inputLike(initializer);
    }
    return proto;
}

void setShape(onnx::ValueInfoProto& value, const Shape& shape)
{
    auto* target = value.mutable_type()->mutable_tensor_type()->mutable_shape();
    target->clear_dim();
    for (const std::int64_t extent : shape)
        target->add_dim()->set_dim_value(extent);
}

std::optional<std::size_t> bytesOf(const onnx::ValueInfoProto& value)
{
    const auto& type = value.type().tensor_type();
    if (!value.type().has_tensor_type() || !type.has_shape())
        return std::nullopt;
    Shape shape;
    for (const auto& dim : type.shape().dim())
        shape.push_back(dim.has_dim_value() ? dim.dim_value() : kDynamic);
    const std::size_t width = byteSize(static_cast<DataType>(type.elem_type()));
    if (width == 0 || std::any_of(shape.begin(), shape.end(), [](std::int64_t extent) { return extent < 0; }))
        return std::nullopt;
    constexpr std::size_t kMost = std::numeric_limits<std::size_t>::max();
    return std::min(elementCount(shape).value_or(kMost), kMost / width) * width;
}

} // namespace

std::map<std::string, std::size_t> valueSizes(const Model& model, const std::map<std::string, Shape>& inputs)
{
    onnx::ModelProto proto = withoutWeights(model);
    onnx::GraphProto& graph = *proto.mutable_graph();
    const int fed = model.graph().input_size();
    for (int i = 0; i < fed; ++i) {
        onnx::ValueInfoProto& input = *graph.mutable_input(i);
        if (const auto at = inputs.find(input.name()); at != inputs.end() && input.type().has_tensor_type())
            setShape(input, at->second);
    }
    // Shapes that do not fit are told when the model runs; here they only make sizes unknown.
    const Feedback nobody;
    QuietFeedback quiet(nobody);
    (void)inferShapes(proto, quiet);
    std::map<std::string, std::size_t> sizes;
    const auto add = [&sizes](const onnx::ValueInfoProto& value) {
        if (const auto bytes = bytesOf(value))
            sizes[value.name()] = *bytes;
    };
    for (int i = 0; i < fed; ++i)
        add(graph.input(i));
    for (const auto& value : graph.value_info())
        add(value);
    for (const auto& output : graph.output())
        add(output);
    return sizes;
}

} // namespace quantiscope
