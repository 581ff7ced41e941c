// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/qdq/tensor_params.h"

#include "core/numerics/scale_types.h"
#include "core/observers/weight_ranges.h"
#include "core/qdq/range_requests.h"
#include "core/qdq/scale_alignment.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace quantiscope {

namespace {

/// Parameters that cover @p ranges, one or one per channel; or those that are laid down.
QuantParams paramsFor(const QuantConfig& config, const TensorEncoding& encoding, std::span<const TensorRange> ranges,
                      std::optional<int> axis = {})
{
    if (!encoding.scale.empty())
        return {encoding.type, encoding.scale, encoding.zeroPoint, encoding.scale.size() > 1 ? axis : std::nullopt};
    QuantParams params{encoding.type, {}, {}, axis};
    const QuantTarget target = targetOf(encoding, config);
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        const TensorRange& range =
            encoding.ranges.empty() ? ranges[i] : encoding.ranges[std::min(i, encoding.ranges.size() - 1)];
        const ScaleZeroPoint value = computeScaleZeroPoint(range, target);
        params.scale.push_back(value.scale);
        params.zeroPoint.push_back(value.zeroPoint);
    }
    return params;
}

QuantParams initializerParams(const Graph& graph, const QuantConfig& config, const PlannedTensor& tensor)
{
    const RangeRequest request = weightRequest(config, targetOf(tensor.encoding, config));
    const std::vector<TensorRange> ranges = rangesForWeight(graph.initializerFloats(tensor.name),
                                                            graph.initializerShape(tensor.name), tensor.axis, request);
    return paramsFor(config, tensor.encoding, ranges, tensor.axis);
}

/// The least scale of the kind that @p config asks for that is @p factor >= 1 times @p scale or more.
float raised(const QuantConfig& config, float scale, double factor)
{
    if (config.scaleType != ScaleType::Float32)
        factor = std::exp2(std::ceil(std::log2(factor))); // both other kinds stay what they are times a power of two
    return static_cast<float>(static_cast<double>(scale) * factor);
}

/// Raises weight scales, but not those that are laid down, so that the bias, in steps of input scale x weight scale,
/// fits into int32. Source: ONNX Runtime _adjust_weight_scale_for_int32_bias.
void raiseWeightScales(const Graph& graph, const QuantConfig& config, const QdqPlan& plan, TensorParams& params)
{
    constexpr double kMargin = 1.0001;
    constexpr double kSteps = 2.0 * std::numeric_limits<std::int32_t>::max();
    for (const PlannedBias& planned : plan.biases) {
        QuantParams& weight = params.at(planned.weight);
        const bool symmetric =
            std::all_of(weight.zeroPoint.begin(), weight.zeroPoint.end(), [](auto zero) { return zero == 0; });
        if (!graph.isInitializer(planned.weight) || !symmetric || !plan.find(planned.weight)->encoding.scale.empty()
            || (weight.type != DataType::Int8 && weight.type != DataType::Int16))
            continue;
        std::vector<float> bias = graph.initializerFloats(planned.bias);
        for (float& b : bias)
            b *= planned.beta;
        const double inputScale = params.at(planned.activation).scale[0];
        for (std::size_t channel = 0; channel < weight.scale.size(); ++channel) {
            double largest = 0.0;
            if (weight.isPerChannel())
                largest = std::abs(bias[channel]);
            else
                for (const float b : bias)
                    largest = std::max<double>(largest, std::abs(b));
            const double smallestScale = kMargin * 2.0 * largest / kSteps;
            const double biasScale = inputScale * static_cast<double>(weight.scale[channel]);
            if (biasScale > 0.0 && biasScale < smallestScale)
                weight.scale[channel] = raised(config, weight.scale[channel], smallestScale / biasScale);
        }
    }
}

/// A folded activation function that gave nothing but zeros has no range to tell its scale by, and the one of an empty
/// range lets through what the function does not: its bounds are its range then. Where it has none, the scale is 1.
void boundEmptyFolded(const QdqPlan& plan, const QuantConfig& config, const TensorRanges& ranges, TensorParams& params)
{
    for (const FoldedActivation& folded : plan.folded) {
        const auto range = ranges.find(folded.output);
        if (params.count(folded.output) == 0 || range == ranges.end())
            continue;
        const TensorEncoding& encoding = plan.find(folded.output)->encoding;
        const CodeLimits limits = codeLimits(encoding.type, encoding.symmetry);
        const float steps = static_cast<float>(limits.max) - static_cast<float>(limits.min);
        const auto& [low, high] = range->second;
        if (std::max(high, 0.0F) - std::min(low, 0.0F) >= steps * std::numeric_limits<float>::min())
            continue;
        const TensorRange bounds{std::max(folded.low, -steps), std::min(folded.high, steps)};
        params.at(folded.output) = paramsFor(config, encoding, {&bounds, 1});
    }
}

Error missingRange(const std::string& tensor)
{
    return {ErrorCode::ConfigRefused,
            "There are no statistics of value '" + tensor + "'; calibrate this model with this version.", tensor};
}

/// Does one node read @p value, and neither a control-flow body nor the user?
bool isSeenOnce(const Graph& graph, const std::string& value)
{
    return graph.consumersOf(value).size() == 1 && !graph.isGraphOutput(value) && !graph.isUsedBySubgraph(value);
}

} // namespace

const QuantParams& paramsOf(const QdqPlan& plan, const TensorParams& params, const std::string& name)
{
    auto at = params.find(name);
    for (const PlannedTensor* tensor = plan.find(name); at == params.end(); at = params.find(tensor->name))
        tensor = plan.find(tensor->sharesWith);
    return at->second;
}

void adjustRanges(const Graph& graph, const QuantConfig& config, const std::vector<std::size_t>& selected,
                  TensorRanges& ranges)
{
    for (const std::size_t position : selected) {
        const Node& node = graph.nodes()[position];
        if (node.inputs.empty() || node.outputs.empty())
            continue;
        const std::string& output = node.outputs[0];
        if (node.opType == "Softmax" && config.scaleType != ScaleType::PowerOf2) {
            ranges[output] = {0.0F, 1.0F};
        } else if ((node.opType == "Clip" || node.opType == "Relu") && isSeenOnce(graph, node.inputs[0])) {
            const auto range = ranges.find(output);
            if (range != ranges.end() && ranges.count(node.inputs[0]) > 0)
                ranges[node.inputs[0]] = range->second;
        }
    }
}

Result<TensorParams> computeTensorParams(const Graph& graph, const QuantConfig& config, const QdqPlan& plan,
                                         const TensorRanges& ranges)
{
    TensorParams params;
    for (const PlannedTensor& tensor : plan.tensors) {
        if (!tensor.sharesWith.empty() && plan.find(tensor.sharesWith))
            continue;
        if (tensor.role != PlannedTensor::Role::Activation) {
            params.emplace(tensor.name, initializerParams(graph, config, tensor));
            continue;
        }
        const auto range = ranges.find(tensor.name);
        if (range == ranges.end())
            return missingRange(tensor.name);
        params.emplace(tensor.name, paramsFor(config, tensor.encoding, {&range->second, 1}));
    }
    boundEmptyFolded(plan, config, ranges, params);
    if (config.isExtended() && config.npu.npuLimitationCheck)
        alignScales(graph, config, plan, params);
    for (const PlannedTensor& tensor : plan.tensors) {
        if (params.count(tensor.name) == 0)
            params.emplace(tensor.name, paramsOf(plan, params, tensor.name));
    }
    for (const AdditionalPair& pair : plan.additional) {
        const auto range = ranges.find(pair.tensor);
        if (range == ranges.end())
            return missingRange(pair.tensor);
        params.insert_or_assign(pair.key, paramsFor(config, pair.encoding, {&range->second, 1}));
    }
    raiseWeightScales(graph, config, plan, params);
    return params;
}

Result<void> checkScales(const TensorParams& params)
{
    for (const auto& [tensor, each] : params) {
        for (const float scale : each.scale) {
            if (!std::isfinite(scale) || scale <= 0.0F)
                return Error{ErrorCode::RuntimeFailure,
                             "The scale of '" + tensor + "' came out as " + std::to_string(scale)
                                 + ", which is no number above 0. Nothing was written; calibrate again, or take "
                                   "another method.",
                             tensor};
        }
    }
    return {};
}

} // namespace quantiscope
