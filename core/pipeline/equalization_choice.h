// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Private to core/pipeline.

#include "core/base/feedback.h"
#include "core/data/sample_source.h"
#include "core/equalization/layer_equalizer.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace quantiscope {

class EqualizationMemory;
class RuntimeEnvironment;

/// What a choice between equalized graphs may go by.
struct EqualizationEvidence
{
    const SampleSource* samples = nullptr; ///< of the calibration; nothing when there are none
    std::span<const TensorSpec> inputs = {}; ///< that the samples fit
    std::string statisticsOf = {}; ///< content hash of the graph that given statistics were collected from, if any
    int threads = 0; ///< samples that run at the same time; does not change the result
    /// Most resident memory of the process, in bytes. With one, one sample runs at a time and few values are collected
    /// in a pass; it does not change the result.
    std::optional<std::uint64_t> memoryBudget = {};
    EqualizationMemory* memory = nullptr; ///< of what was measured; not needed
};

/// Equalizes the layers of @p prepared as EqualizationConfig::Acceptance says.
///
/// Improvement: the graph as it is, with all of the reference's scalings, and with those that are predicted to help are
/// each calibrated, quantized and compared with the float graph on up to four calibration samples (EqualizationTrial).
/// Each in this order is taken only when its gain over the one before is sure: 3 % of the error, and three standard
/// errors; half of the error where there are fewer than three samples. Given statistics tell what was taken when they
/// were collected; without data the predicted scalings are taken, and so when statistics are collected for later
/// (calibrateModel()), whose shards must all be of one graph.
///
/// Exclusions, layer rules and node lists are not looked at, as in the reference: another one finds the same graph, and
/// the statistics of it. What is measured depends on the types and the method: presets may choose differently. Where no
/// layers follow one another, or what would be measured is remembered, nothing is run. Errors: `Canceled`; OutOfMemory
/// when a measurement would not stay within the budget.
[[nodiscard]] Result<EqualizedModel> chooseEqualization(const RuntimeEnvironment& environment, Model prepared,
                                                        const QuantConfig& config, const EqualizationEvidence& evidence,
                                                        Feedback& feedback);

} // namespace quantiscope
