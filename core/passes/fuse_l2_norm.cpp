// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/passes/deviation.h"
#include "core/passes/passes.h"
#include "core/passes/patterns.h"

#include <cmath>

namespace quantiscope {

namespace {

constexpr double kLargestSquare = 1e-6; ///< of a smallest length that may be lost

/// The length of the vectors of `source` along `axis`.
struct Length
{
    std::string source;
    std::int64_t axis = 0;
    double smallestSquare = 0.0;
};

/// Takes max(value, c) or value + c off @p value; c is returned, 0 when there is none.
double takeOffConstant(const Graph& graph, std::string& value)
{
    for (const char* type : {"Max", "Add", "Clip"}) {
        const auto node = makerOf(graph, value, type);
        if (!node)
            continue;
        const std::vector<std::string>& inputs = graph.nodes()[*node].inputs;
        const bool isClip = type == std::string_view("Clip");
        if (isClip ? inputs.size() != 2 && !(inputs.size() == 3 && inputs[2].empty()) : inputs.size() != 2)
            continue;
        const std::size_t constant = !isClip && graph.isInitializer(inputs[0]) ? 0 : 1;
        const auto number = scalarOf(graph, inputs[constant]);
        if (!number)
            continue;
        value = inputs[1 - constant];
        return *number;
    }
    return 0.0;
}

/// The one axis along which node @p i reduces @p source with the axis kept.
std::optional<std::int64_t> reducedAxis(const Graph& graph, std::size_t i, const std::string& source, bool isKept)
{
    const auto shape = shapeOf(graph, source);
    if (!shape || (graph.intAttribute(i, "keepdims", 1) != 0) != isKept)
        return std::nullopt;
    const auto axes = axesOf(graph, i, shape->size());
    return axes && axes->size() == 1 ? std::optional((*axes)[0]) : std::nullopt;
}

/// √(max(Σ x², c)), or a length with max behind it; an Unsqueeze brings back an axis that the sum dropped.
std::optional<Length> readLength(const Graph& graph, std::string value)
{
    Length length;
    const double least = takeOffConstant(graph, value);
    length.smallestSquare = least * least;
    std::optional<std::size_t> unsqueeze = makerOf(graph, value, "Unsqueeze");
    const auto takeOffUnsqueeze = [&] {
        if (unsqueeze)
            value = graph.nodes()[*unsqueeze].inputs[0];
    };
    takeOffUnsqueeze();
    std::optional<std::size_t> reduction = makerOf(graph, value, "ReduceL2");
    if (reduction) {
        length.source = graph.nodes()[*reduction].inputs[0];
    } else {
        const auto root = makerOf(graph, value, "Sqrt");
        if (!root)
            return std::nullopt;
        value = graph.nodes()[*root].inputs[0];
        length.smallestSquare = std::max(length.smallestSquare, std::abs(takeOffConstant(graph, value)));
        if (!unsqueeze) {
            unsqueeze = makerOf(graph, value, "Unsqueeze");
            takeOffUnsqueeze();
        }
        reduction = makerOf(graph, value, "ReduceSum");
        const auto squared = reduction ? squaredBy(graph, graph.nodes()[*reduction].inputs[0]) : std::nullopt;
        if (!squared)
            return std::nullopt;
        length.source = *squared;
    }
    const auto axis = reducedAxis(graph, *reduction, length.source, !unsqueeze.has_value());
    if (!axis)
        return std::nullopt;
    length.axis = *axis;
    if (unsqueeze) {
        const auto axes = axesOf(graph, *unsqueeze, shapeOf(graph, length.source)->size());
        if (!axes || *axes != std::vector<std::int64_t>{*axis})
            return std::nullopt;
    }
    return length;
}

} // namespace

void fuseL2Norm(PassRun& run)
{
    const Graph& graph = run.graph();
    for (std::size_t i = 0; i < graph.nodes().size(); ++i) {
        for (const Quotient& quotient : quotientsOf(graph, i)) {
            const auto length = readLength(graph, quotient.denominator);
            if (!length || length->source != quotient.numerator || !isFloat32(graph, length->source))
                continue;
            if (length->smallestSquare > kLargestSquare) {
                run.skip(i, "its smallest length would be lost, and is too large for that");
                break;
            }
            const Node& last = run.node(i);
            run.edit().replaceNode(i,
                                   {"LpNormalization",
                                    "",
                                    last.name,
                                    {length->source},
                                    {last.outputs[0]},
                                    {{"axis", length->axis}, {"p", std::int64_t(2)}}});
            run.countChange();
            break;
        }
    }
}

} // namespace quantiscope
