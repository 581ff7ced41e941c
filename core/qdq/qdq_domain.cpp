// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/qdq/qdq_domain.h"

#include "core/qdq/qdq_nodes.h"

#include <algorithm>
#include <functional>
#include <set>

namespace quantiscope {

namespace {

bool isSixteenBit(DataType type)
{
    return type == DataType::Int16 || type == DataType::UInt16;
}

/// Does an operator that only moves values stand between an int8 pair and a float value? ONNX Runtime's optimizer puts
/// another pair behind such an operator, and in the standard domain of opset 21 one that does not load: its
/// `output_dtype` stays int8 when the zero point becomes uint8.
bool isInt8PairMoved(const Graph& graph, const QdqPlan& plan, const TensorParams& params)
{
    static const std::set<std::string, std::less<>> kMovers{"MaxPool", "Reshape",   "Slice",
                                                            "Squeeze", "Transpose", "Unsqueeze"};
    const auto hasInt8Pair = [&](const std::string& value) {
        const PlannedTensor* tensor = plan.find(value);
        return tensor && tensor->hasPair && params.at(value).type == DataType::Int8;
    };
    return std::any_of(graph.nodes().begin(), graph.nodes().end(), [&](const Node& node) {
        return node.isStandard() && kMovers.count(node.opType) > 0
            && hasInt8Pair(node.inputAt(0)) != hasInt8Pair(node.outputAt(0));
    });
}

} // namespace

std::string qdqDomain(const Graph& graph, const QuantConfig& config, const QdqPlan& plan, const TensorParams& params)
{
    constexpr int kOutputTypeOpset = 21;
    bool axis = false;
    bool sixteenBit = config.placement.int16Bias && !plan.biases.empty();
    for (const auto& [name, one] : params) {
        sixteenBit = sixteenBit || isSixteenBit(one.type);
        axis = axis || one.isPerChannel();
    }
    if (graph.opset() >= kOutputTypeOpset && isInt8PairMoved(graph, plan, params))
        return QdqNodes::kRuntimeDomain;
    return QdqNodes::domainFor(graph.opset(), axis, sixteenBit);
}

} // namespace quantiscope
