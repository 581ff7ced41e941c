// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/graph_rewriter.h"

#include "core/model/subgraphs.h"

#include <onnx/onnx_pb.h>

#include <algorithm>
#include <cstring>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace quantiscope {

struct GraphRewriter::State
{
    explicit State(Model taken)
        : model(std::move(taken))
        , graph(model.mutableProto().mutable_graph())
        , removed(static_cast<std::size_t>(graph->node_size()), false)
    {
        for (const auto& [name, spec] : model.values())
            names.insert(name);
        // Names inside of bodies count as well: a body would hide an outer value of the same name.
        collectValueNames(*graph, names);
        forEachNode(std::as_const(*graph), [this](const onnx::NodeProto& node) { names.insert(node.name()); });
    }

    Model model;
    onnx::GraphProto* graph;
    std::vector<bool> removed;
    std::unordered_set<std::string> names;
    std::unordered_map<std::string, std::size_t> nextNumbers; ///< per wanted name, the last one given
};

namespace {

/// Every value that a node or a body inside it reads, and the graph's outputs.
std::unordered_set<std::string> collectReads(const onnx::GraphProto& graph)
{
    std::unordered_set<std::string> reads;
    for (const onnx::ValueInfoProto& output : graph.output())
        reads.insert(output.name());
    for (const onnx::NodeProto& node : graph.node()) {
        reads.insert(node.input().begin(), node.input().end());
        const std::set<std::string> captured = outerScopeReads(node);
        reads.insert(captured.begin(), captured.end());
    }
    return reads;
}

template <typename List, typename Keep>
void keepIf(List& list, Keep keep)
{
    int kept = 0;
    for (int i = 0; i < list.size(); ++i) {
        if (!keep(i))
            continue;
        if (kept != i)
            list.SwapElements(kept, i);
        ++kept;
    }
    list.DeleteSubrange(kept, list.size() - kept);
}

} // namespace

GraphRewriter::GraphRewriter(Model model) : m_state(std::make_unique<State>(std::move(model)))
{
}

GraphRewriter::~GraphRewriter() = default;

const Model& GraphRewriter::model() const
{
    return m_state->model;
}

void GraphRewriter::setInput(std::size_t node, std::size_t input, const std::string& value)
{
    m_state->graph->mutable_node(static_cast<int>(node))->set_input(static_cast<int>(input), value);
}

void GraphRewriter::setOutput(std::size_t node, std::size_t output, const std::string& value)
{
    m_state->graph->mutable_node(static_cast<int>(node))->set_output(static_cast<int>(output), value);
}

void GraphRewriter::setFloatAttribute(std::size_t node, const std::string& name, float value)
{
    onnx::NodeProto* proto = m_state->graph->mutable_node(static_cast<int>(node));
    auto& attributes = *proto->mutable_attribute();
    auto attribute = std::find_if(attributes.begin(), attributes.end(),
                                  [&name](const auto& candidate) { return candidate.name() == name; });
    if (attribute == attributes.end()) {
        proto->add_attribute()->set_name(name);
        attribute = attributes.end() - 1;
    }
    attribute->set_type(onnx::AttributeProto::FLOAT);
    attribute->set_f(value);
}

void GraphRewriter::removeNode(std::size_t node)
{
    m_state->removed[node] = true;
}

void GraphRewriter::addNode(const NewNode& node)
{
    onnx::NodeProto* proto = m_state->graph->add_node();
    m_state->removed.push_back(false);
    proto->set_op_type(node.opType);
    proto->set_domain(node.domain);
    proto->set_name(node.name);
    for (const std::string& input : node.inputs)
        proto->add_input(input);
    for (const std::string& output : node.outputs) {
        proto->add_output(output);
        m_state->names.insert(output);
    }
    m_state->names.insert(node.name);
    if (node.axis) {
        onnx::AttributeProto* attribute = proto->add_attribute();
        attribute->set_name("axis");
        attribute->set_type(onnx::AttributeProto::INT);
        attribute->set_i(*node.axis);
    }
}

void GraphRewriter::addInitializer(const std::string& name, DataType type, std::span<const std::int64_t> shape,
                                   std::span<const std::byte> bytes)
{
    onnx::TensorProto* tensor = m_state->graph->add_initializer();
    tensor->set_name(name);
    tensor->set_data_type(static_cast<std::int32_t>(type));
    for (const std::int64_t extent : shape)
        tensor->add_dims(extent);
    tensor->set_raw_data(bytes.data(), bytes.size());
    m_state->names.insert(name);
}

void GraphRewriter::importOpset(const std::string& domain, int version)
{
    onnx::ModelProto& proto = m_state->model.mutableProto();
    for (onnx::OperatorSetIdProto& opset : *proto.mutable_opset_import()) {
        if (opset.domain() == domain) {
            opset.set_version(version);
            return;
        }
    }
    onnx::OperatorSetIdProto* opset = proto.add_opset_import();
    opset->set_domain(domain);
    opset->set_version(version);
}

std::string GraphRewriter::uniqueName(const std::string& wanted)
{
    if (m_state->names.insert(wanted).second)
        return wanted;
    std::size_t& next = m_state->nextNumbers[wanted];
    for (;;) {
        std::string name = wanted + "_" + std::to_string(++next);
        if (m_state->names.insert(name).second)
            return name;
    }
}

Result<Model> GraphRewriter::finish()
{
    onnx::GraphProto* graph = m_state->graph;
    keepIf(*graph->mutable_node(), [this](int i) { return !m_state->removed[static_cast<std::size_t>(i)]; });
    const std::unordered_set<std::string> reads = collectReads(*graph);
    keepIf(*graph->mutable_initializer(), [&](int i) { return reads.count(graph->initializer(i).name()) > 0; });
    graph->clear_value_info();
    onnx::ModelProto& proto = m_state->model.mutableProto();
    proto.clear_producer_name();
    proto.clear_producer_version();
    const Result<void> checked = m_state->model.refresh();
    if (!checked)
        return checked.error();
    return std::move(m_state->model);
}

} // namespace quantiscope
