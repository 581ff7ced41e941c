// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/qdq/tensor_params.h"

#include "core/numerics/quantize.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace quantiscope {

namespace {

/// The tensor whose own parameters @p name uses.
const std::string& ownerOf(const QdqPlan& plan, const std::string& name)
{
    const PlannedTensor* tensor = plan.find(name);
    while (!tensor->sharesWith.empty() && plan.find(tensor->sharesWith))
        tensor = plan.find(tensor->sharesWith);
    return tensor->name;
}

QuantParams paramsFor(std::span<const TensorRange> ranges, DataType type, Symmetry symmetry, CodeRange codes,
                      std::optional<int> axis)
{
    QuantParams params{type, {}, {}, axis};
    const CodeLimits limits = codeLimits(type, symmetry, codes);
    for (const TensorRange& range : ranges) {
        const ScaleZeroPoint value = computeScaleZeroPoint(range, limits, symmetry);
        params.scale.push_back(value.scale);
        params.zeroPoint.push_back(value.zeroPoint);
    }
    return params;
}

QuantParams initializerParams(const Graph& graph, const QuantConfig& config, const PlannedTensor& tensor)
{
    const std::vector<float> values = graph.initializerFloats(tensor.name);
    if (tensor.role == PlannedTensor::Role::Constant) {
        const TensorRange range = rangeOf(values);
        return paramsFor({&range, 1}, config.activationType, config.activationSymmetry(), CodeRange::Full, {});
    }
    const CodeRange codes = config.reduceRange ? CodeRange::Reduced : CodeRange::Full;
    if (!tensor.axis) {
        const TensorRange range = rangeOf(values);
        return paramsFor({&range, 1}, config.weightType, config.weightSymmetry(config.weightType), codes, {});
    }
    // Integer kernels need one zero point for all channels, which symmetric ranges give.
    const std::vector<TensorRange> ranges = rangesAlongAxis(values, graph.initializerShape(tensor.name), *tensor.axis);
    return paramsFor(ranges, config.weightType, Symmetry::Symmetric, codes, tensor.axis);
}

/// Copies parameters between the tensors around an operator until nothing changes (reference quantizer, section 4.10).
class Alignment
{
public:
    Alignment(const Graph& graph, const QuantConfig& config, const QdqPlan& plan, TensorParams& params)
        : m_graph(graph), m_config(config), m_plan(plan), m_params(params)
    {
        for (const FoldedActivation& folded : plan.folded)
            m_foldedOutputs.insert(folded.output);
    }

    void run()
    {
        constexpr int kMostLoops = 5;
        for (int loop = 0; loop < kMostLoops; ++loop) {
            m_changed = false;
            for (const Node& node : m_graph.nodes())
                align(node);
            if (!m_changed)
                return;
        }
    }

private:
    void align(const Node& node)
    {
        if (node.inputs.empty() || node.outputs.empty())
            return;
        if (m_config.alignConcat && node.opType == "Concat") {
            for (const std::string& input : node.inputs)
                copy(node.outputs[0], input);
        } else if (m_config.alignPad && node.opType == "Pad") {
            copy(node.outputs[0], node.inputs[0]);
        } else if ((m_config.alignPool && isPooling(node.opType)) || (m_config.alignSlice && node.opType == "Slice")) {
            copy(node.inputs[0], node.outputs[0]);
        }
    }

    static bool isPooling(const std::string& opType)
    {
        return opType == "MaxPool" || opType == "AveragePool" || opType == "GlobalAveragePool";
    }

    void copy(const std::string& from, const std::string& to)
    {
        if (!m_plan.find(from) || !m_plan.find(to) || m_graph.isInitializer(from) || m_graph.isInitializer(to))
            return;
        const std::string& owner = ownerOf(m_plan, to);
        if (m_foldedOutputs.count(owner) > 0)
            return; // its own zero point and saturation do the work of the activation function
        const QuantParams& source = m_params.at(ownerOf(m_plan, from));
        QuantParams& target = m_params.at(owner);
        if (target == source)
            return;
        target = source;
        m_changed = true;
    }

    const Graph& m_graph;
    const QuantConfig& m_config;
    const QdqPlan& m_plan;
    TensorParams& m_params;
    std::set<std::string> m_foldedOutputs;
    bool m_changed = false;
};

/// Raises weight scales so that the bias, in steps of input scale x weight scale, fits into int32.
/// Source: ONNX Runtime _adjust_weight_scale_for_int32_bias.
void raiseWeightScales(const Graph& graph, const QdqPlan& plan, TensorParams& params)
{
    constexpr double kMargin = 1.0001;
    constexpr double kSteps = 2.0 * std::numeric_limits<std::int32_t>::max();
    for (const PlannedBias& planned : plan.biases) {
        QuantParams& weight = params.at(planned.weight);
        const bool symmetric =
            std::all_of(weight.zeroPoint.begin(), weight.zeroPoint.end(), [](auto zero) { return zero == 0; });
        if (!graph.isInitializer(planned.weight) || !symmetric
            || (weight.type != DataType::Int8 && weight.type != DataType::Int16))
            continue;
        std::vector<float> bias = graph.initializerFloats(planned.bias);
        for (float& b : bias)
            b *= planned.beta;
        const double inputScale = params.at(ownerOf(plan, planned.activation)).scale[0];
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
                weight.scale[channel] =
                    static_cast<float>(static_cast<double>(weight.scale[channel]) * (smallestScale / biasScale));
        }
    }
}

/// A Relu that gave nothing but zeros is folded into an output of scale 1, where code 0 of a signed type would let
/// negative values through: its zero is to be the lowest code.
void keepZerosOfFolded(const QdqPlan& plan, const QuantConfig& config, const TensorRanges& ranges, TensorParams& params)
{
    const CodeLimits limits = codeLimits(config.activationType, config.activationSymmetry());
    for (const FoldedActivation& folded : plan.folded) {
        const auto owned = params.find(folded.output);
        const auto range = ranges.find(folded.output);
        if (owned == params.end() || range == ranges.end() || range->second.min < 0.0F)
            continue;
        for (std::int32_t& zeroPoint : owned->second.zeroPoint)
            zeroPoint = limits.min; // what it is anyway unless the range is empty
    }
}

} // namespace

void adjustRanges(const Graph& graph, const QuantConfig& config, const std::vector<std::size_t>& selected,
                  TensorRanges& ranges)
{
    const bool throughActivations = config.rules == PlacementRules::OnnxRuntime || !config.activationSymmetric;
    for (const std::size_t position : selected) {
        const Node& node = graph.nodes()[position];
        if (node.inputs.empty() || node.outputs.empty())
            continue;
        const std::string& output = node.outputs[0];
        if (node.opType == "Softmax") {
            ranges[output] = {0.0F, 1.0F};
        } else if (throughActivations && (node.opType == "Clip" || node.opType == "Relu")
                   && graph.consumersOf(node.inputs[0]).size() == 1) {
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
        if (range == ranges.end()) {
            return Error{ErrorCode::ConfigRefused,
                         "There are no statistics of value '" + tensor.name
                             + "'; calibrate this model with this version.",
                         tensor.name};
        }
        params.emplace(
            tensor.name,
            paramsFor({&range->second, 1}, config.activationType, config.activationSymmetry(), CodeRange::Full, {}));
    }
    keepZerosOfFolded(plan, config, ranges, params);
    if (config.rules == PlacementRules::QuarkExtended)
        Alignment(graph, config, plan, params).run();
    for (const PlannedTensor& tensor : plan.tensors) {
        if (params.count(tensor.name) == 0)
            params.emplace(tensor.name, params.at(ownerOf(plan, tensor.name)));
    }
    raiseWeightScales(graph, plan, params);
    return params;
}

} // namespace quantiscope
