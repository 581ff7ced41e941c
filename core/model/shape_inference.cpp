// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/shape_inference.h"

#include "core/model/graph_inference.h"
#include "core/model/message_text.h"
#include "core/tensor/data_type.h"

#include <onnx/shape_inference/implementation.h>

#include <exception>
#include <unordered_set>

namespace quantiscope {

namespace {

/// onnx gives open extents these names; they mean nothing to anybody else.
constexpr std::string_view kMadeUpPrefix = "unk__";

/// Declared outputs keep the model's words: made-up names do not go into them.
void removeMadeUpNames(onnx::ValueInfoProto& output)
{
    if (!output.type().tensor_type().has_shape())
        return;
    for (auto& dim : *output.mutable_type()->mutable_tensor_type()->mutable_shape()->mutable_dim()) {
        if (dim.has_dim_param() && dim.dim_param().starts_with(kMadeUpPrefix))
            dim.clear_dim_param();
    }
}

/// Adds what was found to what the model declares about an output.
Result<void> completeOutput(onnx::ValueInfoProto& output, const onnx::TypeProto& found, Feedback& feedback)
{
    const std::int32_t declared = output.type().tensor_type().elem_type();
    const std::int32_t made = found.tensor_type().elem_type();
    if (output.type().has_tensor_type() && found.has_tensor_type() && declared != 0 && made != 0 && declared != made) {
        return refused("The model declares its output " + inQuotes(output.name()) + " as "
                           + std::string(dataTypeName(static_cast<DataType>(declared))) + ", but its nodes make "
                           + std::string(dataTypeName(static_cast<DataType>(made))) + ".",
                       output.name());
    }
    onnx::TypeProto type = output.type();
    try {
        if (type.value_case() == onnx::TypeProto::VALUE_NOT_SET)
            type = found;
        else
            onnx::shape_inference::mergeShapesAndTypes(found, &type);
    } catch (const std::exception&) {
        feedback.warn("The shape that the model declares for its output " + inQuotes(output.name())
                      + " is not the one that its nodes make.");
        return {};
    }
    *output.mutable_type() = type;
    removeMadeUpNames(output);
    return {};
}

} // namespace

Result<void> inferShapes(onnx::ModelProto& model, Feedback& feedback)
{
    GraphInference inference(model);
    if (auto done = inference.run(); !done)
        return done;
    onnx::GraphProto& graph = *model.mutable_graph();
    std::unordered_set<std::string> outputs;
    for (auto& output : *graph.mutable_output()) {
        outputs.insert(output.name());
        if (const auto* found = inference.typeOf(output.name())) {
            if (auto done = completeOutput(output, *found, feedback); !done)
                return done;
        }
    }
    google::protobuf::RepeatedPtrField<onnx::ValueInfoProto> values;
    for (const auto& node : graph.node()) {
        for (const auto& name : node.output()) {
            const auto* found = inference.typeOf(name);
            if (name.empty() || !found || outputs.contains(name))
                continue;
            auto* value = values.Add();
            value->set_name(name);
            *value->mutable_type() = *found;
        }
    }
    graph.mutable_value_info()->Swap(&values);
    if (!inference.warning().empty())
        feedback.warn(inference.warning());
    return {};
}

} // namespace quantiscope
