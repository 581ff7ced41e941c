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
        std::size_t largest = 0; ///< LiveValues::largest
        std::size_t input = 0; ///< inputs of one sample
        std::size_t values = 0; ///< how many are collected
        StatisticsDetail detail = StatisticsDetail::Histogram;
        std::size_t checkedSamples = 0; ///< samples on which the result is run at the end; 0: none
    };

    explicit MemoryForecast(const Parts& parts) : m_parts(parts) { }

    [[nodiscard]] const Parts& parts() const { return m_parts; }

    /// Highest resident memory of a run as planned.
    [[nodiscard]] std::size_t peak(const MemoryPlan& plan) const;

    /// The plan that stays within @p budget: as many samples at a time as fit, up to @p samples; with one, as few
    /// passes as will do. Nothing when even one sample and one value are too much: see least().
    [[nodiscard]] std::optional<MemoryPlan> planWithin(std::size_t budget, std::size_t samples) const;

    /// The smallest peak that any plan has.
    [[nodiscard]] std::size_t least() const { return peak({1, 1}); }

private:
    [[nodiscard]] std::size_t calibration(const MemoryPlan& plan) const;
    [[nodiscard]] std::size_t check(const MemoryPlan& plan) const;

    Parts m_parts;
};

/// The parts that follow from @p model and the first sample of @p source, which is read for its shapes. Errors: of
/// reading it.
[[nodiscard]] Result<MemoryForecast::Parts> memoryParts(const Model& model, const SampleSource& source);

} // namespace quantiscope
