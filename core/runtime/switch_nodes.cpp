// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/switch_nodes.h"

#include <onnx/onnx_pb.h>

#include <algorithm>
#include <unordered_map>

namespace quantiscope {

namespace {

std::string switchName(std::size_t slot)
{
    return std::string(kSwitchDomain) + "." + std::to_string(slot);
}

/// Types and shapes by name, as far as the graph tells them.
class KnownTypes
{
public:
    explicit KnownTypes(const onnx::GraphProto& graph)
    {
        for (const auto* values : {&graph.input(), &graph.output(), &graph.value_info()}) {
            for (const onnx::ValueInfoProto& value : *values)
                m_types.emplace(value.name(), value.type());
        }
    }
    [[nodiscard]] const onnx::TypeProto* of(const std::string& value) const
    {
        const auto at = m_types.find(value);
        return at == m_types.end() ? nullptr : &at->second;
    }

private:
    std::unordered_map<std::string, onnx::TypeProto> m_types; // copies: the graph is being edited
};

onnx::NodeProto switchNode(const std::string& value, std::size_t slot)
{
    onnx::NodeProto node;
    node.set_op_type(kSwitchOperator);
    node.set_domain(kSwitchDomain);
    node.set_name(switchName(slot));
    node.add_input(value);
    node.add_output(switchName(slot));
    onnx::AttributeProto* attribute = node.add_attribute();
    attribute->set_name(kSwitchSlot);
    attribute->set_type(onnx::AttributeProto::INT);
    attribute->set_i(static_cast<std::int64_t>(slot));
    return node;
}

void feed(onnx::GraphProto& graph, const std::vector<FedInput>& fed)
{
    for (std::size_t k = 0; k < fed.size(); ++k) {
        const NodeInput& reader = fed[k].reader;
        graph.mutable_node(static_cast<int>(reader.node))->set_input(static_cast<int>(reader.input), fedName(k));
        onnx::ValueInfoProto* input = graph.add_input();
        input->set_name(fedName(k));
        onnx::TypeProto::Tensor* type = input->mutable_type()->mutable_tensor_type();
        type->set_elem_type(onnx::TensorProto::FLOAT);
        type->mutable_shape(); // also that of a single number, which has no extents
        for (const std::int64_t extent : fed[k].shape)
            type->mutable_shape()->add_dim()->set_dim_value(extent);
    }
}

} // namespace

std::string fedName(std::size_t k)
{
    return "quantiscope.c" + std::to_string(k);
}

std::string switchedOutputName(const SwitchLayout& layout, const std::string& name)
{
    const auto at = std::find_if(layout.switches.begin(), layout.switches.end(),
                                 [&name](const Switch& one) { return one.isOutput && one.value == name; });
    return at == layout.switches.end() ? name : switchName(static_cast<std::size_t>(at - layout.switches.begin()));
}

void addSwitches(onnx::ModelProto& model, const SwitchLayout& layout)
{
    onnx::OperatorSetIdProto* opset = model.add_opset_import();
    opset->set_domain(kSwitchDomain);
    opset->set_version(1);
    onnx::GraphProto& graph = *model.mutable_graph();
    const KnownTypes types(graph);
    std::unordered_map<std::string, std::vector<std::size_t>> slots; // by value
    for (std::size_t slot = 0; slot < layout.switches.size(); ++slot) {
        const Switch& one = layout.switches[slot];
        slots[one.value].push_back(slot);
        for (const NodeInput& reader : one.readers)
            graph.mutable_node(static_cast<int>(reader.node))
                ->set_input(static_cast<int>(reader.input), switchName(slot));
        if (const onnx::TypeProto* type = types.of(one.value)) {
            onnx::ValueInfoProto* info = graph.add_value_info();
            info->set_name(switchName(slot));
            *info->mutable_type() = *type;
        }
    }
    for (onnx::ValueInfoProto& output : *graph.mutable_output())
        output.set_name(switchedOutputName(layout, output.name()));
    feed(graph, layout.fed);

    google::protobuf::RepeatedPtrField<onnx::NodeProto> nodes;
    const auto addBehind = [&](const std::string& value) {
        const auto at = slots.find(value);
        if (at == slots.end())
            return;
        for (const std::size_t slot : at->second)
            nodes.Add(switchNode(value, slot));
    };
    for (const onnx::ValueInfoProto& input : graph.input())
        addBehind(input.name());
    for (onnx::NodeProto& node : *graph.mutable_node()) {
        const std::vector<std::string> outputs(node.output().begin(), node.output().end());
        nodes.Add(std::move(node));
        for (const std::string& output : outputs)
            addBehind(output);
    }
    graph.mutable_node()->Swap(&nodes);
}

} // namespace quantiscope
