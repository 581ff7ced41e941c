// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/switch_nodes.h"

#include <onnx/onnx_pb.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

namespace quantiscope {

namespace {

std::string switchName(std::size_t slot)
{
    return std::string(kSwitchDomain) + "." + std::to_string(slot);
}

/// What alternative @p k computes, and what is chosen between it and the one before.
std::string alternativeName(std::size_t k)
{
    return std::string(kSwitchDomain) + ".alternative." + std::to_string(k);
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

onnx::NodeProto slotNode(const char* opType, std::size_t slot, const std::vector<std::string>& inputs,
                         const std::string& output, const std::string& name)
{
    onnx::NodeProto node;
    node.set_op_type(opType);
    node.set_domain(kSwitchDomain);
    node.set_name(name);
    for (const std::string& input : inputs)
        node.add_input(input);
    node.add_output(output);
    onnx::AttributeProto* attribute = node.add_attribute();
    attribute->set_name(kSwitchSlot);
    attribute->set_type(onnx::AttributeProto::INT);
    attribute->set_i(static_cast<std::int64_t>(slot));
    return node;
}

/// @p node in another form, which makes @p output.
onnx::NodeProto formed(const onnx::NodeProto& node, const NodeForm& form, const std::string& output)
{
    onnx::NodeProto other;
    other.set_op_type(form.opType);
    other.set_name(output);
    *other.mutable_input() = node.input();
    other.add_output(output);
    for (const auto& [name, value] : form.attributes) {
        onnx::AttributeProto* attribute = other.add_attribute();
        attribute->set_name(name);
        attribute->set_type(onnx::AttributeProto::FLOAT);
        attribute->set_f(value);
    }
    return other;
}

void feed(onnx::GraphProto& graph, const std::vector<FedInput>& fed, const GraphPart& part)
{
    for (std::size_t k = 0; k < fed.size(); ++k) {
        const NodeInput& reader = fed[k].reader;
        if (!part.holds(reader.node))
            continue;
        graph.mutable_node(static_cast<int>(reader.node - part.first))
            ->set_input(static_cast<int>(reader.input), fedName(k));
        onnx::ValueInfoProto* input = graph.add_input();
        input->set_name(fedName(k));
        onnx::TypeProto::Tensor* type = input->mutable_type()->mutable_tensor_type();
        type->set_elem_type(onnx::TensorProto::FLOAT);
        type->mutable_shape(); // also that of a single number, which has no extents
        for (const std::int64_t extent : fed[k].shape)
            type->mutable_shape()->add_dim()->set_dim_value(extent);
    }
}

/// The outputs of @p graph: what it hands on as it is, and its results as they are switched.
void declareOutputs(onnx::GraphProto& graph, const SwitchLayout& layout, const GraphPart& part)
{
    const std::set<std::string> handed(part.handed.begin(), part.handed.end());
    google::protobuf::RepeatedPtrField<onnx::ValueInfoProto> outputs;
    for (const onnx::ValueInfoProto& output : graph.output()) {
        const std::string switched = switchedOutputName(layout, output.name());
        if (handed.contains(output.name()))
            *outputs.Add() = output;
        const bool isResult = std::find(part.results.begin(), part.results.end(), output.name()) != part.results.end();
        if (isResult && !(switched == output.name() && handed.contains(output.name()))) {
            onnx::ValueInfoProto* result = outputs.Add();
            *result = output;
            result->set_name(switched);
        }
    }
    graph.mutable_output()->Swap(&outputs);
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

void addSwitches(onnx::ModelProto& model, const SwitchLayout& layout, const GraphPart& part)
{
    onnx::OperatorSetIdProto* opset = model.add_opset_import();
    opset->set_domain(kSwitchDomain);
    opset->set_version(1);
    onnx::GraphProto& graph = *model.mutable_graph();
    const KnownTypes types(graph);
    const auto declare = [&](const std::string& name, const std::string& like) {
        if (const onnx::TypeProto* type = types.of(like)) {
            onnx::ValueInfoProto* info = graph.add_value_info();
            info->set_name(name);
            *info->mutable_type() = *type;
        }
    };
    std::unordered_map<std::string, std::vector<std::size_t>> slots; // by value
    const std::set<std::string> results(part.results.begin(), part.results.end());
    for (std::size_t slot = 0; slot < layout.switches.size(); ++slot) {
        const Switch& one = layout.switches[slot];
        bool isNeeded = one.isOutput && results.contains(one.value);
        for (const NodeInput& reader : one.readers) {
            if (!part.holds(reader.node))
                continue;
            isNeeded = true;
            graph.mutable_node(static_cast<int>(reader.node - part.first))
                ->set_input(static_cast<int>(reader.input), switchName(slot));
        }
        if (!isNeeded)
            continue;
        slots[one.value].push_back(slot);
        declare(switchName(slot), one.value);
    }
    declareOutputs(graph, layout, part);
    feed(graph, layout.fed, part);

    std::map<std::size_t, std::vector<std::size_t>> forms; // alternatives by node
    for (std::size_t k = 0; k < layout.alternatives.size(); ++k) {
        if (part.holds(layout.alternatives[k].node))
            forms[layout.alternatives[k].node].push_back(k);
    }
    google::protobuf::RepeatedPtrField<onnx::NodeProto> nodes;
    const auto addBehind = [&](const std::string& value) {
        const auto at = slots.find(value);
        if (at == slots.end())
            return;
        for (const std::size_t slot : at->second)
            nodes.Add(slotNode(kSwitchOperator, slot, {value}, switchName(slot), switchName(slot)));
    };
    const auto addWithForms = [&](onnx::NodeProto& node, const std::vector<std::size_t>& alternatives) {
        const std::string output = node.output(0);
        std::string chosen = alternativeName(alternatives.front()) + ".before";
        declare(chosen, output);
        const onnx::NodeProto original = node;
        node.set_output(0, chosen);
        nodes.Add(std::move(node));
        for (const std::size_t k : alternatives) {
            const std::string name = alternativeName(k);
            const std::string choice = k == alternatives.back() ? output : name + ".chosen";
            declare(name, output);
            declare(choice, output == choice ? std::string() : output);
            nodes.Add(formed(original, layout.alternatives[k].form, name));
            nodes.Add(slotNode(kChoiceOperator, k, {chosen, name}, choice, name + ".chosen"));
            chosen = choice;
        }
    };
    for (const onnx::ValueInfoProto& input : graph.input())
        addBehind(input.name());
    std::size_t position = part.first;
    for (onnx::NodeProto& node : *graph.mutable_node()) {
        const std::vector<std::string> outputs(node.output().begin(), node.output().end());
        const auto alternatives = forms.find(position++);
        if (alternatives != forms.end())
            addWithForms(node, alternatives->second);
        else
            nodes.Add(std::move(node));
        for (const std::string& output : outputs)
            addBehind(output);
    }
    graph.mutable_node()->Swap(&nodes);
}

} // namespace quantiscope
