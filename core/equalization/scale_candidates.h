// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/equalization/channel_moments.h"
#include "core/equalization/scale_rules.h"

#include <span>
#include <string>
#include <vector>

namespace quantiscope {

/// Factors that a chain's channels might be scaled by.
struct ScaleCandidate
{
    std::string rule; ///< "weights^0.5", for people
    std::vector<ChannelFactors> factors; ///< between the first and the second layer, between the second and the third
};

/// What candidates are made from.
enum class CandidateRules
{
    Weights,
    WeightsAndValues,
};

/// Candidates for a chain of 2 or 3 layers that read values with the moments @p inputs: for two layers
/// - "reference": pairFactors();
/// - "weights": sqrt(r2 / r1) without bias and threshold, which gives weights of both the same magnitudes;
/// - "values": sqrt(r2 / a), a the largest magnitude of the value between, which takes its part of the noise from the
///   tail's weights and the value;
/// - "both": the geometric mean of the two (these two not with CandidateRules::Weights);
/// for three layers tripleFactors() as "reference", and each candidate of the first two layers with the last left
/// alone. Every rule also with the square root of its factors ("^0.5"). r1, r2: see pairFactors().
[[nodiscard]] std::vector<ScaleCandidate> scaleCandidates(std::span<const LayerWeights* const> layers,
                                                          std::span<const ChannelMoments* const> inputs,
                                                          const EqualizationConfig& config, CandidateRules rules);

/// The factors of a chain by the reference's rule alone.
[[nodiscard]] ScaleCandidate referenceScale(std::span<const LayerWeights* const> layers,
                                            const EqualizationConfig& config);

/// @p candidate with all factors of each gap multiplied by 1, 2^(1/4), 2^(1/2) or 2^(3/4): where steps are powers of
/// two it matters where magnitudes lie between two of them. Multiplying by 2 changes nothing but the exponents.
[[nodiscard]] std::vector<ScaleCandidate> shiftedCandidates(const ScaleCandidate& candidate);

} // namespace quantiscope
