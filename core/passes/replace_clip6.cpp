// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/clip_bounds.h"
#include "core/passes/passes.h"
#include "core/passes/patterns.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace quantiscope {

namespace {

/// Is @p value what a layer gives, so that a Clip of it is the layer's activation function? The Clip of a hard sigmoid
/// or hard swish reads a sum, and without its cut the function grows without bounds.
bool isMadeByLayer(const Graph& graph, const std::string& value)
{
    constexpr std::array<std::string_view, 4> kLayers{"BatchNormalization", "Conv", "ConvTranspose", "Gemm"};
    const auto maker = graph.producerOf(value);
    return maker && std::any_of(kLayers.begin(), kLayers.end(), [&](std::string_view type) {
               return isOperator(graph, *maker, type);
           });
}

} // namespace

void replaceClip6(PassRun& run)
{
    const Graph& graph = run.graph();
    for (std::size_t i = 0; i < graph.nodes().size(); ++i) {
        if (!isOperator(graph, i, "Clip"))
            continue;
        const auto bounds = clipBounds(graph, i);
        if (!bounds || bounds->low != 0.0F || bounds->high != 6.0F) {
            run.skip(i, "its bounds are not 0 and 6");
            continue;
        }
        const Node& clip = run.node(i);
        if (!isMadeByLayer(graph, clip.inputs[0])) {
            run.skip(i, "it is not the activation function of a layer");
            continue;
        }
        run.edit().replaceNode(i, {"Relu", "", clip.name, {clip.inputs[0]}, {clip.outputs[0]}});
        run.countChange();
    }
}

} // namespace quantiscope
