// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/graph_union.h"

#include "core/graph/needed_nodes.h"
#include "core/model/subgraphs.h"

#include <onnx/onnx_pb.h>

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace quantiscope {

namespace {

constexpr std::size_t kSmallConstant = 4096; ///< bytes; equal ones are found whatever their names are

void append(std::string& key, std::string_view part)
{
    key += std::to_string(part.size());
    key += ':';
    key += part;
}

/// Operators that give something else each time: only the same node is the same.
bool isRandom(const std::string& opType)
{
    constexpr std::array<std::string_view, 7> kTypes{"Bernoulli",        "Dropout",       "Multinomial",
                                                     "RandomNormal",     "RandomUniform", "RandomNormalLike",
                                                     "RandomUniformLike"};
    return std::find(kTypes.begin(), kTypes.end(), opType) != kTypes.end();
}

/// A text that is equal for nodes that compute the same of @p inputs and @p captures.
std::string keyOf(const onnx::NodeProto& node, std::span<const std::string> inputs,
                  std::span<const std::string> captures)
{
    std::string key;
    append(key, node.domain());
    append(key, node.op_type());
    if (isRandom(node.op_type()))
        append(key, node.name());
    std::map<std::string, std::string> attributes;
    for (const onnx::AttributeProto& attribute : node.attribute())
        attribute.SerializeToString(&attributes[attribute.name()]);
    key += std::to_string(attributes.size());
    for (const auto& [name, bytes] : attributes)
        append(key, bytes);
    for (const std::string& output : node.output())
        key += output.empty() ? '-' : '+';
    for (const std::string& input : inputs)
        append(key, input);
    key += '|';
    for (const std::string& capture : captures)
        append(key, capture);
    return key;
}

/// Lets everything inside of @p graph read the new names. Names are unique across scopes, so none is hidden.
void renameReads(onnx::GraphProto& graph, const std::unordered_map<std::string, std::string>& names)
{
    for (onnx::NodeProto& node : *graph.mutable_node()) {
        for (std::string& input : *node.mutable_input()) {
            if (const auto renamed = names.find(input); renamed != names.end())
                input = renamed->second;
        }
        forEachSubgraph(node, [&names](onnx::GraphProto& body) { renameReads(body, names); });
    }
}

std::string contentKey(const onnx::TensorProto& tensor, std::span<const std::byte> bytes)
{
    std::string key = std::to_string(tensor.data_type());
    for (const std::int64_t extent : tensor.dims())
        key += 'x' + std::to_string(extent);
    append(key, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    return key;
}

/// A source's initializers by name.
using Initializers = std::unordered_map<std::string, const onnx::TensorProto*>;

Initializers initializersOf(const Model& model)
{
    Initializers found;
    for (const onnx::TensorProto& tensor : model.graph().initializer())
        found.emplace(tensor.name(), &tensor);
    return found;
}

} // namespace

struct GraphUnion::State
{
    explicit State(const Graph& source) : base(source), model(source.model().clone()) { }

    std::string uniqueName(const std::string& wanted)
    {
        std::string name = wanted;
        for (std::size_t number = 1; !names.insert(name).second; ++number)
            name = wanted + "_" + std::to_string(number);
        return name;
    }

    const Graph& base;
    Model model;
    onnx::GraphProto* graph = nullptr;
    std::unordered_set<std::string> names; ///< of values and nodes
    std::unordered_map<std::string, std::vector<std::string>> known; ///< outputs of nodes by key
    std::unordered_map<std::string, std::string> constants; ///< small initializers by content
    std::unordered_map<const Graph*, Initializers> sources;
    std::map<std::pair<const Graph*, std::string>, std::string> initializers; ///< names here
};

GraphUnion::GraphUnion(const Graph& base, Nodes nodes) : m_state(std::make_unique<State>(base))
{
    State& state = *m_state;
    state.graph = state.model.mutableProto().mutable_graph();
    onnx::GraphProto& graph = *state.graph;
    graph.clear_value_info();
    if (nodes == Nodes::None) {
        graph.clear_node();
        graph.clear_input();
        graph.clear_output();
    }
    collectValueNames(graph, state.names);
    for (const onnx::TensorProto& tensor : graph.initializer()) {
        const std::span<const std::byte> bytes = state.model.bytesOf(tensor);
        if (bytes.size() <= kSmallConstant)
            state.constants.emplace(contentKey(tensor, bytes), tensor.name());
    }
    for (const onnx::NodeProto& node : graph.node()) {
        state.names.insert(node.name());
        const std::set<std::string> captures = outerScopeReads(node);
        const std::vector<std::string> inputs(node.input().begin(), node.input().end());
        const std::vector<std::string> captured(captures.begin(), captures.end());
        state.known.emplace(keyOf(node, inputs, captured),
                            std::vector<std::string>(node.output().begin(), node.output().end()));
    }
    state.sources.emplace(&base, initializersOf(base.model()));
}

GraphUnion::~GraphUnion() = default;

Result<void> GraphUnion::import(const Graph& source)
{
    onnx::ModelProto& proto = m_state->model.mutableProto();
    for (const onnx::OperatorSetIdProto& wanted : source.model().proto().opset_import()) {
        const std::string domain = wanted.domain() == "ai.onnx" ? std::string() : wanted.domain();
        const int here = m_state->model.opset(domain);
        if (here == 0) {
            *proto.add_opset_import() = wanted;
        } else if (here != wanted.version()) {
            return Error{ErrorCode::ModelRefused,
                         "The models use different versions of the operator set '"
                             + (domain.empty() ? std::string("ai.onnx") : domain) + "': " + std::to_string(here)
                             + " and " + std::to_string(wanted.version()) + "; they cannot run as one graph.",
                         domain};
        }
    }
    proto.set_ir_version(std::max(proto.ir_version(), source.model().proto().ir_version()));
    m_state->graph = proto.mutable_graph();
    m_state->sources.emplace(&source, initializersOf(source.model()));
    return {};
}

std::string GraphUnion::initializer(const Graph& source, const std::string& name)
{
    State& state = *m_state;
    const auto [known, isNew] = state.initializers.try_emplace({&source, name});
    if (!isNew)
        return known->second;
    const onnx::TensorProto& tensor = *state.sources.at(&source).at(name);
    const std::span<const std::byte> bytes = source.model().bytesOf(tensor);
    const Initializers& ofBase = state.sources.at(&state.base);
    if (const auto same = ofBase.find(name); same != ofBase.end()) {
        const onnx::TensorProto& there = *same->second;
        const std::span<const std::byte> elements = state.base.model().bytesOf(there);
        if (there.data_type() == tensor.data_type() && std::ranges::equal(there.dims(), tensor.dims())
            && std::ranges::equal(elements, bytes))
            return known->second = name;
    }
    if (bytes.size() <= kSmallConstant) {
        const auto [content, isFirst] = state.constants.try_emplace(contentKey(tensor, bytes));
        if (!isFirst)
            return known->second = content->second;
        content->second = known->second = state.uniqueName(name);
    } else {
        known->second = state.uniqueName(name);
    }
    onnx::TensorProto& copy = *state.graph->add_initializer();
    copy.set_name(known->second);
    copy.set_data_type(tensor.data_type());
    copy.mutable_dims()->CopyFrom(tensor.dims());
    copy.set_raw_data(bytes.data(), bytes.size());
    return known->second;
}

std::vector<std::string> GraphUnion::add(const Graph& source, std::size_t node, std::span<const std::string> inputs,
                                         std::span<const std::string> captures)
{
    State& state = *m_state;
    const onnx::NodeProto& original = source.model().graph().node(static_cast<int>(node));
    const auto [known, isNew] = state.known.try_emplace(keyOf(original, inputs, captures));
    if (!isNew)
        return known->second;
    onnx::NodeProto& copy = *state.graph->add_node();
    copy = original;
    copy.set_name(state.uniqueName(original.name()));
    copy.mutable_input()->Assign(inputs.begin(), inputs.end());
    for (std::string& output : *copy.mutable_output()) {
        if (!output.empty())
            output = state.uniqueName(output);
    }
    std::unordered_map<std::string, std::string> renamed;
    const std::vector<std::string>& captured = source.nodes()[node].captures;
    for (std::size_t i = 0; i < captured.size(); ++i) {
        if (captured[i] != captures[i])
            renamed.emplace(captured[i], captures[i]);
    }
    if (!renamed.empty())
        forEachSubgraph(copy, [&renamed](onnx::GraphProto& body) { renameReads(body, renamed); });
    known->second.assign(copy.output().begin(), copy.output().end());
    return known->second;
}

void GraphUnion::addOutput(const std::string& value, DataType type)
{
    onnx::ValueInfoProto& output = *m_state->graph->add_output();
    output.set_name(value);
    output.mutable_type()->mutable_tensor_type()->set_elem_type(static_cast<std::int32_t>(type));
}

Result<Model> GraphUnion::finish(std::span<const std::string> alsoRead)
{
    onnx::GraphProto& graph = *m_state->graph;
    std::unordered_set<std::string> reads = readValues(graph);
    reads.insert(alsoRead.begin(), alsoRead.end());
    google::protobuf::RepeatedPtrField<onnx::TensorProto>& initializers = *graph.mutable_initializer();
    int kept = 0;
    for (int i = 0; i < initializers.size(); ++i) {
        if (reads.contains(initializers.Get(i).name()))
            initializers.SwapElements(kept++, i);
    }
    initializers.DeleteSubrange(kept, initializers.size() - kept);
    if (const Result<void> checked = m_state->model.refresh(); !checked)
        return checked.error();
    return std::move(m_state->model);
}

} // namespace quantiscope
