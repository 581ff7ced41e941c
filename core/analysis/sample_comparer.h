// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Private to core/analysis.

#include "core/analysis/evaluator.h"

#include <stop_token>
#include <string>
#include <vector>

namespace quantiscope {

/// What one sample contributes to an Evaluation.
struct SampleComparison
{
    SampleRecord record;
    std::optional<bool> agrees; ///< of the largest score, when the first output holds scores
    std::optional<ClassificationSummary> hits; ///< of a labelled sample
    std::vector<bool> isPartEmpty; ///< of each part: it has no element in either model
};

/// Compares two models on single samples; several threads may do so at the same time.
class SampleComparer
{
public:
    /// Everything must outlive the object; @p outputs are both models' and numeric; @p labels may be null.
    SampleComparer(const ModelResults& floatResults, const ModelResults& quantizedResults,
                   const std::vector<std::string>& outputs, const LabelMap* labels, const EvaluationDetail& detail);

    /// Errors as of evaluate().
    [[nodiscard]] Result<SampleComparison> compare(const Sample& sample, const std::stop_token& stop) const;

private:
    [[nodiscard]] Result<void> compareParts(const std::vector<Tensor>& real, const std::vector<Tensor>& quantized,
                                            SampleComparison& comparison) const;

    const ModelResults& m_floatResults;
    const ModelResults& m_quantizedResults;
    const std::vector<std::string>& m_outputs;
    const LabelMap* m_labels;
    const EvaluationDetail& m_detail;
    std::vector<std::size_t> m_partOutputs; ///< place in m_outputs of each part's
};

} // namespace quantiscope
