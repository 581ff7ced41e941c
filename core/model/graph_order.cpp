// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/graph_checks.h"
#include "core/model/message_text.h"
#include "core/model/subgraphs.h"

#include <onnx/onnx_pb.h>

#include <algorithm>
#include <functional>
#include <queue>
#include <string>
#include <unordered_map>
#include <vector>

namespace quantiscope {

namespace {

/// For every node the nodes that it must follow, by index; a node may be listed more than once.
std::vector<std::vector<int>> predecessors(const onnx::GraphProto& graph)
{
    std::unordered_map<std::string, int> producers;
    for (int i = 0; i < graph.node_size(); ++i) {
        for (const auto& output : graph.node(i).output()) {
            if (!output.empty())
                producers.emplace(output, i);
        }
    }
    std::vector<std::vector<int>> before(static_cast<std::size_t>(graph.node_size()));
    for (int i = 0; i < graph.node_size(); ++i) {
        const auto add = [&](const std::string& value) {
            const auto producer = producers.find(value);
            if (producer != producers.end())
                before[static_cast<std::size_t>(i)].push_back(producer->second);
        };
        const onnx::NodeProto& node = graph.node(i);
        std::for_each(node.input().begin(), node.input().end(), add);
        if (hasSubgraphs(node)) {
            const auto reads = outerScopeReads(node);
            std::for_each(reads.begin(), reads.end(), add);
        }
    }
    return before;
}

bool isSorted(const std::vector<std::vector<int>>& before)
{
    for (std::size_t i = 0; i < before.size(); ++i) {
        for (const int producer : before[i]) {
            if (producer >= static_cast<int>(i))
                return false;
        }
    }
    return true;
}

/// Every node in @p left has a predecessor in @p left, so walking backwards must come around.
Error cycleError(const onnx::GraphProto& graph, const std::vector<std::vector<int>>& before,
                 const std::vector<bool>& done)
{
    int current = static_cast<int>(std::find(done.begin(), done.end(), false) - done.begin());
    std::vector<int> walk;
    std::vector<int> position(done.size(), -1);
    while (position[static_cast<std::size_t>(current)] < 0) {
        position[static_cast<std::size_t>(current)] = static_cast<int>(walk.size());
        walk.push_back(current);
        const auto& candidates = before[static_cast<std::size_t>(current)];
        current = *std::find_if(candidates.begin(), candidates.end(),
                                [&](int node) { return !done[static_cast<std::size_t>(node)]; });
    }
    // From here on walk[] is the cycle, in the direction against the data flow.
    std::vector<int> cycle(walk.begin() + position[static_cast<std::size_t>(current)], walk.end());
    std::reverse(cycle.begin(), cycle.end());
    std::rotate(cycle.begin(), std::min_element(cycle.begin(), cycle.end()), cycle.end());

    const onnx::NodeProto& first = graph.node(cycle[0]);
    if (cycle.size() == 1)
        return refused("The graph is cyclic: " + describe(first) + " reads its own output.", first.name());
    std::string path = describe(first);
    for (std::size_t i = 1; i < std::min<std::size_t>(cycle.size(), 3); ++i)
        path += " feeds " + describe(graph.node(cycle[i])) + ", which";
    if (cycle.size() > 3)
        path += ", through " + std::to_string(cycle.size() - 3) + " more nodes,";
    return refused("The graph is cyclic: " + path + " feeds the first one again.", first.name());
}

} // namespace

Result<void> sortNodes(onnx::GraphProto& graph)
{
    const auto before = predecessors(graph);
    if (isSorted(before))
        return {};

    std::vector<std::vector<int>> after(before.size());
    std::vector<int> waitingFor(before.size(), 0);
    std::priority_queue<int, std::vector<int>, std::greater<>> ready; // the lowest index first: a stable order
    for (std::size_t i = 0; i < before.size(); ++i) {
        for (const int producer : before[i])
            after[static_cast<std::size_t>(producer)].push_back(static_cast<int>(i));
        waitingFor[i] = static_cast<int>(before[i].size());
        if (before[i].empty())
            ready.push(static_cast<int>(i));
    }
    std::vector<int> order;
    std::vector<bool> done(before.size(), false);
    while (!ready.empty()) {
        const int node = ready.top();
        ready.pop();
        order.push_back(node);
        done[static_cast<std::size_t>(node)] = true;
        for (const int follower : after[static_cast<std::size_t>(node)]) {
            if (--waitingFor[static_cast<std::size_t>(follower)] == 0)
                ready.push(follower);
        }
    }
    if (order.size() != before.size())
        return cycleError(graph, before, done);

    google::protobuf::RepeatedPtrField<onnx::NodeProto> sorted;
    sorted.Reserve(graph.node_size());
    for (const int index : order)
        sorted.Add(std::move(*graph.mutable_node(index)));
    graph.mutable_node()->Swap(&sorted);
    return {};
}

} // namespace quantiscope
