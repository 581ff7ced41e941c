// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json_reader.h"
#include "core/base/nearest_name.h"
#include "core/pipeline/gates.h"

#include <array>
#include <charconv>
#include <cmath>

#include <nlohmann/json.hpp>

namespace quantiscope {

using nlohmann::json;

namespace {

/// The summary that @p metric of outputs is about; null when the output has none.
const MetricSummary* summaryOf(GateMetric metric, const OutputSummary& output)
{
    switch (metric) {
    case GateMetric::Cosine:
        return &output.cosine;
    case GateMetric::Psnr:
        return &output.psnr;
    case GateMetric::Sqnr:
        return &output.sqnr;
    case GateMetric::L2:
        return &output.l2;
    case GateMetric::Rmse:
        return &output.rmse;
    case GateMetric::MaxAbs:
        return &output.maxAbs;
    case GateMetric::Ssim:
        return output.ssim ? &*output.ssim : nullptr;
    default:
        return nullptr;
    }
}

/// The value of a metric of outputs; nothing when the output has none.
std::optional<double> valueOf(const Gate& gate, const OutputSummary& output)
{
    const MetricSummary* summary = summaryOf(gate.metric, output);
    if (!summary)
        return std::nullopt;
    const double value = gate.of == GateStatistic::Worst ? summary->worst : summary->mean;
    return std::isnan(value) ? std::nullopt : std::optional(value);
}

bool isMet(const Gate& gate, double value)
{
    return (!gate.min || value >= *gate.min) && (!gate.max || value <= *gate.max);
}

GateResult checkOutput(const Gate& gate, const OutputSummary& output)
{
    GateResult result{gate, valueOf(gate, output), output.name, false, {}};
    // A gate is about all samples: what was left out of the metrics may be the worst of them.
    if (output.shapesDiffer > 0)
        result.reason = std::to_string(output.shapesDiffer) + " samples of '" + output.name
            + "' have another shape than the float model's and could not be compared";
    else if (output.notFinite > 0)
        result.reason = std::to_string(output.notFinite) + " samples of '" + output.name + "' hold NaN or infinity";
    else if (!result.value)
        result.reason = "'" + output.name + "' has no " + gateMetricName(gate.metric);
    else
        result.met = isMet(gate, *result.value);
    return result;
}

/// Of two results of one gate, is @p a the one to tell of? One that is not met before one that is; then the worse one.
bool isWorse(const GateResult& a, const GateResult& b)
{
    if (a.met != b.met)
        return !a.met;
    if (!a.value || !b.value)
        return !a.value && b.value;
    return a.gate.min ? *a.value < *b.value : *a.value > *b.value;
}

GateResult checkOutputs(const Gate& gate, const Evaluation& evaluation)
{
    std::optional<GateResult> worst;
    std::vector<std::string> names;
    std::vector<const OutputSummary*> measured;
    for (const OutputSummary& output : evaluation.outputs)
        measured.push_back(&output);
    for (const MeasuredPart& part : evaluation.parts) {
        if (!gate.output.empty()) // otherwise the gate is about whole outputs
            measured.push_back(&part.summary);
    }
    for (const OutputSummary* each : measured) {
        const OutputSummary& output = *each;
        names.push_back(output.name);
        if (!gate.output.empty() && gate.output != output.name)
            continue;
        GateResult result = checkOutput(gate, output);
        // Only some outputs look like pictures.
        if (gate.metric == GateMetric::Ssim && gate.output.empty() && !output.ssim && output.notFinite == 0
            && output.shapesDiffer == 0)
            continue;
        if (!worst || isWorse(result, *worst))
            worst = std::move(result);
    }
    if (worst)
        return *worst;
    GateResult none{gate, std::nullopt, gate.output, false, "no output has that metric"};
    if (!gate.output.empty())
        none.reason = "no output '" + gate.output + "' was compared." + didYouMean(gate.output, names);
    return none;
}

GateResult checkWhole(const Gate& gate, const Evaluation& evaluation)
{
    GateResult result{gate, std::nullopt, {}, false, {}};
    if (gate.metric == GateMetric::Top1Agreement) {
        if (evaluation.agreement && evaluation.samples > 0)
            result.value = static_cast<double>(*evaluation.agreement) / static_cast<double>(evaluation.samples);
        else
            result.reason = "the first output is not a vector of class scores";
    } else if (const auto& c = evaluation.classification; c && c->labelled > 0) {
        const bool isTop1 = gate.metric == GateMetric::Top1Drop;
        const auto before = static_cast<double>(isTop1 ? c->floatTop1 : c->floatTop5);
        const auto after = static_cast<double>(isTop1 ? c->quantizedTop1 : c->quantizedTop5);
        result.value = 100.0 * (before - after) / static_cast<double>(c->labelled);
    } else {
        result.reason = "no sample has a label";
    }
    result.met = result.value && isMet(gate, *result.value);
    return result;
}

} // namespace

std::string GateResult::text() const
{
    std::string line = describe(gate) + ": ";
    if (!reason.empty())
        return line + reason;
    std::array<char, 40> number{};
    const auto end = std::to_chars(number.data(), number.data() + number.size(), *value, std::chars_format::general, 6);
    line.append(number.data(), end.ptr);
    return output.empty() ? line : line + " ('" + output + "')";
}

std::vector<GateResult> checkGates(std::span<const Gate> gates, const Evaluation& evaluation)
{
    std::vector<GateResult> results;
    for (const Gate& gate : gates)
        results.push_back(isOfOutput(gate.metric) ? checkOutputs(gate, evaluation) : checkWhole(gate, evaluation));
    return results;
}

json toJson(const GateResult& result)
{
    json object{{"gate", describe(result.gate)}, {"met", result.met}};
    if (result.value)
        object["value"] = jsonNumber(*result.value);
    if (!result.output.empty())
        object["output"] = result.output;
    if (!result.reason.empty())
        object["reason"] = result.reason;
    return object;
}

} // namespace quantiscope
