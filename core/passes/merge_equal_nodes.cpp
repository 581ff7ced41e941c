// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/equal_nodes.h"
#include "core/passes/passes.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace quantiscope {

namespace {

/// Of two names for the same value the one that is kept, whatever order the nodes come in.
bool isPreferred(const std::string& name, const std::string& other)
{
    return std::pair(name.size(), std::string_view(name)) < std::pair(other.size(), std::string_view(other));
}

} // namespace

void mergeEqualNodes(PassRun& run)
{
    const Graph& graph = run.graph();
    // Bodies of control flow know values by their names.
    const std::vector<std::size_t> first = firstEqualNodes(graph, [&graph](std::size_t i) {
        const Node& node = graph.nodes()[i];
        return std::none_of(node.outputs.begin(), node.outputs.end(), [&graph](const std::string& output) {
            return graph.isGraphOutput(output) || graph.isUsedBySubgraph(output);
        });
    });
    std::unordered_map<std::string, std::string> sources; ///< a removed node's value to the kept node's
    std::unordered_map<std::string, std::string> names; ///< a kept node's value to the name that it gets
    for (std::size_t i = 0; i < first.size(); ++i) {
        if (first[i] == i)
            continue;
        const Node& node = run.node(i);
        for (std::size_t k = 0; k < node.outputs.size(); ++k) {
            if (node.outputs[k].empty())
                continue;
            const std::string& kept = run.node(first[i]).outputs[k];
            sources.emplace(node.outputs[k], kept);
            std::string& name = names.emplace(kept, kept).first->second;
            if (isPreferred(node.outputs[k], name))
                name = node.outputs[k];
        }
        run.edit().removeNode(i);
        run.countChange();
    }
    const auto finalName = [&](const std::string& value) {
        const auto source = sources.find(value);
        const auto name = names.find(source == sources.end() ? value : source->second);
        return name == names.end() ? value : name->second;
    };
    for (std::size_t i = 0; i < graph.nodes().size() && !names.empty(); ++i) {
        for (std::size_t k = 0; k < run.node(i).inputs.size(); ++k)
            run.edit().setInput(i, k, finalName(run.node(i).inputs[k]));
        for (std::size_t k = 0; k < run.node(i).outputs.size(); ++k)
            run.edit().setOutput(i, k, finalName(run.node(i).outputs[k]));
    }
}

} // namespace quantiscope
