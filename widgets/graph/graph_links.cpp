// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/graph_links.h"

#include <unordered_map>
#include <utility>

namespace quantiscope {

GraphLinks::GraphLinks(const Graph& graph, const FoldedNodes& folded)
    : nodeCount(int(graph.nodes().size())), reads(graph.nodes().size())
{
    if (folded.folds) {
        for (int node = 0; node < nodeCount; ++node)
            isHidden.push_back(folded.isHidden(node));
    }
    std::unordered_map<std::string, int> numbers; // of values
    for (const TensorSpec& input : graph.model().inputs()) {
        numbers.emplace(input.name, int(values.size()));
        values.push_back({input.name, nodeCount + int(inputs.size()), false});
        inputs.push_back(input.name);
    }
    const auto numberOf = [&](const std::string& read) {
        const std::string& name = folded.shown(read);
        if (const auto known = numbers.find(name); known != numbers.end())
            return known->second;
        const auto producer = graph.producerOf(name);
        if (!producer)
            return -1;
        numbers.emplace(name, int(values.size()));
        values.push_back({name, int(*producer), false});
        return int(values.size()) - 1;
    };
    std::vector<std::size_t> readers(values.size(), 0);
    std::vector<std::size_t> lastReader(values.size(), reads.size()); // of each value; a Concat may read 100,000
    for (std::size_t i = 0; i < reads.size(); ++i) {
        if (!isHidden.empty() && isHidden[i])
            continue;
        const Node& node = graph.nodes()[i];
        for (const auto* names : {&node.inputs, &node.captures}) {
            for (const std::string& name : *names) {
                const int value = name.empty() ? -1 : numberOf(name);
                if (value < 0)
                    continue;
                readers.resize(values.size(), 0);
                lastReader.resize(values.size(), reads.size());
                if (std::exchange(lastReader[std::size_t(value)], i) == i)
                    continue;
                reads[i].push_back(value);
                ++readers[std::size_t(value)];
            }
        }
    }
    for (std::size_t i = 0; i < readers.size(); ++i)
        values[i].isGlobal = readers[i] > kMostLines;
    for (const TensorSpec& output : graph.model().outputs()) {
        if (const int value = numberOf(output.name); value >= 0)
            outputs.push_back({output.name, value});
    }
}

} // namespace quantiscope
