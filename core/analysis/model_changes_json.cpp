// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/model_changes.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace quantiscope {

namespace {

using nlohmann::json;

json namesOf(const Graph& graph, const std::vector<int>& nodes)
{
    json names = json::array();
    for (const int node : nodes) {
        const Node& each = graph.nodes()[std::size_t(node)];
        names.push_back({{"name", each.name}, {"type", each.opType}});
    }
    return names;
}

} // namespace

json toJson(const ModelChanges& changes, const Graph& before, const Graph& after)
{
    json opsets = json::array();
    for (const auto& [domain, versions] : changes.opsets)
        opsets.push_back({{"domain", domain},
                          {"before", versions.first > 0 ? json(versions.first) : json()},
                          {"after", versions.second > 0 ? json(versions.second) : json()}});
    json nodes = json::array();
    for (const NodeChange& change : changes.nodes)
        nodes.push_back({{"change", changeName(change.kind)},
                         {"operators", change.operators},
                         {"before", namesOf(before, change.before)},
                         {"after", namesOf(after, change.after)},
                         {"into", change.into < 0 ? json() : json(after.nodes()[std::size_t(change.into)].name)}});
    json quantizers = json::array();
    for (const QuantizerCount& each : changes.quantizers)
        quantizers.push_back({{"operator", each.opType},
                              {"type", dataTypeName(each.type)},
                              {"of", each.isOfConstant ? "constant" : "activation"},
                              {"perChannel", each.isPerChannel},
                              {"count", each.nodes.size()}});
    json weights = json::array();
    for (const WeightChange& change : changes.weights)
        weights.push_back({{"change", changeName(change.kind)},
                           {"before", change.before},
                           {"after", change.after},
                           {"node", before.nodes()[std::size_t(change.node)].name},
                           {"input", change.input},
                           {"elements", change.elements},
                           {"changed", change.changed},
                           {"maxRelative", std::isfinite(change.maxRelative) ? json(change.maxRelative) : json()}});
    return {{"format", "quantiscope-model-changes"},
            {"version", 1},
            {"opsets", std::move(opsets)},
            {"nodesBefore", changes.nodesBefore},
            {"nodesAfter", changes.nodesAfter},
            {"kept", changes.kept},
            {"nodes", std::move(nodes)},
            {"quantizers", std::move(quantizers)},
            {"weights", std::move(weights)}};
}

} // namespace quantiscope
