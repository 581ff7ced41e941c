// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/advice_measurement.h"

#include "core/base/number_text.h"
#include "core/base/quiet_feedback.h"
#include "core/pipeline/effect_figures.h"
#include "core/qdq/dynamic_quantization.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace quantiscope {

namespace {

constexpr std::size_t kLoadedGraphs = 2; // the search goes to and fro between two, with and without equalization
constexpr double kBeyond = std::numeric_limits<double>::infinity();

/// Gates about each of the outputs and parts that @p goal is about.
std::vector<Gate> gatesOf(const Gate& goal, const Evaluation& evaluation)
{
    if (!isOfOutput(goal.metric) || !goal.output.empty())
        return {goal};
    std::vector<Gate> gates;
    const auto add = [&](const OutputSummary& summary) {
        if (goal.metric == GateMetric::Ssim && !summary.ssim)
            return;
        gates.push_back(goal);
        gates.back().output = summary.name;
    };
    for (const OutputSummary& output : evaluation.outputs)
        add(output);
    for (const MeasuredPart& part : evaluation.parts)
        add(part.summary);
    return gates;
}

/// The type that the constant of node @p node is written in, which is quantized; nothing when that stays float.
std::optional<DataType> weightType(const VariantDesign& variant, const QuantConfig& config, std::size_t node)
{
    const Graph& graph = variant.prepared->graph;
    if (config.selection.dynamic) { // has no plan
        const auto operands = dynamicOperands(graph, config, node);
        return operands && !operands->constant.empty() ? std::optional(operands->constantType) : std::nullopt;
    }
    for (const std::string& value : graph.nodes()[node].inputs) {
        const PlannedTensor* const tensor = graph.isInitializer(value) ? variant.plan.find(value) : nullptr;
        if (tensor)
            return tensor->encoding.type;
    }
    return std::nullopt;
}

std::chrono::steady_clock::time_point endOf(double seconds)
{
    constexpr double kLongest = 1e6; // more than anybody waits for, and a clock can add
    return std::chrono::steady_clock::now()
        + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
               std::chrono::duration<double>(std::min(seconds, kLongest)));
}

} // namespace

double AdviceFigures::byteShare() const
{
    return multiplyAdds > 0 ? static_cast<double>(byteMultiplyAdds) / static_cast<double>(multiplyAdds) : 0.0;
}

AdviceFigures adviceFigures(const VariantDesign& variant, const QuantConfig& config)
{
    AdviceFigures figures;
    figures.weightBytes = variant.figures.weightBytes;
    figures.floatWeightBytes = variant.figures.floatWeightBytes;
    const Graph& graph = variant.prepared->graph;
    std::vector<bool> isSelected(graph.nodes().size(), false);
    for (const std::size_t node : variant.rules.selected)
        isSelected[node] = true;
    for (std::size_t i = 0; i < isSelected.size(); ++i) {
        const Node& node = graph.nodes()[i];
        const bool hasWeight = std::any_of(node.inputs.begin(), node.inputs.end(),
                                           [&graph](const std::string& value) { return graph.isInitializer(value); });
        const std::uint64_t products = hasWeight ? multiplyAdds(graph, i) : 0;
        if (products == 0)
            continue;
        const std::optional<DataType> weight = isSelected[i] ? weightType(variant, config, i) : std::nullopt;
        figures.multiplyAdds += products;
        if (!weight)
            figures.floatMultiplyAdds += products;
        else if (byteSize(*weight) == 1)
            figures.byteMultiplyAdds += products;
        if (weight && config.selection.dynamic)
            figures.activationBits = 8; // DynamicQuantizeLinear knows no other type
    }
    std::uint32_t widest = 0;
    for (const PlannedTensor& tensor : variant.plan.tensors) {
        if (tensor.role == PlannedTensor::Role::Activation)
            widest = std::max(widest, static_cast<std::uint32_t>(8 * byteSize(tensor.encoding.type)));
    }
    if (widest > 0)
        figures.activationBits = widest;
    return figures;
}

AdviceMeasurement::AdviceMeasurement(AnalysisSession& session, const AdviceRequest& request, Feedback& feedback)
    : m_session(session)
    , m_request(request)
    , m_feedback(feedback)
    , m_samples(session.samples().size())
    , m_screening(std::clamp<std::size_t>(request.screening, 1, std::max<std::size_t>(1, m_samples)))
    , m_whatIf(session, kLoadedGraphs)
{
    if (request.seconds)
        m_end = endOf(*request.seconds);
}

Result<void> AdviceMeasurement::checkGoal() const
{
    const Gate& goal = m_request.goal;
    if (!goal.min && !goal.max)
        return Error{ErrorCode::InvalidArgument, "A goal needs a bound, such as 'cosine>=0.99'.", "--goal"};
    std::vector<std::string> names = m_session.floatResults().outputNames();
    for (const OutputPart& part : m_session.request().recipe.parts)
        names.push_back(part.name);
    return checkGatesFit({&goal, 1}, names, m_session.labels() != nullptr);
}

Result<void> AdviceMeasurement::checkFloat() const
{
    QuietFeedback quiet(m_feedback);
    const auto evaluation = m_session.evaluate(m_session.floatResults(), 0, quiet);
    if (!evaluation)
        return evaluation.error();
    for (const Gate& gate : gatesOf(m_request.goal, *evaluation)) {
        const OutputSummary* summary = isOfOutput(gate.metric) ? evaluation->summaryNamed(gate.output) : nullptr;
        if (!summary || summary->notFinite == 0)
            continue;
        return Error{ErrorCode::DataRefused,
                     "The float model itself gives infinity or NaN in '" + gate.output + "' for "
                         + std::to_string(summary->notFinite) + " of " + countedText(evaluation->samples, "sample")
                         + ", where nothing can be held against it: measure with other samples.",
                     gate.output};
    }
    return {};
}

Result<AdviceOutcome> AdviceMeasurement::screen(const QuantConfig& config, const std::set<std::string>& alsoFloat)
{
    if (m_evaluations >= m_request.evaluations || (m_end && std::chrono::steady_clock::now() >= *m_end))
        return Error{ErrorCode::Canceled, "Nothing is left of the budget.", {}};
    ++m_evaluations;
    return measure(config, m_screening, alsoFloat);
}

Result<AdviceOutcome> AdviceMeasurement::confirm(const QuantConfig& config)
{
    return measure(config, 0, {});
}

Result<AdviceOutcome> AdviceMeasurement::measure(const QuantConfig& config, std::size_t samples,
                                                 const std::set<std::string>& alsoFloat)
{
    if (m_feedback.isCanceled())
        return Error{ErrorCode::Canceled, "Canceled.", {}};
    QuietFeedback quiet(m_feedback);
    const Similarity similarity =
        m_request.goal.metric == GateMetric::Ssim ? Similarity::Measured : Similarity::LeftOut;
    const auto answer = m_whatIf.evaluate(config, samples, quiet, alsoFloat, similarity);
    if (!answer)
        return answer.error();
    const Evaluation& evaluation = answer->evaluation;
    AdviceOutcome outcome;
    outcome.samples = evaluation.samples;
    outcome.figures = adviceFigures(answer->variant, config);
    outcome.isMet = true;
    double worst = -1.0;
    for (const GateResult& result : checkGates(gatesOf(m_request.goal, evaluation), evaluation)) {
        outcome.isMet = outcome.isMet && result.met;
        const bool counts = result.value && result.reason.empty();
        const double loss = counts ? lossOf(*result.value) : kBeyond;
        if (loss <= worst)
            continue;
        worst = loss;
        outcome.value = counts ? result.value : std::nullopt;
        outcome.output = result.output;
    }
    outcome.isMet = outcome.isMet && worst >= 0.0;
    return outcome;
}

double AdviceMeasurement::lossOf(double value) const
{
    switch (m_request.goal.metric) {
    case GateMetric::Cosine:
    case GateMetric::Ssim:
    case GateMetric::Top1Agreement:
        return std::max(0.0, 1.0 - value);
    case GateMetric::Psnr:
    case GateMetric::Sqnr:
        return std::pow(10.0, -value / 10.0); // power of the noise
    default:
        return std::max(0.0, value);
    }
}

double AdviceMeasurement::lossOf(const AdviceOutcome& outcome) const
{
    return outcome.value ? lossOf(*outcome.value) : kBeyond;
}

double AdviceMeasurement::goalLoss() const
{
    const Gate& goal = m_request.goal;
    return lossOf(goal.min ? *goal.min : *goal.max);
}

} // namespace quantiscope
