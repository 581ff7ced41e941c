// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Private to core/pipeline.

#include "core/base/feedback.h"
#include "core/calibration/calibrator.h"
#include "core/config/quant_config.h"
#include "core/data/sample_source.h"
#include "core/model/model.h"
#include "core/tensor/tensor.h"

#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace quantiscope {

class RuntimeEnvironment;

/// Measures how much quantization hurts a graph and others that compute the same with other weights.
///
/// A few samples, spread evenly over the data, are calibrated with and compared on, so that each measurement is what a
/// small quantization of the whole graph would give; neither exclusions nor layer rules are looked at. The same figures
/// for any number of threads.
class EqualizationTrial
{
public:
    static constexpr std::size_t kMostSamples = 4;

    /// What relative squared errors are taken for at least and at most.
    static constexpr double kSmallestError = 1e-12;
    static constexpr double kLargestError = 1e4;

    struct Limits
    {
        int threads = 0; ///< samples that run at the same time; 0 = one per core
        std::size_t valuesPerPass = 0; ///< see CalibrationOptions
    };

    /// @p config without what concerns single nodes; @p selected are the nodes that are quantized. All arguments must
    /// outlive the trial.
    EqualizationTrial(const RuntimeEnvironment& environment, const QuantConfig& config,
                      const std::vector<std::size_t>& selected, Limits limits, Feedback& feedback);

    /// Reads the samples, which fit @p inputs, calibrates the float graph @p model on them, which shows its values, and
    /// gives logErrorsOf() it. Values named in @p apart, which other graphs may scale, are not compared, nor is more
    /// than an even choice of the others. An error when no sample can be read or run.
    Result<std::vector<double>> start(const Model& model, const SampleSource& source,
                                      std::span<const TensorSpec> inputs, const std::set<std::string>& apart);

    /// Calibrates and quantizes @p model, whose values are those of start()'s but for the ones apart, and gives for
    /// each sample the mean over the compared values of the logarithm of |quantized - float|^2 / |float - mean|^2. A
    /// logarithm, so that a value that is lost anyway does not drown the others; all values and not only the outputs,
    /// because over few samples a single value says little. Only the values apart are calibrated again.
    [[nodiscard]] Result<std::vector<double>> logErrorsOf(const Model& model);

private:
    class ExcerptObserver;

    /// Of one run: some elements of each value.
    using Excerpts = std::map<std::string, std::vector<float>>;

    [[nodiscard]] CalibrationOptions calibrationOf(const std::vector<std::string>& values,
                                                   CalibrationWitness* witness) const;
    /// The values that are compared, of @p model on each sample.
    [[nodiscard]] Result<std::vector<Excerpts>> run(const Model& model) const;
    /// logErrorsOf() a calibrated model.
    [[nodiscard]] Result<std::vector<double>> quantizedErrors(const Model& model) const;

    const RuntimeEnvironment& m_environment;
    const QuantConfig& m_config;
    const std::vector<std::size_t>& m_selected;
    Limits m_limits;
    Feedback& m_feedback;
    std::vector<Sample> m_samples;
    std::vector<std::string> m_values; ///< that are compared
    std::vector<std::string> m_apart; ///< that differ from graph to graph
    CalibrationStatistics m_statistics; ///< of the last graph
    std::vector<Excerpts> m_expected; ///< by sample
};

} // namespace quantiscope
