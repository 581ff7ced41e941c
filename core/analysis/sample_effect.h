// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/evaluator.h"
#include "core/analysis/sensitivity.h"
#include "core/data/labels.h"
#include "core/tensor/tensor.h"

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
    std::vector<bool> isBroken; ///< likewise: not finite, though the float model's is
    std::optional<TopOne> topOne; ///< of a labelled sample
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

    /// What @p samples show together, in their order; ranked by @p metric.
    [[nodiscard]] VariantEffect summarize(std::span<const SampleEffect> samples, SensitivityMetric metric) const;

private:
    static void add(const Tensor& real, const Tensor& quantized, bool areScores, SampleEffect& effect);

    std::vector<std::string> m_outputs;
    std::vector<std::string> m_names;
    std::vector<std::size_t> m_partOutputs; ///< place in m_outputs of each part's
    const LabelMap* m_labels;
    EvaluationDetail m_detail;
};

} // namespace quantiscope
