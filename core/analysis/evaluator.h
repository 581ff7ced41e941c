// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/model_results.h"
#include "core/analysis/output_metrics.h"
#include "core/data/labels.h"
#include "core/data/prefetcher.h"

#include <optional>
#include <string>
#include <vector>

namespace quantiscope {

/// Top-1 and top-5 hits of both models on the labelled samples, in samples. Scores with a NaN are no hit.
struct ClassificationSummary
{
    std::uint64_t labelled = 0;
    std::uint64_t floatTop1 = 0;
    std::uint64_t floatTop5 = 0;
    std::uint64_t quantizedTop1 = 0;
    std::uint64_t quantizedTop5 = 0;
};

struct Evaluation
{
    std::uint64_t samples = 0;
    std::vector<OutputSummary> outputs; ///< every numeric output of the float model, in its order
    std::optional<ClassificationSummary> classification; ///< when labels were given
    /// Samples whose largest element of the first output is at the same place in both models; only when that output
    /// looks like class scores (one vector a sample). One with a NaN score agrees with none.
    std::optional<std::uint64_t> agreement;
    std::string dataHash;
};

/// Compares both models on all samples, @p threads samples at a time (0 = one per core); @p labels may be null. With
/// sessions of one thread the result is the same for any number. Outputs are matched by name; one that the quantized
/// model lacks, or whose rank differs, is an error (ModelRefused); one that is not a tensor of numbers is left out with
/// a warning. DataRefused when there is no sample, or labels that fit neither samples nor model.
Result<Evaluation> evaluate(const ModelResults& floatResults, const ModelResults& quantizedResults,
                            SamplePrefetcher& samples, const LabelMap* labels, int threads, Feedback& feedback);

} // namespace quantiscope
