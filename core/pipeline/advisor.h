// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/pipeline/analysis_session.h"
#include "core/pipeline/gates.h"
#include "core/pipeline/recipe_difference.h"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace quantiscope {

/// What is to be found out, and how much of it may be run.
struct AdviceRequest
{
    /// What the quantized model is to reach. One of outputs that names none is about all outputs and parts, of which
    /// the worst counts.
    Gate goal = {GateMetric::Cosine, {}, GateStatistic::Mean, 0.99, {}};
    std::size_t evaluations = 600; ///< of variants, at most; those that confirm the plan come on top
    std::size_t screening = 4; ///< samples that variants are compared on, before the plan is measured on all
    std::size_t suspects = 32; ///< layers that are quantized alone, at most
    std::optional<double> seconds = {}; ///< the search ends after so long; what it finds depends on the machine then
    bool keepsPreset = false; ///< only what the recipe's preset allows
};

/// What a variant costs, in terms of the graph that is quantized.
struct AdviceFigures
{
    std::uint64_t multiplyAdds = 0; ///< for one sample, of all layers with constant weights
    std::uint64_t byteMultiplyAdds = 0; ///< of those whose weights have 8 bits
    std::uint64_t floatMultiplyAdds = 0; ///< of those that compute in float
    std::uint64_t weightBytes = 0; ///< of all constants as they are written
    std::uint64_t floatWeightBytes = 0; ///< of the float ones among them
    std::uint32_t activationBits = 32; ///< of the widest quantized activation; 32: activations stay float
    /// byteMultiplyAdds / multiplyAdds, 0 … 1; 0 without any.
    [[nodiscard]] double byteShare() const;
    [[nodiscard]] bool hasFloatActivations() const { return activationBits >= 32; }

    bool operator==(const AdviceFigures&) const = default;
};

/// "8 bits"; "float".
[[nodiscard]] std::string activationText(const AdviceFigures& figures);

/// How a variant did.
struct AdviceOutcome
{
    std::optional<double> value; ///< of the goal's metric; nothing when an output is not finite or has none
    std::string output; ///< the output or part that it belongs to; empty for metrics of the whole model
    bool isMet = false;
    std::size_t samples = 0; ///< that it was measured on
    AdviceFigures figures;
};

/// A layer that goes wrong.
struct AdviceCulprit
{
    std::string layer; ///< its first node with weights, in the user's graph
    std::vector<std::string> nodes; ///< of the user's graph
    AdviceOutcome only; ///< when only this layer is quantized
    std::string reason; ///< why, in one plain sentence
};

/// Something that may mend it.
struct AdviceFix
{
    std::string title; ///< "Per-channel weights"
    QuantConfig config; ///< the recipe's with it
    std::vector<RecipeChange> changes; ///< against the recipe
    std::optional<AdviceOutcome> outcome; ///< measured on the screening samples; nothing when it is refused
    std::string refusal; ///< why these rules do not allow it; otherwise empty
    std::string cost; ///< a sentence
};

/// The best recipe that was found.
struct AdvicePlan
{
    QuantConfig config;
    std::vector<std::string> steps; ///< what is done, in words
    std::vector<RecipeChange> changes; ///< against the recipe
    AdviceOutcome outcome; ///< on all samples, unless it was cancelled before
};

/// Which layer broke a model, why, and what mending it costs. Every number comes from running the variant.
struct Advice
{
    Gate goal;
    std::string modelHash; ///< of the user's model
    std::string quantizedHash; ///< content hash of what quantizeModel() makes of the recipe
    std::string preset;
    std::size_t samples = 0; ///< all
    std::size_t screening = 0; ///< of AdviceRequest, as far as there are so many
    AdviceOutcome baseline; ///< the recipe as it is, on all samples
    AdviceOutcome screened; ///< likewise, on the screening samples: what fixes compare with
    std::vector<AdviceCulprit> culprits; ///< the worst first
    std::vector<AdviceFix> fixes; ///< in the order in which they were tried
    std::optional<AdvicePlan> plan; ///< nothing when the recipe reaches the goal, or nothing is better
    std::string left; ///< what the plan does not reach, and what is left to do, in plain words; may be empty
    std::size_t evaluations = 0;
    bool isComplete = false; ///< did it come to its end?
};

/// Is told what is known after every step; on the caller's thread.
using AdviceWitness = std::function<void(const Advice&)>;

/// Looks for the layers that keep @p session's recipe from @p request's goal, and for the recipe that reaches it with
/// the largest share of multiply-adds in 8-bit weights:
///
/// 1. The layers whose codes keep least of their weights or of what they make are each quantized alone; those that do
///    most harm are the culprits. Their weights (weightFinding()) and the ranges of their activations say why.
/// 2. Changes of the whole recipe are tried one by one, then together, as long as one helps: per-channel weights,
///    16-bit activations, other methods, symmetries, equalization; and the presets that allow what this one refuses.
/// 3. Where that is not enough, layers get 16-bit weights or stay float: greedily, each step measured, those that help
///    most for what they cost first; then those that turned out not to be needed go back.
/// 4. The plan is measured on all samples. One that misses the goal there goes back to 3.
///
/// Deterministic for any number of threads, unless AdviceRequest::seconds ends it. Cancelling after the baseline is no
/// error: what is known comes back with isComplete unset. Errors: InvalidArgument for a goal that names no output or
/// part, or without bound; DataRefused when the float model gives no finite values to reach; of the runs; Canceled.
[[nodiscard]] Result<Advice> advise(AnalysisSession& session, const AdviceRequest& request,
                                    const AdviceWitness& witness, Feedback& feedback);

/// A goal as `--goal` takes it: a gate ('scores:cosine>=0.95', see gateFromText()), or METRIC.NAME instead of
/// NAME:METRIC.
[[nodiscard]] Result<Gate> goalFromText(std::string_view text);

/// What goalFromText() reads as @p goal, which has one bound; of one with both it says the lower one.
[[nodiscard]] std::string goalText(const Gate& goal);

/// The advice as one JSON document ("format": "quantiscope-advice", "version": 1), which adviceFromJson() reads back.
/// Infinities are "inf" and "-inf".
[[nodiscard]] nlohmann::json toJson(const Advice& advice);

} // namespace quantiscope
