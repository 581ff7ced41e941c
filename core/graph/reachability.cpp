// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/reachability.h"

namespace quantiscope {

namespace {

template <typename Neighbours>
std::vector<bool> reached(const Graph& graph, std::span<const std::size_t> starts, std::span<const std::size_t> until,
                          Neighbours neighbours)
{
    std::vector<bool> seen(graph.nodes().size(), false);
    std::vector<bool> isLast(graph.nodes().size(), false);
    for (const std::size_t node : until)
        isLast[node] = true;
    std::vector<std::size_t> open(starts.begin(), starts.end());
    for (const std::size_t start : open)
        seen[start] = true;
    while (!open.empty()) {
        const std::size_t node = open.back();
        open.pop_back();
        if (isLast[node])
            continue;
        neighbours(node, [&](std::size_t next) {
            if (!seen[next]) {
                seen[next] = true;
                open.push_back(next);
            }
        });
    }
    return seen;
}

std::vector<bool> forwardOf(const Graph& graph, std::span<const std::size_t> from,
                            std::span<const std::size_t> until = {})
{
    return reached(graph, from, until, [&graph](std::size_t node, auto visit) {
        for (const std::string& output : graph.nodes()[node].outputs) {
            for (const std::size_t consumer : graph.consumersOf(output))
                visit(consumer);
            for (const std::size_t capturer : graph.capturersOf(output))
                visit(capturer);
        }
    });
}

std::vector<bool> backwardOf(const Graph& graph, std::span<const std::size_t> to,
                             std::span<const std::size_t> until = {})
{
    return reached(graph, to, until, [&graph](std::size_t node, auto visit) {
        for (const auto* values : {&graph.nodes()[node].inputs, &graph.nodes()[node].captures}) {
            for (const std::string& value : *values) {
                if (const auto producer = graph.producerOf(value))
                    visit(*producer);
            }
        }
    });
}

std::vector<std::size_t> positionsOf(const std::vector<bool>& wanted)
{
    std::vector<std::size_t> positions;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        if (wanted[i])
            positions.push_back(i);
    }
    return positions;
}

} // namespace

std::vector<std::size_t> nodesBetween(const Graph& graph, std::span<const std::size_t> from,
                                      std::span<const std::size_t> to)
{
    std::vector<bool> between = forwardOf(graph, from);
    const std::vector<bool> backward = backwardOf(graph, to);
    for (std::size_t i = 0; i < between.size(); ++i)
        between[i] = between[i] && backward[i];
    return positionsOf(between);
}

std::vector<std::size_t> nodesReachableFrom(const Graph& graph, std::span<const std::size_t> from,
                                            std::span<const std::size_t> until)
{
    return positionsOf(forwardOf(graph, from, until));
}

std::vector<std::size_t> nodesLeadingTo(const Graph& graph, std::span<const std::size_t> to,
                                        std::span<const std::size_t> until)
{
    return positionsOf(backwardOf(graph, to, until));
}

} // namespace quantiscope
