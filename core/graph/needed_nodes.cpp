// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/needed_nodes.h"

#include "core/model/subgraphs.h"

#include <onnx/onnx_pb.h>

#include <cstddef>
#include <set>
#include <unordered_map>

namespace quantiscope {

std::unordered_set<std::string> readValues(const onnx::GraphProto& graph)
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

std::vector<bool> neededNodes(const onnx::GraphProto& graph, const std::vector<bool>& removed)
{
    std::unordered_map<std::string, int> producers;
    for (int i = 0; i < graph.node_size(); ++i) {
        if (removed[static_cast<std::size_t>(i)])
            continue;
        for (const std::string& output : graph.node(i).output())
            producers.emplace(output, i);
    }
    std::vector<bool> needed(static_cast<std::size_t>(graph.node_size()), false);
    std::vector<int> open;
    const auto need = [&](const std::string& value) {
        const auto at = producers.find(value);
        if (value.empty() || at == producers.end() || needed[static_cast<std::size_t>(at->second)])
            return;
        needed[static_cast<std::size_t>(at->second)] = true;
        open.push_back(at->second);
    };
    for (const onnx::ValueInfoProto& output : graph.output())
        need(output.name());
    while (!open.empty()) {
        const onnx::NodeProto& node = graph.node(open.back());
        open.pop_back();
        for (const std::string& input : node.input())
            need(input);
        for (const std::string& captured : outerScopeReads(node))
            need(captured);
    }
    return needed;
}

} // namespace quantiscope
