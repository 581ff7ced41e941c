// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/feedback.h"
#include "core/config/quant_config.h"
#include "core/model/model.h"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace quantiscope {

class RuntimeEnvironment;

/// What was decided about one chain of layers.
struct EqualizationRecord
{
    std::vector<std::string> layers; ///< names of 2 or 3 nodes: head, (depthwise,) tail
    std::string rule; ///< the rule that was taken last ("reference", "values^0.5 x 2^1/4"); empty: left alone
    std::string reason; ///< why it was left alone, in words; empty when it was not
    double noiseBefore = 0.0; ///< predicted squared error at the tail's output, see chainNoise(); 0 under Always
    double noiseAfter = 0.0;
};

/// By how much the channels between two layers were scaled, in all.
struct EqualizedGap
{
    std::string head;
    std::string tail;
    std::vector<double> factors; ///< one per channel, positive: head x factor, tail / factor

    bool operator==(const EqualizedGap&) const = default;
};

struct EqualizationReport
{
    std::vector<EqualizationRecord> records; ///< by position of the head
    std::vector<EqualizedGap> gaps; ///< by position of the head
    std::vector<std::string> skipped; ///< sentences on layers that follow one another and cannot be equalized
    int steps = 0; ///< how often all chains were gone through
    /// Relative squared errors that were measured with calibration samples, by what was done: "None", "Improvement",
    /// "Always". Empty when nothing was measured.
    std::map<std::string, double> measured;
    std::string taken; ///< of these, and why, in words; empty when there was no choice
};

struct EqualizationRequest
{
    const QuantConfig& config;
    std::vector<std::size_t> selected; ///< positions of the nodes that will be quantized; only these are scaled
    int threads = 0; ///< of inference; does not change the result
};

/// A model whose weights are scaled against each other, and what was done.
struct EqualizedModel
{
    Model model;
    EqualizationReport report;
};

/// Cross-layer equalization: scales the channels between layers that follow one another (findLayerChains()), the one
/// up and the other down, so that both can be quantized with less loss. The function stays the same up to rounding.
///
/// Acceptance::Always takes the reference's factors (pairFactors(), tripleFactors()) chain by chain, steps times; with
/// steps -1 until the sum over layers of mean |change of weight| is at most totalLayerDiffThreshold, or has changed by
/// less than 1e-9 for 20 steps (and 1000 times at most).
/// Acceptance::Improvement takes of scaleCandidates() the one with the least chainNoise(), and only when that is a
/// fifth below the noise without (half, with per-channel weights); at most steps times, or until nothing improves (-1).
/// The moments that it predicts with come from observeChannels(); a model that cannot be run on random data is left as
/// it is, with the reason in the records.
///
/// What is done follows from the model, the selection and the configuration alone: statistics of any data serve it.
/// Node positions, names, and everything but the elements of weights and biases stay. The same bits for any number of
/// threads. Nothing is run when there is no chain. Errors: `Canceled`.
/// Source: quark_behaviour section 6, CLE; Nagel et al., "Data-Free Quantization Through Weight Equalization and Bias
/// Correction", ICCV 2019 (pairs).
[[nodiscard]] Result<EqualizedModel> equalizeLayers(const RuntimeEnvironment& environment, Model model,
                                                    const EqualizationRequest& request, Feedback& feedback);

} // namespace quantiscope
