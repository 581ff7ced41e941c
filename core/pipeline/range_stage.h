// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Private to core/pipeline.

#include "core/calibration/calibration_statistics.h"
#include "core/pipeline/graph_stage.h"
#include "core/pipeline/run_report.h"
#include "core/qdq/qdq_plan.h"
#include "core/qdq/range_memory.h"

#include <string>

namespace quantiscope {

/// Are the statistics of the file @p file those of the graph with the hash @p preparedHash, which was prepared for
/// @p config? ConfigRefused otherwise.
[[nodiscard]] Result<void> checkGivenStatistics(const CalibrationStatistics& statistics, const std::string& file,
                                                const std::string& preparedHash, const QuantConfig& config);

/// What a static quantization does to which value, and the ranges of all values with statistics.
struct RangePlan
{
    QdqPlan plan;
    TensorRanges ranges;
};

/// Values in which NaN or infinity was seen are told and written into @p report; nothing finite covers an infinity, so
/// such values stay float. ModelRefused when that leaves nothing to quantize. Empty for a dynamic quantization.
/// @p memory may be that of the same graph, configuration and statistics.
[[nodiscard]] Result<RangePlan> planWithRanges(const WorkingGraph& graph, const QuantConfig& config,
                                               const CalibrationStatistics& statistics, RunReport& report,
                                               Feedback& feedback, RangeMemory* memory = nullptr);
[[nodiscard]] Result<RangePlan> planWithRanges(const Graph& graph, const AppliedRules& rules, const QuantConfig& config,
                                               const CalibrationStatistics& statistics, RunReport& report,
                                               Feedback& feedback, RangeMemory* memory = nullptr);

} // namespace quantiscope
