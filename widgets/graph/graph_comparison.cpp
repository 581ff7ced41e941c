// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/graph_comparison.h"

#include <utility>

namespace quantiscope {

GraphComparison::GraphComparison(OpenedModelPtr first, OpenedModelPtr second, const Feedback& feedback)
    : before(std::move(first))
    , after(std::move(second))
    , between(before->graph, after->graph, feedback)
    , changes(modelChanges(before->graph, after->graph, between, feedback))
{
}

std::set<int> GraphComparison::afterOf(const std::set<int>& nodes) const
{
    std::set<int> found;
    for (const int node : nodes) {
        if (node >= 0 && node < int(before->graph.nodes().size()))
            found.insert(between.afterOf(node).begin(), between.afterOf(node).end());
    }
    return found;
}

std::set<int> GraphComparison::beforeOf(const std::set<int>& nodes) const
{
    std::set<int> found;
    for (const int node : nodes) {
        if (node < 0 || node >= int(after->graph.nodes().size()))
            continue;
        const int fold = between.folds().foldOf(std::size_t(node));
        if (fold < 0) {
            found.insert(between.beforeOf(node).begin(), between.beforeOf(node).end());
            continue;
        }
        const std::string value = between.valueBefore(between.folds().folds()[std::size_t(fold)].source);
        if (const auto maker = before->graph.producerOf(value)) {
            found.insert(int(*maker));
            continue;
        }
        for (const int reader : readersOf(after->graph, between.folds(), fold))
            found.insert(between.beforeOf(reader).begin(), between.beforeOf(reader).end());
    }
    return found;
}

} // namespace quantiscope
