// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/visiting_order.h"

#include <algorithm>
#include <set>

namespace quantiscope {

std::vector<std::size_t> visitingOrder(const Graph& graph)
{
    const std::vector<Node>& nodes = graph.nodes();
    std::vector<std::size_t> order;
    std::vector<std::size_t> pending(nodes.size(), 0);
    std::set<std::string> given; // sorted: initializers and graph inputs, each once
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        for (const std::string& input : nodes[i].inputs) {
            if (input.empty())
                continue;
            ++pending[i];
            if (!graph.producerOf(input))
                given.insert(input);
        }
        if (pending[i] == 0)
            order.push_back(i);
    }
    const auto countOff = [&](const std::string& value) {
        for (const std::size_t reader : graph.consumersOf(value)) {
            if (--pending[reader] == 0)
                order.push_back(reader);
        }
    };
    for (const std::string& value : given)
        countOff(value);
    for (std::size_t placed = 0; placed < order.size(); ++placed) {
        for (const std::string& output : nodes[order[placed]].outputs) {
            if (!output.empty())
                countOff(output);
        }
    }
    return order;
}

} // namespace quantiscope
