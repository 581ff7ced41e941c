// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/reachability.h"

namespace quantiscope {

namespace {

template <typename Neighbours>
std::vector<bool> reached(const Graph& graph, std::span<const std::size_t> starts, Neighbours neighbours)
{
    std::vector<bool> seen(graph.nodes().size(), false);
    std::vector<std::size_t> open(starts.begin(), starts.end());
    for (const std::size_t start : open)
        seen[start] = true;
    while (!open.empty()) {
        const std::size_t node = open.back();
        open.pop_back();
        neighbours(node, [&](std::size_t next) {
            if (!seen[next]) {
                seen[next] = true;
                open.push_back(next);
            }
        });
    }
    return seen;
}

} // namespace

std::vector<std::size_t> nodesBetween(const Graph& graph, std::span<const std::size_t> from,
                                      std::span<const std::size_t> to)
{
    const auto forward = reached(graph, from, [&graph](std::size_t node, auto visit) {
        for (const std::string& output : graph.nodes()[node].outputs) {
            for (const std::size_t consumer : graph.consumersOf(output))
                visit(consumer);
            for (const std::size_t capturer : graph.capturersOf(output))
                visit(capturer);
        }
    });
    const auto backward = reached(graph, to, [&graph](std::size_t node, auto visit) {
        for (const auto* values : {&graph.nodes()[node].inputs, &graph.nodes()[node].captures}) {
            for (const std::string& value : *values) {
                if (const auto producer = graph.producerOf(value))
                    visit(*producer);
            }
        }
    });
    std::vector<std::size_t> between;
    for (std::size_t i = 0; i < forward.size(); ++i) {
        if (forward[i] && backward[i])
            between.push_back(i);
    }
    return between;
}

} // namespace quantiscope
