// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/class_scores.h"

#include "core/analysis/classification.h"
#include "core/graph/graph.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace quantiscope {

namespace {

/// Operators that move or convert elements.
constexpr std::array<std::string_view, 12> kCarriers{"Identity", "Cast",    "CastLike",       "Reshape",
                                                     "Flatten",  "Squeeze", "Unsqueeze",      "Transpose",
                                                     "Dropout",  "Expand",  "QuantizeLinear", "DequantizeLinear"};
constexpr std::array<std::string_view, 3> kLinear{"Gemm", "MatMul", "Conv"};

bool isOneOf(std::span<const std::string_view> names, const std::string& name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// The value in front of the operators that only carry it to @p value.
std::string originOf(const Graph& graph, std::string value)
{
    for (std::size_t step = 0; step < graph.nodes().size(); ++step) {
        const auto producer = graph.producerOf(value);
        if (!producer || !isOneOf(kCarriers, graph.nodes()[*producer].opType))
            break;
        value = graph.nodes()[*producer].inputAt(0);
    }
    return value;
}

/// The node that makes what is carried to @p value; null for inputs and constants.
const Node* sourceOf(const Graph& graph, const std::string& value)
{
    const auto producer = graph.producerOf(originOf(graph, value));
    return producer ? &graph.nodes()[*producer] : nullptr;
}

bool isConstant(const Graph& graph, const std::string& value)
{
    const Node* source = sourceOf(graph, value);
    return source ? source->opType == "Constant" : graph.isInitializer(originOf(graph, value));
}

/// Is it exp(x) / sum(exp(x)), Softmax written out?
bool isWrittenOutSoftmax(const Graph& graph, const Node& divide)
{
    const Node* exponential = sourceOf(graph, divide.inputAt(0));
    const Node* sum = sourceOf(graph, divide.inputAt(1));
    return exponential && sum && exponential->opType == "Exp" && sum->opType == "ReduceSum"
        && sourceOf(graph, sum->inputAt(0)) == exponential;
}

} // namespace

bool mayEndInClassScores(const Model& model)
{
    const std::vector<TensorSpec> outputs = model.outputs();
    if (outputs.empty())
        return false;
    if (outputs[0].hasRank) {
        Shape shape = outputs[0].shape;
        if (shape.size() > 1 && shape[0] == kDynamic)
            shape[0] = 1;
        const bool isOpen = std::find(shape.begin(), shape.end(), kDynamic) != shape.end();
        if (!isOpen && !isShapeOfScores(shape))
            return false;
    }
    const Graph graph(model);
    const Node* last = sourceOf(graph, outputs[0].name);
    if (!last)
        return false;
    if (last->opType == "Softmax" || last->opType == "LogSoftmax")
        return true;
    if (last->opType == "Div")
        return isWrittenOutSoftmax(graph, *last);
    if (last->opType == "Add") { // a bias
        const bool isSecond = isConstant(graph, last->inputAt(1));
        if (!isSecond && !isConstant(graph, last->inputAt(0)))
            return false;
        last = sourceOf(graph, last->inputAt(isSecond ? 0 : 1));
    }
    if (!last)
        return false;
    if (last->opType == "GlobalAveragePool" || last->opType == "ReduceMean")
        return true;
    return isOneOf(kLinear, last->opType) && isConstant(graph, last->inputAt(1));
}

} // namespace quantiscope
