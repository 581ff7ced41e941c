// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/evaluator.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace quantiscope {

/// What a gate looks at. The first seven belong to an output, the others to the whole model.
enum class GateMetric
{
    Cosine, ///< -1 … 1
    Psnr, ///< dB
    Sqnr, ///< dB
    L2,
    Rmse,
    MaxAbs,
    Ssim, ///< -1 … 1
    Top1Drop, ///< points of accuracy lost against the float model; needs labels
    Top5Drop, ///< as top1Drop
    Top1Agreement, ///< share of the samples with the same class, 0 … 1
};

/// Does the metric belong to an output?
[[nodiscard]] constexpr bool isOfOutput(GateMetric metric)
{
    return metric <= GateMetric::Ssim;
}

/// "cosine", "top1Drop": the metric's key in recipes.
[[nodiscard]] const char* gateMetricName(GateMetric metric);

/// Which value of a metric over the samples is looked at.
enum class GateStatistic
{
    Mean,
    Worst,
};

/// A condition that a quantized model has to meet.
struct Gate
{
    GateMetric metric = GateMetric::Cosine;
    /// Of this output or part of an output (Recipe::parts); empty: of every whole output, for metrics of outputs.
    std::string output;
    GateStatistic of = GateStatistic::Mean;
    std::optional<double> min; ///< the value must not be below
    std::optional<double> max; ///< nor above

    bool operator==(const Gate&) const = default;
};

/// "cosine >= 0.99", "worst psnr of 'boxes' >= 30".
[[nodiscard]] std::string describe(const Gate& gate);

/// A gate as `--gate` takes it: [OUTPUT:]METRIC[.worst]>=NUMBER or <=NUMBER ('cosine>=0.99', 'boxes:psnr.worst>=30',
/// 'top1Drop<=1'). InvalidArgument with the nearest metric.
[[nodiscard]] Result<Gate> gateFromText(std::string_view text);

/// Gates as recipes hold them: {METRIC: BOUND | [BOUND…], "outputs": {NAME: {METRIC: …}}} with BOUND =
/// {"min": x, "max": y, "of": "mean" | "worst"}; NAME is an output's or a part's. ConfigRefused; @p where begins the
/// keys' names. In the order of sortGates().
[[nodiscard]] Result<std::vector<Gate>> gatesFromJson(const nlohmann::json& value, const std::string& where);
[[nodiscard]] nlohmann::json toJson(std::span<const Gate> gates);

/// Sorts by output, then by metric; those of all outputs first. The order of others stays.
void sortGates(std::vector<Gate>& gates);

/// InvalidArgument when a gate of @p gates needs labels and there are none, or names an output that is not among
/// @p outputs, nor a part of one; for complaints before the long work.
[[nodiscard]] Result<void> checkGatesFit(std::span<const Gate> gates, std::span<const std::string> outputs,
                                         bool hasLabels);

struct GateResult
{
    Gate gate;
    std::optional<double> value; ///< of the output that is worst; nothing when nothing could be measured
    std::string output; ///< the output that the value belongs to; empty for metrics of the whole model
    bool met = false;
    std::string reason; ///< why there is no value, or why it does not count; mostly empty

    /// "cosine >= 0.99: 0.987 ('boxes')"; the reason where there is one.
    [[nodiscard]] std::string text() const;
};

/// Measures every gate. A gate on an output that has samples with NaN or infinity is not met whatever the rest says.
[[nodiscard]] std::vector<GateResult> checkGates(std::span<const Gate> gates, const Evaluation& evaluation);

[[nodiscard]] nlohmann::json toJson(const GateResult& result);

} // namespace quantiscope
