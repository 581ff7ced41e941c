// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/evaluator.h"
#include "core/analysis/sensitivity.h"
#include "core/data/labels.h"
#include "core/tensor/tensor.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace quantiscope {

/// What a variant does to the outputs of one sample.
struct SampleEffect
{
    std::vector<OutputComparison> outputs; ///< of each of EffectComparer::names()
    std::vector<std::optional<double>> kl; ///< likewise: divergence() of those that are taken for class scores
    std::optional<TopOne> topOne; ///< of a labelled sample
};

/// What a variant does to the outputs of samples, added up in their order: takes as much memory for one as for a
/// million.
struct EffectSums
{
    /// Of one of EffectComparer::names().
    struct Output
    {
        OutputSummaryBuilder metrics = OutputSummaryBuilder(std::string());
        MetricSummary kl; ///< sum and worst
        std::uint64_t withKl = 0; ///< samples
    };

    std::uint64_t samples = 0;
    std::vector<Output> outputs; ///< empty without samples
    std::optional<TopOne> topOne; ///< of the labelled samples

    void add(const SampleEffect& effect);
};

/// Compares the outputs of variants with those of the float model as evaluate() does, to the bit.
class EffectComparer
{
public:
    /// Of the numeric outputs @p outputs of the float model and the parts of @p detail, which fit it. Parts and
    /// @p labels (which may be null) must outlive the object.
    EffectComparer(std::vector<std::string> outputs, const LabelMap* labels, const EvaluationDetail& detail);

    [[nodiscard]] const std::vector<std::string>& outputs() const { return m_outputs; }

    /// The outputs, then the parts.
    [[nodiscard]] const std::vector<std::string>& names() const { return m_names; }

    /// @p real and @p quantized: the outputs() of @p sample. Errors as of evaluate().
    [[nodiscard]] Result<SampleEffect> compare(const Sample& sample, std::span<const Tensor> real,
                                               std::span<const Tensor> quantized) const;

    /// What the samples of @p sums show together; ranked by @p metric.
    [[nodiscard]] VariantEffect summarize(const EffectSums& sums, SensitivityMetric metric) const;

private:
    static void add(const Tensor& real, const Tensor& quantized, bool areScores, SampleEffect& effect);

    std::vector<std::string> m_outputs;
    std::vector<std::string> m_names;
    std::vector<std::size_t> m_partOutputs; ///< place in m_outputs of each part's
    const LabelMap* m_labels;
    EvaluationDetail m_detail;
};

} // namespace quantiscope
