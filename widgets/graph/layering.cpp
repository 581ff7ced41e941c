// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/layering.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace quantiscope {

namespace {

using Successors = std::vector<std::vector<int>>;

/// Boxes so that lines go forwards, but for those that close a cycle, which are taken out of @p successors.
std::vector<int> acyclicOrder(Successors& successors)
{
    enum class Mark : char
    {
        New,
        Open,
        Done,
    };
    std::vector<Mark> marks(successors.size(), Mark::New);
    std::vector<int> finished;
    std::vector<std::pair<int, std::size_t>> open; // a box and how many of its successors were seen
    for (std::size_t start = 0; start < successors.size(); ++start) {
        if (marks[start] != Mark::New)
            continue;
        marks[start] = Mark::Open;
        open.emplace_back(int(start), 0);
        while (!open.empty()) {
            auto& [box, seen] = open.back();
            std::vector<int>& next = successors[std::size_t(box)];
            if (seen == next.size()) {
                marks[std::size_t(box)] = Mark::Done;
                finished.push_back(box);
                open.pop_back();
                continue;
            }
            const int to = next[seen];
            Mark& mark = marks[std::size_t(to)];
            if (mark == Mark::Open) {
                next.erase(next.begin() + std::ptrdiff_t(seen));
                continue;
            }
            ++seen;
            if (mark == Mark::New) {
                mark = Mark::Open;
                open.emplace_back(to, 0);
            }
        }
    }
    std::reverse(finished.begin(), finished.end());
    return finished;
}

} // namespace

Layering layersOf(const LevelGraph& graph)
{
    const std::size_t count = graph.boxes.size();
    Successors successors(count);
    std::vector<char> isRead(count, 0); // has a line before it
    std::vector<char> isLinked(count, 0);
    for (const LevelGraph::Line& line : graph.lines) {
        if (line.from == line.to)
            continue;
        successors[std::size_t(line.from)].push_back(line.to);
        isRead[std::size_t(line.to)] = 1;
        isLinked[std::size_t(line.from)] = isLinked[std::size_t(line.to)] = 1;
    }
    const std::vector<int> order = acyclicOrder(successors);

    Layering result;
    std::vector<int>& layerOf = result.layerOf;
    layerOf.assign(count, 0);
    const auto roleOf = [&](int box) { return graph.boxes[std::size_t(box)].role; };
    const bool hasEntries = std::any_of(graph.boxes.begin(), graph.boxes.end(),
                                        [](const auto& box) { return box.role == LevelGraph::Role::Entry; });
    for (std::size_t i = 0; i < count; ++i)
        layerOf[i] = hasEntries && graph.boxes[i].role != LevelGraph::Role::Entry ? 1 : 0;
    for (const int box : order) {
        for (const int to : successors[std::size_t(box)])
            layerOf[std::size_t(to)] = std::max(layerOf[std::size_t(to)], layerOf[std::size_t(box)] + 1);
    }
    for (auto box = order.rbegin(); box != order.rend(); ++box) {
        const auto at = std::size_t(*box);
        if (isRead[at] || successors[at].empty() || roleOf(*box) == LevelGraph::Role::Entry)
            continue;
        int lowest = layerOf[std::size_t(successors[at].front())];
        for (const int to : successors[at])
            lowest = std::min(lowest, layerOf[std::size_t(to)]);
        layerOf[at] = std::max(layerOf[at], lowest - 1);
    }
    // What has no lines at all: rows of a rectangle.
    const auto loose = std::count(isLinked.begin(), isLinked.end(), 0);
    const auto perRow = static_cast<int>(std::ceil(std::sqrt(double(loose))));
    int k = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (!isLinked[i] && graph.boxes[i].role == LevelGraph::Role::Box)
            layerOf[i] += k++ / std::max(perRow, 1);
    }
    int last = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (graph.boxes[i].role != LevelGraph::Role::Exit)
            last = std::max(last, layerOf[i]);
    }
    for (std::size_t i = 0; i < count; ++i) {
        if (graph.boxes[i].role == LevelGraph::Role::Exit)
            layerOf[i] = last + 1;
    }
    std::vector<std::vector<int>> layers(std::size_t(last) + 2);
    for (std::size_t i = 0; i < count; ++i)
        layers[std::size_t(layerOf[i])].push_back(int(i));
    for (std::vector<int>& layer : layers) {
        if (layer.empty())
            continue;
        for (const int box : layer)
            layerOf[std::size_t(box)] = int(result.layers.size());
        result.layers.push_back(std::move(layer));
    }
    return result;
}

} // namespace quantiscope
