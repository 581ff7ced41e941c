// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/equalization/scale_candidates.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>

namespace quantiscope {

namespace {

/// A channel that hardly does anything is not blown up: its bias would take all codes.
constexpr double kLargestFactor = 1024.0;

ChannelFactors powered(const ChannelFactors& factors, double exponent)
{
    ChannelFactors result;
    std::transform(factors.begin(), factors.end(), std::back_inserter(result), [exponent](double factor) {
        return std::clamp(std::pow(factor, exponent), 1.0 / kLargestFactor, kLargestFactor);
    });
    return result;
}

/// sqrt(tail magnitude / head magnitude), 1 where that is no number.
ChannelFactors balanced(std::span<const double> heads, std::span<const double> tails)
{
    ChannelFactors factors(heads.size(), 1.0);
    for (std::size_t channel = 0; channel < factors.size(); ++channel) {
        const double factor = std::sqrt(tails[channel] / heads[channel]);
        if (std::isfinite(factor) && factor > 0.0)
            factors[channel] = factor;
    }
    return factors;
}

std::vector<double> magnitudesOf(const ChannelMoments& moments)
{
    std::vector<double> largest(moments.channels());
    for (std::size_t channel = 0; channel < largest.size(); ++channel)
        largest[channel] = std::max(std::abs(moments.min[channel]), std::abs(moments.max[channel]));
    return largest;
}

void addWithRoots(const std::string& rule, const std::vector<ChannelFactors>& factors,
                  std::vector<ScaleCandidate>& candidates)
{
    for (const double exponent : {1.0, 0.5}) {
        ScaleCandidate candidate{rule + (exponent == 1.0 ? "" : "^0.5"), {}};
        for (const ChannelFactors& gap : factors)
            candidate.factors.push_back(powered(gap, exponent));
        candidates.push_back(std::move(candidate));
    }
}

} // namespace

ScaleCandidate referenceScale(std::span<const LayerWeights* const> layers, const EqualizationConfig& config)
{
    if (layers.size() == 2)
        return {"reference", {pairFactors(*layers[0], *layers[1], config)}};
    const auto factors = tripleFactors(*layers[0], *layers[1], *layers[2]);
    return {"reference", {factors[0], factors[1]}};
}

std::vector<ScaleCandidate> scaleCandidates(std::span<const LayerWeights* const> layers,
                                            std::span<const ChannelMoments* const> inputs,
                                            const EqualizationConfig& config, CandidateRules rules)
{
    std::vector<ScaleCandidate> candidates;
    if (layers.size() == 3) {
        addWithRoots("reference", referenceScale(layers, config).factors, candidates);
        for (ScaleCandidate& pair : scaleCandidates(layers.first(2), inputs.first(2), config, rules)) {
            pair.rule = "first two: " + pair.rule;
            pair.factors.emplace_back(layers[1]->outputs, 1.0);
            candidates.push_back(std::move(pair));
        }
        return candidates;
    }
    const std::vector<double> heads = layers[0]->outputMagnitudes();
    const std::vector<double> tails = layers[1]->inputMagnitudes();
    const ChannelFactors byWeights = balanced(heads, tails);
    addWithRoots("reference", referenceScale(layers, config).factors, candidates);
    addWithRoots("weights", {byWeights}, candidates);
    if (rules == CandidateRules::Weights)
        return candidates;
    const ChannelFactors byValues = balanced(magnitudesOf(*inputs[1]), tails);
    ChannelFactors byBoth(byWeights.size());
    std::transform(byWeights.begin(), byWeights.end(), byValues.begin(), byBoth.begin(),
                   [](double a, double b) { return std::sqrt(a * b); });
    addWithRoots("values", {byValues}, candidates);
    addWithRoots("both", {byBoth}, candidates);
    return candidates;
}

std::vector<ScaleCandidate> shiftedCandidates(const ScaleCandidate& candidate)
{
    constexpr int kParts = 4;
    std::vector<ScaleCandidate> shifted{{candidate.rule, {}}};
    for (const ChannelFactors& gap : candidate.factors) {
        std::vector<ScaleCandidate> longer;
        for (const ScaleCandidate& base : shifted) {
            for (int part = 0; part < kParts; ++part) {
                const double shift = std::exp2(static_cast<double>(part) / kParts);
                ScaleCandidate next = base;
                if (part > 0)
                    next.rule += " x 2^" + std::to_string(part) + "/" + std::to_string(kParts);
                next.factors.emplace_back();
                std::transform(gap.begin(), gap.end(), std::back_inserter(next.factors.back()),
                               [shift](double factor) { return factor * shift; });
                longer.push_back(std::move(next));
            }
        }
        shifted = std::move(longer);
    }
    return shifted;
}

} // namespace quantiscope
