// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/sample_source.h"
#include "core/model/model.h"
#include "core/observers/tensor_statistics.h"

#include <cstddef>
#include <optional>

namespace quantiscope {

/// How a calibration uses memory: samples that run at the same time, and values that are collected in one pass over the
/// data.
struct MemoryPlan
{
    std::size_t samples = 1;
    std::size_t valuesPerPass = 1;
    StatisticsDetail detail = StatisticsDetail::Histogram;

    bool operator==(const MemoryPlan&) const = default;
};

/// What the resident memory of this process is made of while a model is calibrated and its result checked. All in
/// bytes. The coefficients are measured, see tests/benchmarks/MEMORY.md.
class MemoryForecast
{
public:
    struct Parts
    {
        std::size_t before = 0; ///< resident when the forecast was made: program, libraries, prepared model
        std::size_t peakBefore = 0; ///< the most so far
        std::size_t weights = 0; ///< of the model
        std::size_t nodes = 0; ///< of its graph
        std::size_t live = 0; ///< most values of one run at the same time: LiveValues::most
        std::size_t all = 0; ///< LiveValues::all
        std::size_t input = 0; ///< inputs of one sample
        std::size_t values = 0; ///< how many are collected
        std::size_t histograms = 0; ///< of all of them, and the values of small ones
        std::size_t fewValues = 0; ///< that are kept beside the histograms until they are too many
        std::size_t checkedSamples = 0; ///< on which the quantized model runs at the end; 0: none
        std::size_t evaluatedSamples = 0; ///< on which both models do so with memory that they keep; 0: none
    };

    explicit MemoryForecast(const Parts& parts) : m_parts(parts) { }

    [[nodiscard]] const Parts& parts() const { return m_parts; }

    /// Highest resident memory of a run as planned.
    [[nodiscard]] std::size_t peak(const MemoryPlan& plan) const;

    /// Highest resident memory when nothing is calibrated, but the result is checked with @p samples at a time.
    [[nodiscard]] std::size_t checkPeak(std::size_t samples) const;

    /// Highest resident memory while a few graphs that differ in their weights are calibrated as planned, quantized and
    /// run, all on the same few samples (EqualizationTrial), one sample at a time. The parts are those of its begin;
    /// peaks before it do not count.
    [[nodiscard]] std::size_t trial(const MemoryPlan& plan) const;

    /// The plan that stays within @p budget: as many samples at a time as fit, up to those of @p wanted; with one, as
    /// few passes as will do. Nothing when even one sample and one value are too much.
    [[nodiscard]] std::optional<MemoryPlan> planWithin(std::size_t budget, const MemoryPlan& wanted) const;

private:
    [[nodiscard]] double statistics(StatisticsDetail detail) const;
    [[nodiscard]] std::size_t calibration(const MemoryPlan& plan) const;
    [[nodiscard]] std::size_t check(std::size_t samples) const;

    Parts m_parts;
};

/// The parts that follow from @p model and the first sample of @p source, which is read for its shapes (without it,
/// values of open shape count as nothing). What is free but kept counts as memory that comes before: a run calls
/// releaseFreeMemory(), a window must not, since that holds up all threads. Errors: of reading it.
[[nodiscard]] Result<MemoryForecast::Parts> memoryParts(const Model& model, const SampleSource* source);

} // namespace quantiscope
