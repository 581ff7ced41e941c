// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/qdq/activation_fusion.h"

#include "core/graph/clip_bounds.h"
#include "core/qdq/op_rules.h"

#include <cmath>
#include <limits>

namespace quantiscope {

namespace {

bool isFusedConsumer(const Graph& graph, const QuantConfig& config, std::size_t position)
{
    const Node& node = graph.nodes()[position];
    if (!node.isStandard())
        return false;
    if (node.opType == "Relu")
        return config.placement.removeQDQConvRelu;
    if (node.opType == "LeakyRelu")
        return config.placement.removeQDQConvLeakyRelu;
    if (node.opType == "PRelu")
        return config.placement.removeQDQConvPRelu;
    if (node.opType == "Gelu")
        return config.placement.removeQDQConvGelu;
    if (node.opType != "Clip" || !config.placement.removeQDQConvClip || graph.opset() < 11)
        return false; // bounds given as attributes are not looked at by the reference
    const auto bounds = clipBounds(graph, position);
    const auto near = [](float a, float b) { return std::abs(a - b) < 1e-6F; };
    return bounds && near(bounds->low, 0.0F) && (near(bounds->high, 6.0F) || near(bounds->high, 1.0F));
}

/// Does the only reader of @p value, the node at @p consumer, work together with its producer @p from?
bool isInsideFusion(const Graph& graph, const QuantConfig& config, const Node& from, std::size_t consumer,
                    const std::string& value)
{
    const Node& to = graph.nodes()[consumer];
    if (from.isStandard() && from.opType == "Pad" && to.isStandard()
        && (to.opType == "AveragePool" || to.opType == "GlobalAveragePool"))
        return true;
    if (config.placement.removeQDQMulAdd && from.opType == "Mul" && to.opType == "Add")
        return true;
    for (const auto& [producer, reader] : config.placement.removeQDQBetweenOps) {
        if (from.opType == producer && to.opType == reader)
            return true;
    }
    const bool isProducer = from.isStandard()
        && (isFusedProducer(from.opType)
            || (config.placement.removeQDQInstanceNorm && from.opType == "InstanceNormalization"));
    return isProducer && to.inputAt(0) == value && isFusedConsumer(graph, config, consumer);
}

} // namespace

std::optional<FoldedActivation> foldedActivation(const Graph& graph, const QuantConfig& config, const QdqPlan& plan,
                                                 std::size_t node, const TensorEncoding& encoding)
{
    const bool isWanted = !config.activationSymmetric && (!config.isExtended() || config.placement.foldRelu);
    const bool isCutOff =
        encoding.symmetry == Symmetry::Asymmetric && encoding.ranges.empty() && encoding.scale.empty();
    const std::string input = graph.nodes()[node].inputAt(0);
    const std::string output = graph.nodes()[node].outputAt(0);
    const PlannedTensor* planned = plan.find(input);
    const bool isPossible = planned && planned->sharesWith.empty() && graph.producerOf(input)
        && graph.consumersOf(input).size() == 1 && !graph.isGraphOutput(input) && !graph.isUsedBySubgraph(input)
        && !graph.isUsedBySubgraph(output); // a body reads the value in front of its Q/DQ
    if (!isWanted || !isCutOff || !isPossible)
        return std::nullopt;
    if (graph.nodes()[node].opType == "Relu")
        return FoldedActivation{node, input, output, 0.0F, std::numeric_limits<float>::infinity()};
    const auto bounds = clipBounds(graph, node);
    if (!bounds || !(bounds->low <= 0.0F && bounds->high >= 0.0F && bounds->low < bounds->high))
        return std::nullopt;
    // Only a scale that is not rounded ends where the range does; 0 is where it is with every scale.
    const bool isRelu = bounds->low == 0.0F && std::isinf(bounds->high);
    if (config.scaleType != ScaleType::Float32 && !isRelu)
        return std::nullopt;
    return FoldedActivation{node, input, output, bounds->low, bounds->high};
}

bool isNeverNegative(const Graph& graph, const std::string& value)
{
    const auto producer = graph.producerOf(value);
    if (!producer || !graph.nodes()[*producer].isStandard())
        return false;
    if (graph.nodes()[*producer].opType == "Relu")
        return true;
    if (graph.nodes()[*producer].opType != "Clip")
        return false;
    const auto bounds = clipBounds(graph, *producer);
    return bounds && bounds->low >= 0.0F;
}

void removePairsInsideFusions(const Graph& graph, const QuantConfig& config, QdqPlan& plan)
{
    for (PlannedTensor& tensor : plan.tensors) {
        // The pair behind a folded function does the function's work.
        if (tensor.role != PlannedTensor::Role::Activation || graph.isGraphOutput(tensor.name)
            || plan.isFolded(tensor.name))
            continue;
        const auto producer = graph.producerOf(tensor.name);
        const auto consumers = graph.consumersOf(tensor.name);
        if (!producer || consumers.size() != 1 || graph.isUsedBySubgraph(tensor.name))
            continue;
        const Node& from = graph.nodes()[*producer];
        if (isInsideFusion(graph, config, from, consumers[0], tensor.name))
            tensor.hasPair = false;
    }
}

} // namespace quantiscope
