// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/passes/passes.h"
#include "core/passes/patterns.h"

namespace quantiscope {

namespace {

constexpr std::int64_t kMostElements = 512; ///< of one pool of the NPU

/// The largest divisor of @p extent that is not above its square root.
std::int64_t firstFactor(std::int64_t extent)
{
    std::int64_t factor = 1;
    for (std::int64_t i = 2; i <= extent / i; ++i) {
        if (extent % i == 0)
            factor = i;
    }
    return factor;
}

} // namespace

void splitLargeKernelPool(PassRun& run)
{
    constexpr std::int64_t kMostExtent = std::int64_t(1) << 30; // bounds the search for divisors
    const Graph& graph = run.graph();
    for (std::size_t i = 0; i < graph.nodes().size(); ++i) {
        if (!isOperator(graph, i, "GlobalAveragePool"))
            continue;
        const Node& pool = run.node(i);
        const auto shape = shapeOf(graph, pool.inputs[0]);
        if (!shape || shape->size() != 4 || (*shape)[2] < 1 || (*shape)[3] < 1 || (*shape)[2] > kMostExtent
            || (*shape)[3] > kMostExtent) {
            run.skip(i, "its height and width are not known");
            continue;
        }
        const std::int64_t height = (*shape)[2];
        const std::int64_t width = (*shape)[3];
        if (height * width <= kMostElements)
            continue;
        const std::int64_t firstHeight = firstFactor(height);
        const std::int64_t firstWidth = firstFactor(width);
        if (firstHeight * firstWidth > kMostElements || (height / firstHeight) * (width / firstWidth) > kMostElements) {
            run.skip(i,
                     "no two pools of at most 512 elements make up " + std::to_string(height) + " x "
                         + std::to_string(width));
            continue;
        }
        const std::string between = run.edit().uniqueName(pool.outputs[0] + "_first_pool");
        const std::vector<std::int64_t> kernel{firstHeight, firstWidth};
        run.edit().addNode({"AveragePool",
                            "",
                            run.edit().uniqueName(pool.name + "_first_pool"),
                            {pool.inputs[0]},
                            {between},
                            {{"kernel_shape", kernel}, {"strides", kernel}}});
        run.edit().setInput(i, 0, between);
        run.countChange();
    }
}

} // namespace quantiscope
