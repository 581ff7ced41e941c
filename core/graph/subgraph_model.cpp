// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/subgraph_model.h"

#include "core/base/name_groups.h"
#include "core/model/subgraphs.h"

#include <onnx/onnx_pb.h>

#include <cstdint>
#include <utility>

namespace quantiscope {

namespace {

void setType(onnx::ValueInfoProto& value, const TensorSpec& spec)
{
    onnx::TypeProto::Tensor& tensor = *value.mutable_type()->mutable_tensor_type();
    tensor.set_elem_type(static_cast<int>(spec.type));
    if (!spec.hasRank)
        return;
    tensor.mutable_shape();
    for (std::size_t i = 0; i < spec.shape.size(); ++i) {
        auto* extent = tensor.mutable_shape()->add_dim();
        if (spec.shape[i] >= 0)
            extent->set_dim_value(spec.shape[i]);
        else if (i < spec.dimensionNames.size() && !spec.dimensionNames[i].empty())
            extent->set_dim_param(spec.dimensionNames[i]);
    }
}

/// Gives @p value the type of @p name in the graph around it, where it declares none and that one is known.
void completeType(const Graph& graph, const std::string& name, onnx::ValueInfoProto& value)
{
    const TensorSpec* spec = graph.spec(name);
    const bool isTyped =
        value.type().tensor_type().elem_type() != 0 || (value.has_type() && !value.type().has_tensor_type());
    if (spec && !isTyped && spec->type != DataType::Undefined)
        setType(value, *spec);
}

/// Bodies need not say of what types their inputs and outputs are: the node around them knows.
void completeTypes(const Graph& graph, const Node& node, onnx::GraphProto& body)
{
    const bool isLoop = node.opType == "Loop";
    TensorSpec iteration;
    iteration.type = DataType::Int64;
    TensorSpec condition;
    condition.type = DataType::Bool;
    for (int i = 0; i < body.input_size(); ++i) {
        onnx::ValueInfoProto& input = *body.mutable_input(i);
        if (isLoop && i < 2 && !input.has_type())
            setType(input, i == 0 ? iteration : condition);
        else
            completeType(graph, node.inputAt(std::size_t(i)), input);
    }
    for (int i = 0; i < body.output_size(); ++i) {
        onnx::ValueInfoProto& output = *body.mutable_output(i);
        if (isLoop && i == 0 && !output.has_type())
            setType(output, condition);
        else if (node.opType == "If" || isLoop)
            completeType(graph, node.outputAt(std::size_t(isLoop ? i - 1 : i)), output);
    }
}

/// What the body reads from around it.
std::set<std::string> readsOf(const onnx::AttributeProto& attribute)
{
    onnx::NodeProto alone;
    *alone.add_attribute() = attribute;
    return outerScopeReads(alone);
}

void addReads(const Graph& graph, const std::set<std::string>& reads, onnx::GraphProto& body)
{
    for (const auto& initializer : graph.model().graph().initializer()) {
        if (!reads.contains(initializer.name()))
            continue;
        onnx::TensorProto& copy = *body.add_initializer();
        copy = initializer;
        const std::span<const std::byte> bytes = graph.model().bytesOf(initializer);
        copy.clear_external_data();
        copy.clear_data_location();
        copy.set_raw_data(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    }
    for (const std::string& name : reads) {
        if (graph.isInitializer(name))
            continue;
        onnx::ValueInfoProto& input = *body.add_input();
        input.set_name(name);
        completeType(graph, name, input);
    }
}

} // namespace

std::vector<SubgraphName> subgraphsOf(const Graph& graph, std::size_t node)
{
    std::vector<SubgraphName> names;
    for (const auto& attribute : graph.model().graph().node(static_cast<int>(node)).attribute()) {
        if (attribute.has_g())
            names.push_back({attribute.name(), std::size_t(attribute.g().node_size())});
    }
    return names;
}

Result<Model> subgraphModel(const Graph& graph, std::size_t node, const std::string& attribute, Feedback& feedback)
{
    const onnx::ModelProto& outer = graph.model().proto();
    const Node& owner = graph.nodes()[node];
    const auto* found = findAttribute(outer.graph().node(static_cast<int>(node)), attribute);
    if (!found || !found->has_g()) {
        return Error{ErrorCode::InvalidArgument,
                     "Node " + quotedName(owner.name) + " has no subgraph " + quotedName(attribute) + ".",
                     {}};
    }
    onnx::ModelProto proto;
    proto.set_ir_version(outer.ir_version());
    *proto.mutable_opset_import() = outer.opset_import();
    *proto.mutable_functions() = outer.functions();
    *proto.mutable_graph() = found->g();
    if (proto.graph().name().empty())
        proto.mutable_graph()->set_name(attribute);
    completeTypes(graph, owner, *proto.mutable_graph());
    addReads(graph, readsOf(*found), *proto.mutable_graph());
    return Model::fromProto(std::move(proto), graph.model().path().parent_path(), {.allowQuantized = true}, feedback);
}

} // namespace quantiscope
