// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/constant_nodes.h"

#include <algorithm>

namespace quantiscope {

namespace {

bool hasKnownShape(const Graph& graph, const std::string& value)
{
    const TensorSpec* spec = graph.spec(value);
    return spec && spec->hasRank
        && std::all_of(spec->shape.begin(), spec->shape.end(), [](std::int64_t extent) { return extent >= 0; });
}

} // namespace

std::vector<bool> constantNodes(const Graph& graph)
{
    std::vector<bool> isConstant(graph.nodes().size(), false);
    const auto isKnown = [&](const std::string& value) {
        const auto producer = graph.producerOf(value);
        return value.empty() || graph.isInitializer(value) || (producer && isConstant[*producer]);
    };
    for (std::size_t i = 0; i < graph.nodes().size(); ++i) { // makers come before readers
        const Node& node = graph.nodes()[i];
        if (node.opType == "Shape" || node.opType == "Size")
            isConstant[i] = hasKnownShape(graph, node.inputAt(0));
        else if (!node.opType.starts_with("Random") && node.opType != "Bernoulli" && node.opType != "Multinomial")
            isConstant[i] = std::all_of(node.inputs.begin(), node.inputs.end(), isKnown)
                && std::all_of(node.captures.begin(), node.captures.end(), isKnown);
    }
    return isConstant;
}

} // namespace quantiscope
