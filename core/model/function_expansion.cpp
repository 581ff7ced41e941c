// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/function_expansion.h"

#include "core/model/message_text.h"
#include "core/model/subgraphs.h"

#include <onnx/onnx_pb.h>

#include <algorithm>
#include <string>
#include <unordered_map>

namespace quantiscope {

namespace {

/// What something expands to; counts stop one beyond the limits.
struct Expansion
{
    std::uint64_t nodes = 0;
    std::uint64_t bytes = 0;

    void add(const Expansion& other)
    {
        nodes = std::min(nodes + other.nodes, kMostExpandedNodes + 1);
        bytes = std::min(bytes + other.bytes, kMostExpandedBytes + 1);
    }
};

template <typename Proto>
std::string keyOf(const Proto& proto, const std::string& type)
{
    return proto.domain() + '\n' + type + '\n' + proto.overload();
}

class Counter
{
public:
    explicit Counter(const onnx::ModelProto& model)
    {
        for (const auto& function : model.functions())
            m_functions.emplace(keyOf(function, function.name()), &function);
    }

    template <typename Nodes>
    Expansion ofNodes(const Nodes& nodes)
    {
        Expansion sum;
        for (const onnx::NodeProto& node : nodes) {
            const auto count = [&](const onnx::NodeProto& inner) { sum.add(ofNode(inner)); };
            count(node);
            sum.add({0, node.ByteSizeLong()}); // with its subgraphs
            forEachSubgraph(node, [&](const onnx::GraphProto& graph) { forEachNode(graph, count); });
        }
        return sum;
    }

private:
    /// Nodes that the node itself stands for, without those of its subgraphs, and bytes of the body it calls.
    Expansion ofNode(const onnx::NodeProto& node)
    {
        const auto function = m_functions.find(keyOf(node, node.op_type()));
        if (function == m_functions.end())
            return {1, 0};
        const auto known = m_known.find(function->second);
        if (known != m_known.end())
            return known->second;
        const Expansion body = ofNodes(function->second->node());
        m_known.emplace(function->second, body);
        return body;
    }

    std::unordered_map<std::string, const onnx::FunctionProto*> m_functions;
    std::unordered_map<const onnx::FunctionProto*, Expansion> m_known;
};

} // namespace

Result<void> checkExpansion(const onnx::ModelProto& model)
{
    const Expansion all = Counter(model).ofNodes(model.graph().node());
    if (all.nodes > kMostExpandedNodes || all.bytes > kMostExpandedBytes) {
        return refused("The model's functions stand for more than " + std::to_string(kMostExpandedNodes)
                       + " nodes or 2 GiB, which is not supported.");
    }
    return {};
}

} // namespace quantiscope
