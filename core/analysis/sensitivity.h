// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/output_metrics.h"
#include "core/base/result.h"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quantiscope {

/// What units are ranked by, between the float and the quantized outputs.
enum class SensitivityMetric
{
    Cosine,
    Sqnr, ///< dB
    L2,
    Kl, ///< nats, see divergence(); of outputs that are taken for class scores
    Top1, ///< share of the labelled samples that are classified right
};

/// How it is found out what a unit does.
enum class SensitivityMode
{
    Full, ///< every variant runs on every sample
    /// The unit's own error, as LayerErrors have it, from one pass over the samples: where quantization itself is bad,
    /// whatever becomes of it on the way to the outputs. Points at a broken layer, but ranks sound ones poorly.
    Local,
    /// An estimate from one sample: every unit is quantized by itself there only. Scaling that by how the unit's own
    /// error over all samples compares with that on this one cost a pass over them and did not rank better.
    FirstOrder,
};

/// What becomes of a unit in the variant that is measured.
enum class SensitivityDirection
{
    Only, ///< only this is quantized
    AllBut, ///< everything is quantized but this
};

/// What stands together in a ranking.
enum class SensitivityUnits
{
    Layer, ///< a quantized node with what is fused to it
    Block, ///< a layer with weights and the activation function behind it ("Conv · SiLU"); other layers by themselves
    Scope, ///< what is directly in one scope of the ScopeTree
    OpType, ///< all layers of one operator type
    Group, ///< sets of the user's
};

/// One output, or part of one, of a variant against that of the float model, over samples.
struct OutputEffect
{
    std::string output;
    std::uint64_t samples = 0; ///< that count
    std::uint64_t notFinite = 0; ///< samples left out because an element was NaN or infinite
    std::uint64_t shapesDiffer = 0; ///< samples left out because the extents differ
    MetricSummary cosine;
    MetricSummary sqnr; ///< dB; as OutputSummary has it
    MetricSummary l2;
    std::optional<MetricSummary> kl; ///< when the output is taken for class scores in all samples
    std::uint64_t broken = 0; ///< of notFinite: samples that are finite in the float model
};

/// Right answers among the labelled samples.
struct TopOne
{
    std::uint64_t labelled = 0;
    std::uint64_t floatHits = 0;
    std::uint64_t quantizedHits = 0;

    bool operator==(const TopOne&) const = default;
};

/// What one variant was measured to do.
struct VariantEffect
{
    std::uint64_t samples = 0;
    std::vector<OutputEffect> outputs; ///< numeric outputs of the float model, in its order
    std::vector<OutputEffect> parts = {}; ///< of outputs (metrics.parts of the recipe), in their order
    std::optional<TopOne> topOne; ///< when there are labels
    /// The metric that is ranked by: the mean of the output or part where it is worst. Infinitely bad (-inf, +inf of L2
    /// and Kl) when an element of one became infinite or NaN in any sample. Nothing when it could not be measured.
    std::optional<double> value;
};

/// One part of the network.
struct SensitivityUnit
{
    std::string name; ///< its first node with weights, its scope, operator type or group
    std::string label; ///< "Conv · SiLU"
    std::vector<std::string> nodes; ///< of the user's graph, in its order
    std::uint64_t multiplyAdds = 0; ///< for one sample
    std::optional<VariantEffect> only; ///< only this unit quantized
    std::optional<VariantEffect> allBut; ///< everything but this unit quantized
    /// What only->value would be over all samples, in the modes that estimate; of Local: the SQNR (dB) of the unit's
    /// own error, whatever the metric.
    std::optional<double> estimate;
};

/// What it costs and gains to leave the most sensitive units in float.
struct CurvePoint
{
    std::size_t units = 0; ///< the first so many of the ranking stay float
    std::uint64_t weightBytes = 0; ///< of all constants as they are written
    std::uint64_t floatWeightBytes = 0; ///< of the float ones among them
    std::uint64_t floatMultiplyAdds = 0; ///< of float nodes, for one sample
    VariantEffect effect;
};

/// How much each part of a network matters to its outputs.
struct Sensitivity
{
    SensitivityMetric metric = SensitivityMetric::Cosine;
    SensitivityMode mode = SensitivityMode::Full;
    SensitivityUnits per = SensitivityUnits::Layer;
    SensitivityDirection rankedBy = SensitivityDirection::Only;
    std::string modelHash; ///< of the user's model
    std::string preparedHash; ///< of the graph that is quantized
    std::string quantizedHash; ///< content hash of the model with everything quantized
    std::string preset;
    std::uint64_t samples = 0; ///< that were wanted; each effect says how many it has
    std::uint64_t multiplyAdds = 0; ///< of the whole network, for one sample
    std::uint64_t floatWeightBytes = 0; ///< of the constants of the prepared float graph
    std::optional<VariantEffect> quantized; ///< everything quantized
    std::vector<SensitivityUnit> units; ///< in graph order
    std::vector<std::size_t> ranking; ///< places in units, the most sensitive first; those without a value come last
    std::vector<CurvePoint> curve; ///< by units, ascending; empty when it was not asked for
    bool isEstimate = false; ///< is the ranking one?
    bool isComplete = false; ///< was everything measured on all samples?
};

/// Kullback-Leibler divergence of @p quantized from @p baseline in nats, both after softmax unless @p baseline holds
/// probabilities already (none below 0, their sum within 1e-3 of 1). 0 for equal ones; probabilities of @p quantized
/// below 1e-12 count as that. Nothing unless both are one vector (isOneVector()) of finite numbers.
[[nodiscard]] std::optional<double> divergence(const Tensor& baseline, const Tensor& quantized);

/// Is @p a a worse value of @p metric than @p b?
[[nodiscard]] bool isWorse(SensitivityMetric metric, double a, double b);

/// The value of VariantEffect::value for @p metric; of a variant with @p effect.
[[nodiscard]] std::optional<double> rankingValue(const VariantEffect& effect, SensitivityMetric metric);

/// Sensitivity::ranking of its units: by the estimate or what was measured in the direction rankedBy; with Only the
/// worst value first, with AllBut the best. Of equal ones the first in the graph.
[[nodiscard]] std::vector<std::size_t> rankingOf(const Sensitivity& sensitivity);

/// Where the curve of a ranking of @p units units is measured: 0, 1, 2, 3, 4, 6, 8, 12, 16, 24, … and all.
[[nodiscard]] std::vector<std::size_t> curvePoints(std::size_t units);

/// "cosine", "sqnr", "l2", "kl", "top1"; "full", "local", "first-order"; "only", "all-but"; "layer", "block", "scope",
/// "type", "group".
[[nodiscard]] const char* name(SensitivityMetric metric);
[[nodiscard]] const char* name(SensitivityMode mode);
[[nodiscard]] const char* name(SensitivityDirection direction);
[[nodiscard]] const char* name(SensitivityUnits units);

/// The result as one JSON document ("format": "quantiscope-sensitivity", "version": 1). Infinities are "inf" and
/// "-inf", NaN is null.
[[nodiscard]] nlohmann::json toJson(const Sensitivity& sensitivity);

/// One line a unit, the most sensitive first, with a header; RFC 4180.
[[nodiscard]] std::string toCsv(const Sensitivity& sensitivity);

} // namespace quantiscope
