// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/classification.h"
#include "core/analysis/model_results.h"
#include "core/analysis/output_metrics.h"
#include "core/analysis/output_parts.h"
#include "core/analysis/sample_metrics.h"
#include "core/data/labels.h"
#include "core/data/prefetcher.h"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace quantiscope {

/// The metrics of a part of an output.
struct MeasuredPart
{
    OutputPart part;
    OutputSummary summary; ///< with the part's name
};

struct Evaluation
{
    std::uint64_t samples = 0;
    std::vector<OutputSummary> outputs; ///< every numeric output of the float model, in its order
    std::vector<MeasuredPart> parts = {}; ///< that were asked for, in their order
    std::optional<ClassificationSummary> classification; ///< when labels were given
    /// Samples whose largest element of the first output is at the same place in both models; only when that output is
    /// taken for class scores (EvaluationDetail::mayBeScores). One with a NaN score agrees with none.
    std::optional<std::uint64_t> agreement;
    std::string dataHash;
    /// The first samples, in their order: all, unless there are more than EvaluationDetail::keptSamples. About 100
    /// bytes a sample and output or part.
    std::vector<SampleRecord> perSample = {};
    std::vector<FlippedSample> flipped = {}; ///< of labelled data; not more than EvaluationDetail::keptSamples
    std::map<std::int64_t, std::string> classNames = {}; ///< of classes in `flipped`, where the labels name them

    /// The summary of the output or part of that name; null when there is none.
    [[nodiscard]] const OutputSummary* summaryNamed(std::string_view name) const;

    /// One value for each of perSample; nothing where that has none. Empty when nothing is called @p name.
    [[nodiscard]] std::vector<std::optional<double>> valuesOf(std::string_view name, OutputMetric metric) const;
};

/// What to measure besides whole outputs, and how much of it to keep.
struct EvaluationDetail
{
    std::span<const OutputPart> parts = {}; ///< fit the float model: checkPartsFit()
    /// May the first output be class scores? As mayEndInClassScores() says of the model. Its shape has to allow it,
    /// too: isShapeOfScores(), or, with labels, isOneVector().
    bool mayBeScores = true;
    Similarity similarity = Similarity::Measured;
    std::size_t keptSamples = 10'000; ///< in Evaluation::perSample and Evaluation::flipped
};

/// Compares both models on all samples, @p threads samples at a time (0 = one per core); @p labels may be null. With
/// sessions of one thread the result is the same for any number. Outputs are matched by name; one that the quantized
/// model lacks, or whose rank differs, is an error (ModelRefused); one that is not a tensor of numbers is left out with
/// a warning. DataRefused when there is no sample, or labels that fit neither samples nor model; InvalidArgument for a
/// part that cannot be taken of an output as it is, or that is empty for every sample.
Result<Evaluation> evaluate(const ModelResults& floatResults, const ModelResults& quantizedResults,
                            SamplePrefetcher& samples, const LabelMap* labels, int threads, Feedback& feedback,
                            const EvaluationDetail& detail = {});

} // namespace quantiscope
