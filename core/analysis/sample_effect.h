// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/sensitivity.h"
#include "core/tensor/tensor.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace quantiscope {

/// What a variant does to the outputs of one sample.
struct SampleEffect
{
    std::vector<OutputComparison> outputs;
    std::vector<std::optional<double>> kl; ///< divergence() of each output
    std::optional<TopOne> topOne; ///< of a labelled sample
};

/// Compares the outputs of one sample; @p label is its class, if it has one. DataRefused for a label that the first
/// output, which must be a vector of scores then, does not know.
[[nodiscard]] Result<SampleEffect> compareSample(std::span<const Tensor> baseline, std::span<const Tensor> quantized,
                                                 std::optional<std::int64_t> label);

/// What @p samples show together, in their order, of the outputs @p names; ranked by @p metric.
[[nodiscard]] VariantEffect summarize(const std::vector<std::string>& names, std::span<const SampleEffect> samples,
                                      SensitivityMetric metric);

} // namespace quantiscope
