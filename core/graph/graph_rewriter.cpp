// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/graph_rewriter.h"

#include "core/graph/needed_nodes.h"
#include "core/model/subgraphs.h"

#include <onnx/onnx_pb.h>

#include <algorithm>
#include <cassert>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace quantiscope {

namespace {

void store(onnx::AttributeProto& attribute, const std::string& name, const AttributeValue& value)
{
    attribute.Clear();
    attribute.set_name(name);
    if (const auto* number = std::get_if<std::int64_t>(&value)) {
        attribute.set_type(onnx::AttributeProto::INT);
        attribute.set_i(*number);
    } else if (const auto* real = std::get_if<float>(&value)) {
        attribute.set_type(onnx::AttributeProto::FLOAT);
        attribute.set_f(*real);
    } else if (const auto* text = std::get_if<std::string>(&value)) {
        attribute.set_type(onnx::AttributeProto::STRING);
        attribute.set_s(*text);
    } else if (const auto* numbers = std::get_if<std::vector<std::int64_t>>(&value)) {
        attribute.set_type(onnx::AttributeProto::INTS);
        attribute.mutable_ints()->Add(numbers->begin(), numbers->end());
    } else if (const auto* reals = std::get_if<std::vector<float>>(&value)) {
        attribute.set_type(onnx::AttributeProto::FLOATS);
        attribute.mutable_floats()->Add(reals->begin(), reals->end());
    }
}

/// Sets the entry @p key of @p metadata.
void store(google::protobuf::RepeatedPtrField<onnx::StringStringEntryProto>& metadata, const std::string& key,
           const std::string& value)
{
    const auto at =
        std::find_if(metadata.begin(), metadata.end(), [&key](const auto& each) { return each.key() == key; });
    onnx::StringStringEntryProto& entry = at == metadata.end() ? *metadata.Add() : *at;
    entry.set_key(key);
    entry.set_value(value);
}

/// The declared shapes of the input or output @p value: two of an input that is handed on as an output.
std::vector<onnx::TensorShapeProto*> declaredShapes(onnx::GraphProto& graph, const std::string& value)
{
    std::vector<onnx::TensorShapeProto*> shapes;
    for (auto* list : {graph.mutable_input(), graph.mutable_output()}) {
        for (onnx::ValueInfoProto& declared : *list) {
            if (declared.name() == value)
                shapes.push_back(declared.mutable_type()->mutable_tensor_type()->mutable_shape());
        }
    }
    assert(!shapes.empty());
    return shapes;
}

} // namespace

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

    void write(onnx::NodeProto& proto, const NewNode& node)
    {
        proto.Clear();
        proto.set_op_type(node.opType);
        proto.set_domain(node.domain);
        proto.set_name(node.name);
        for (const std::string& input : node.inputs)
            proto.add_input(input);
        for (const std::string& output : node.outputs) {
            proto.add_output(output);
            names.insert(output);
        }
        names.insert(node.name);
        for (const auto& [name, value] : node.attributes)
            store(*proto.add_attribute(), name, value);
    }

    Model model;
    onnx::GraphProto* graph;
    std::vector<bool> removed;
    std::unordered_set<std::string> names;
    std::unordered_map<std::string, std::size_t> nextNumbers; ///< per wanted name, the last one given
    std::unordered_map<std::string, int> initializers; ///< positions, of those looked for or added so far
    int indexed = 0; ///< initializers before this one are in the map
};

namespace {

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

void GraphRewriter::setAttribute(std::size_t node, const std::string& name, const AttributeValue& value)
{
    onnx::NodeProto* proto = m_state->graph->mutable_node(static_cast<int>(node));
    for (onnx::AttributeProto& attribute : *proto->mutable_attribute()) {
        if (attribute.name() == name)
            return store(attribute, name, value);
    }
    store(*proto->add_attribute(), name, value);
}

void GraphRewriter::setNodeMetadata(std::size_t node, const std::string& key, const std::string& value)
{
    constexpr std::int64_t kFirstWithMetadata = 10; // IR version
    onnx::ModelProto& proto = m_state->model.mutableProto();
    proto.set_ir_version(std::max<std::int64_t>(proto.ir_version(), kFirstWithMetadata));
    store(*m_state->graph->mutable_node(static_cast<int>(node))->mutable_metadata_props(), key, value);
}

void GraphRewriter::setModelMetadata(const std::string& key, const std::string& value)
{
    store(*m_state->model.mutableProto().mutable_metadata_props(), key, value);
}

void GraphRewriter::addInput(std::size_t node, const std::string& value)
{
    m_state->graph->mutable_node(static_cast<int>(node))->add_input(value);
}

void GraphRewriter::replaceNode(std::size_t node, const NewNode& by)
{
    m_state->write(*m_state->graph->mutable_node(static_cast<int>(node)), by);
}

void GraphRewriter::setOperator(std::size_t node, const std::string& opType)
{
    onnx::NodeProto* proto = m_state->graph->mutable_node(static_cast<int>(node));
    proto->set_op_type(opType);
    proto->clear_attribute();
}

void GraphRewriter::setOperatorType(std::size_t node, const std::string& opType)
{
    m_state->graph->mutable_node(static_cast<int>(node))->set_op_type(opType);
}

void GraphRewriter::removeNode(std::size_t node)
{
    m_state->removed[node] = true;
}

void GraphRewriter::addNode(const NewNode& node)
{
    m_state->write(*m_state->graph->add_node(), node);
    m_state->removed.push_back(false);
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

void GraphRewriter::setInitializer(const std::string& name, DataType type, std::span<const std::int64_t> shape,
                                   std::span<const std::byte> bytes)
{
    onnx::GraphProto& graph = *m_state->graph;
    for (; m_state->indexed < graph.initializer_size(); ++m_state->indexed)
        m_state->initializers.emplace(graph.initializer(m_state->indexed).name(), m_state->indexed);
    const auto at = m_state->initializers.find(name);
    assert(at != m_state->initializers.end());
    onnx::TensorProto* tensor = graph.mutable_initializer(at->second);
    const std::string elements(reinterpret_cast<const char*>(bytes.data()), bytes.size()); // may be the tensor's own
    tensor->Clear();
    tensor->set_name(name);
    tensor->set_data_type(static_cast<std::int32_t>(type));
    for (const std::int64_t extent : shape)
        tensor->add_dims(extent);
    tensor->set_raw_data(elements);
}

void GraphRewriter::setDeclaredShape(const std::string& value, std::span<const std::int64_t> shape)
{
    for (onnx::TensorShapeProto* proto : declaredShapes(*m_state->graph, value)) {
        proto->clear_dim();
        for (const std::int64_t extent : shape) {
            onnx::TensorShapeProto::Dimension* dimension = proto->add_dim();
            if (extent >= 0)
                dimension->set_dim_value(extent);
        }
    }
}

void GraphRewriter::permuteDeclaredShape(const std::string& value, std::span<const std::size_t> permutation)
{
    for (onnx::TensorShapeProto* proto : declaredShapes(*m_state->graph, value)) {
        assert(static_cast<std::size_t>(proto->dim_size()) == permutation.size());
        const onnx::TensorShapeProto before = *proto;
        for (std::size_t axis = 0; axis < permutation.size(); ++axis)
            *proto->mutable_dim(static_cast<int>(axis)) = before.dim(static_cast<int>(permutation[axis]));
    }
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

std::size_t GraphRewriter::removeDeadNodes()
{
    const std::vector<bool> needed = neededNodes(*m_state->graph, m_state->removed);
    std::size_t count = 0;
    for (std::size_t i = 0; i < needed.size(); ++i) {
        if (needed[i] || m_state->removed[i])
            continue;
        m_state->removed[i] = true;
        ++count;
    }
    return count;
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
    const std::unordered_set<std::string> reads = readValues(*graph);
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
