// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/passes/passes.h"
#include "core/passes/patterns.h"

#include <algorithm>
#include <map>
#include <set>

namespace quantiscope {

namespace {

bool isIn(const std::vector<std::string>& types, const Node& node)
{
    return node.isStandard() && std::find(types.begin(), types.end(), node.opType) != types.end();
}

/// A reader of a constant: input of a node.
struct Place
{
    std::size_t node;
    std::size_t input;
};

/// Gives every wanted reader of a shared float constant a constant of its own; the first one keeps the original when
/// nobody else needs that.
template <typename Wanted>
void copyFor(PassRun& run, Wanted isWanted)
{
    const Graph& graph = run.graph();
    std::map<std::string, std::vector<Place>> readers;
    std::set<std::string> readElsewhere;
    for (std::size_t i = 0; i < graph.nodes().size(); ++i) {
        for (std::size_t input = 0; input < run.node(i).inputs.size(); ++input) {
            const std::string& value = run.node(i).inputs[input];
            if (!graph.isInitializer(value) || !isFloat32(graph, value) || hasOneReader(graph, value))
                continue;
            if (isWanted(run.node(i), input))
                readers[value].push_back({i, input});
            else
                readElsewhere.insert(value);
        }
    }
    for (const auto& [value, places] : readers) {
        const bool isKept =
            readElsewhere.count(value) > 0 || graph.isGraphOutput(value) || graph.isUsedBySubgraph(value);
        const std::vector<float> elements = graph.initializerFloats(value);
        for (std::size_t k = isKept ? 0 : 1; k < places.size(); ++k) {
            const Place& place = places[k];
            run.edit().setInput(place.node, place.input,
                                addFloats(run.edit(), value + "_" + run.node(place.node).name,
                                          graph.initializerShape(value), elements));
            run.countChange();
        }
    }
}

} // namespace

void copySharedInitializers(PassRun& run)
{
    const std::vector<std::string>& types = *run.config().preparation.copySharedInit;
    copyFor(run, [&types](const Node& node, std::size_t) { return types.empty() || isIn(types, node); });
}

void copySharedBiases(PassRun& run)
{
    const std::vector<std::string>& types = run.config().preparation.copyBiasInit;
    copyFor(run, [&types](const Node& node, std::size_t input) { return input == 2 && isIn(types, node); });
}

} // namespace quantiscope
