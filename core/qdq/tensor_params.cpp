// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/qdq/tensor_params.h"

#include "core/numerics/scale_types.h"
#include "core/observers/weight_ranges.h"
#include "core/qdq/range_memory.h"
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
    return constantParams(config, tensor.encoding, graph.initializerFloats(tensor.name),
                          graph.initializerShape(tensor.name), tensor.axis);
}

/// The least scale of the kind that @p config asks for that is @p factor >= 1 times @p scale or more; the largest float
/// where there is none.
float raised(const QuantConfig& config, float scale, double factor)
{
    if (config.scaleType != ScaleType::Float32)
        factor = std::exp2(std::ceil(std::log2(factor))); // both other kinds stay what they are times a power of two
    constexpr double kLargest = std::numeric_limits<float>::max();
    return static_cast<float>(std::min(static_cast<double>(scale) * factor, kLargest));
}

/// Is all that @p elements weights of one channel can add to its @p bias less than half a step of an output that covers
/// the bias, in as many codes as the input has? @p biasScale is input scale x weight scale.
bool vanishesBeside(double bias, std::size_t elements, double biasScale, DataType input, double weightCodes)
{
    const CodeLimits limits = codeLimits(input, Symmetry::Asymmetric);
    const double inputCodes = static_cast<double>(limits.max) - static_cast<double>(limits.min);
    return static_cast<double>(elements) * weightCodes * inputCodes * biasScale <= bias / (2.0 * inputCodes);
}

/// Raises weight scales, but not those that are laid down, so that the bias, in steps of input scale x weight scale,
/// fits into int32; not so far that the weights become 0: the bias stays float then. Only where a channel of its own
/// has weights that vanish beside its bias, as training leaves them of a dead one, they may become 0: a node of
/// integers is worth more. Source: ONNX Runtime _adjust_weight_scale_for_int32_bias, which knows no end.
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
        const DataType inputType = params.at(planned.activation).type;
        const auto all = elementCount(graph.initializerShape(planned.weight));
        for (std::size_t channel = 0; channel < weight.scale.size(); ++channel) {
            double largest = 0.0;
            if (weight.isPerChannel())
                largest = std::abs(bias[channel]);
            else
                for (const float b : bias)
                    largest = std::max<double>(largest, std::abs(b));
            const double smallestScale = kMargin * 2.0 * largest / kSteps;
            const double biasScale = inputScale * static_cast<double>(weight.scale[channel]);
            const double most = codeLimits(weight.type, Symmetry::Symmetric).max; // leaves one code on either side of 0
            if (biasScale <= 0.0 || biasScale >= smallestScale)
                continue;
            const std::size_t elements = all.value_or(std::numeric_limits<std::size_t>::max()) / weight.scale.size();
            const float raisedScale = raised(config, weight.scale[channel], smallestScale / biasScale);
            if (raisedScale < std::numeric_limits<float>::max()
                && (smallestScale <= most * biasScale
                    || (weight.isPerChannel() && vanishesBeside(largest, elements, biasScale, inputType, most + 1.0))))
                weight.scale[channel] = raisedScale;
        }
    }
}

/// The range of a folded activation function's output ends where the function does, whatever the method found. One
/// that gave nothing but zeros has no range to tell its scale by, and the one of an empty range lets through what the
/// function does not: its bounds are its range then. Where it has none, the scale is 1.
TensorRange foldedRange(const FoldedActivation& folded, const TensorEncoding& encoding, const TensorRange& range)
{
    const TensorRange cut{std::clamp(range.min, folded.low, folded.high),
                          std::clamp(range.max, folded.low, folded.high)};
    if (!isEmptyRange(cut, encoding))
        return cut;
    const CodeLimits limits = codeLimits(encoding.type, encoding.symmetry);
    const float steps = static_cast<float>(limits.max) - static_cast<float>(limits.min);
    return {std::max(folded.low, -steps), std::min(folded.high, steps)};
}

/// Several numbers that are laid down need the axis that they stand for, which a weight loses when a reader computes
/// with it as data or wants other channels.
Result<void> checkChannels(const PlannedTensor& tensor)
{
    if (tensor.axis || std::max(tensor.encoding.scale.size(), tensor.encoding.ranges.size()) < 2)
        return {};
    return Error{ErrorCode::InvalidArgument,
                 "TensorQuantOverrides: tensor '" + tensor.name
                     + "' has parameters for each channel, but can have one scale only: per_channel is false, or a "
                       "node reads it as data or along another axis; give one entry.",
                 tensor.name};
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

bool isEmptyRange(const TensorRange& range, const TensorEncoding& encoding)
{
    const CodeLimits limits = codeLimits(encoding.type, encoding.symmetry);
    const float steps = static_cast<float>(limits.max) - static_cast<float>(limits.min);
    return std::max(range.max, 0.0F) - std::min(range.min, 0.0F) < steps * std::numeric_limits<float>::min();
}

void adjustRanges(const Graph& graph, const QuantConfig& config, const std::vector<std::size_t>& selected,
                  TensorRanges& ranges)
{
    for (const std::size_t position : selected) {
        const Node& node = graph.nodes()[position];
        if (!node.isStandard() || node.inputs.empty() || node.outputs.empty())
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
    RangeMemory unused;
    return computeTensorParams(graph, config, plan, ranges, unused);
}

Result<TensorParams> computeTensorParams(const Graph& graph, const QuantConfig& config, const QdqPlan& plan,
                                         const TensorRanges& ranges, RangeMemory& memory)
{
    std::map<std::string, const FoldedActivation*> folded;
    for (const FoldedActivation& one : plan.folded)
        folded[one.output] = &one;
    TensorParams params;
    const std::vector<std::size_t> owners = plan.owners();
    for (std::size_t i = 0; i < owners.size(); ++i) {
        const PlannedTensor& tensor = plan.tensors[i];
        if (owners[i] != i)
            continue;
        if (const Result<void> checked = checkChannels(tensor); !checked)
            return checked.error();
        if (tensor.role != PlannedTensor::Role::Activation) {
            std::optional<QuantParams> known = memory.paramsOf(tensor);
            if (!known) {
                known = initializerParams(graph, config, tensor);
                memory.keepParams(tensor, *known);
            }
            params.emplace(tensor.name, std::move(*known));
            continue;
        }
        const auto range = ranges.find(tensor.name);
        if (range == ranges.end())
            return missingRange(tensor.name);
        const auto function = folded.find(tensor.name);
        const TensorRange covered =
            function == folded.end() ? range->second : foldedRange(*function->second, tensor.encoding, range->second);
        params.emplace(tensor.name, paramsFor(config, tensor.encoding, {&covered, 1}));
    }
    if (config.isExtended() && config.npu.npuLimitationCheck)
        alignScales(graph, config, plan, params);
    // Alignment may have given a tensor between a view and its weight parameters of its own.
    const std::vector<std::size_t> nearest =
        plan.owners([&params](const PlannedTensor& provider) { return params.count(provider.name) == 0; });
    for (std::size_t i = 0; i < nearest.size(); ++i) {
        const PlannedTensor& last = plan.tensors[nearest[i]];
        const QuantParams shared = params.at(params.count(last.name) > 0 ? last.name : last.sharesWith);
        params.emplace(plan.tensors[i].name, shared);
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

QuantParams constantParams(const QuantConfig& config, const TensorEncoding& encoding, std::span<const float> elements,
                           const Shape& shape, std::optional<int> axis)
{
    const RangeRequest request = weightRequest(config, targetOf(encoding, config));
    return paramsFor(config, encoding, rangesForWeight(elements, shape, axis, request), axis);
}

CodeLimits constantCodes(const QuantConfig& config, DataType type)
{
    // The reference never writes the lowest signed code, which a power-of-two scale could saturate at.
    const bool isWhole = config.placement.addQDQPairToWeight || config.flow() == Flow::OnnxRuntime;
    return codeLimits(type, isWhole ? Symmetry::Asymmetric : Symmetry::Symmetric);
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
