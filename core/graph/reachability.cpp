// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/reachability.h"

#include <algorithm>

namespace quantiscope {

namespace {

/// Positions of nodes.
struct Range
{
    std::size_t first = 0;
    std::size_t end = 0; ///< behind the last

    [[nodiscard]] bool contains(std::size_t node) const { return node >= first && node < end; }
};

Range allOf(const Graph& graph)
{
    return {0, graph.nodes().size()};
}

/// What those of @p starts in @p range lead to by @p neighbours without leaving it; its first node is the first.
template <typename Neighbours>
std::vector<bool> reached(const Range& range, std::span<const std::size_t> starts, std::span<const std::size_t> until,
                          Neighbours neighbours)
{
    std::vector<bool> seen(range.end - range.first, false);
    std::vector<bool> isLast(until.empty() ? 0 : seen.size(), false);
    for (const std::size_t node : until)
        isLast[node - range.first] = true;
    std::vector<std::size_t> open;
    const auto visit = [&](std::size_t node) {
        if (range.contains(node) && !seen[node - range.first]) {
            seen[node - range.first] = true;
            open.push_back(node);
        }
    };
    for (const std::size_t start : starts)
        visit(start);
    while (!open.empty()) {
        const std::size_t node = open.back();
        open.pop_back();
        if (isLast.empty() || !isLast[node - range.first])
            neighbours(node, visit);
    }
    return seen;
}

std::vector<bool> forwardOf(const Graph& graph, const Range& range, std::span<const std::size_t> from,
                            std::span<const std::size_t> until = {})
{
    return reached(range, from, until, [&graph](std::size_t node, auto visit) {
        for (const std::string& output : graph.nodes()[node].outputs) {
            for (const std::size_t consumer : graph.consumersOf(output))
                visit(consumer);
            for (const std::size_t capturer : graph.capturersOf(output))
                visit(capturer);
        }
    });
}

std::vector<bool> backwardOf(const Graph& graph, const Range& range, std::span<const std::size_t> to,
                             std::span<const std::size_t> until = {})
{
    return reached(range, to, until, [&graph](std::size_t node, auto visit) {
        for (const auto* values : {&graph.nodes()[node].inputs, &graph.nodes()[node].captures}) {
            for (const std::string& value : *values) {
                if (const auto producer = graph.producerOf(value))
                    visit(*producer);
            }
        }
    });
}

std::vector<std::size_t> positionsOf(const std::vector<bool>& wanted, std::size_t first = 0)
{
    std::vector<std::size_t> positions;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        if (wanted[i])
            positions.push_back(first + i);
    }
    return positions;
}

} // namespace

std::vector<std::size_t> nodesBetween(const Graph& graph, std::span<const std::size_t> from,
                                      std::span<const std::size_t> to)
{
    if (from.empty() || to.empty())
        return {};
    // Values are made before they are read: no path leaves what lies between the first start and the last end.
    const Range range{*std::min_element(from.begin(), from.end()), *std::max_element(to.begin(), to.end()) + 1};
    if (range.first >= range.end)
        return {};
    std::vector<bool> between = forwardOf(graph, range, from);
    const std::vector<bool> backward = backwardOf(graph, range, to);
    for (std::size_t i = 0; i < between.size(); ++i)
        between[i] = between[i] && backward[i];
    return positionsOf(between, range.first);
}

std::vector<std::size_t> nodesReachableFrom(const Graph& graph, std::span<const std::size_t> from,
                                            std::span<const std::size_t> until)
{
    return positionsOf(forwardOf(graph, allOf(graph), from, until));
}

std::vector<std::size_t> nodesLeadingTo(const Graph& graph, std::span<const std::size_t> to,
                                        std::span<const std::size_t> until)
{
    return positionsOf(backwardOf(graph, allOf(graph), to, until));
}

} // namespace quantiscope
