// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/model_results.h"
#include "core/base/feedback.h"
#include "core/model/model.h"
#include "core/tensor/tensor.h"

#include <span>
#include <string>
#include <vector>

namespace quantiscope {

class RuntimeEnvironment;

/// Tells whether rewritten graphs compute what the original computes, on the first of some samples.
class PreparationCheck
{
public:
    /// @p samples fit the inputs of @p original; there is at least one. They must outlive the object.
    PreparationCheck(const RuntimeEnvironment& environment, const Model& original, std::span<const Sample> samples,
                     int threads, const Feedback& feedback);

    /// Runs @p original on all samples and makes the first one's results what later models have to give. Errors as of
    /// expect().
    [[nodiscard]] Result<KeptResults> expectOriginal(const Model& original);

    /// Makes what @p model gives what later ones have to give. An error when it does not run; `Canceled` within
    /// milliseconds.
    [[nodiscard]] Result<void> expect(const Model& model);

    /// How @p model differs from what is expected ("output 'y' differs by 0.3 where the largest value is 2"); empty
    /// when it does not beyond the rounding of floats.
    [[nodiscard]] std::string difference(const Model& model) const;

private:
    struct Output
    {
        std::string name;
        Tensor value;
    };
    [[nodiscard]] Result<std::vector<Output>> run(const Model& model) const;
    [[nodiscard]] std::string difference(const std::vector<Output>& outputs) const;

    const RuntimeEnvironment& m_environment;
    std::span<const Sample> m_samples;
    std::vector<TensorSpec> m_inputs;
    int m_threads;
    const Feedback& m_feedback;
    double m_tolerance;
    std::vector<Output> m_expected;
};

} // namespace quantiscope
