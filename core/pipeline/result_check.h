// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Private to core/pipeline.

#include "core/analysis/evaluator.h"
#include "core/model/model.h"

#include <optional>
#include <span>
#include <vector>

namespace quantiscope {

class RuntimeEnvironment;

/// A few of the calibration samples and what the float model gives for them, which was found out while it was prepared:
/// the quantized model is compared with that, without loading the float model once more.
class ResultCheck
{
public:
    /// Reads @p count samples of @p source, or as many as there are.
    void read(const SampleSource& source, std::size_t count);

    /// The same of data that are not calibrated with. What is wrong with them is told by compare().
    void open(const DataSpec& data, std::span<const TensorSpec> inputs, std::size_t count, const Feedback& feedback);

    [[nodiscard]] std::span<const Sample> samples() const { return m_samples; }

    /// @p results of the float model for samples(); nothing when it was not run.
    void expect(std::optional<Result<KeptResults>> results) { m_expected = std::move(results); }

    /// Compares @p quantized, whose inputs may differ from @p inputs, which the samples fit, as InputAdapter allows.
    /// Errors: whatever prevents it; `Canceled`.
    [[nodiscard]] Result<Evaluation> compare(const RuntimeEnvironment& environment, const Model& quantized,
                                             std::span<const TensorSpec> inputs, int threads,
                                             const EvaluationDetail& detail, const Feedback& feedback) const;

private:
    std::vector<Sample> m_samples;
    std::optional<Error> m_unreadable; ///< why there are none
    std::optional<Result<KeptResults>> m_expected;
};

} // namespace quantiscope
