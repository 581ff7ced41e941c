// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Private to core/pipeline.

#include "core/calibration/statistics_cache.h"
#include "core/pipeline/calibration_stage.h"
#include "core/pipeline/graph_stage.h"
#include "core/pipeline/result_check.h"
#include "core/pipeline/run_start.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace quantiscope {

/// What a quantization goes on with when its graph is prepared.
struct PreparedRun
{
    WorkingGraph graph;
    std::string hash; ///< of the graph's content
    std::vector<TensorSpec> inputs; ///< that samples fit
    std::optional<DataSpec> data; ///< of the calibration
    std::optional<DataKey> dataKey; ///< of them, when it was asked for
    std::unique_ptr<SampleSource> source; ///< adapted to the graph; nothing when nothing is calibrated
    CalibrationStatistics statistics; ///< of QuantizeRequest::statistics, until it is calibrated
};

/// Prepares and equalizes the graph of @p start, whose data and statistics are taken over; its model and its rules
/// stay. @p check reads its samples.
[[nodiscard]] Result<PreparedRun> prepareRun(const RuntimeEnvironment& environment, RunStart& start,
                                             const QuantizeRequest& request, ResultCheck& check, Feedback& feedback);

/// Finds the statistics that @p run lacks in the cache or calibrates, with at least @p detail; checks those that were
/// given. Tells the memory forecast of @p stage in any case.
[[nodiscard]] Result<void> calibrateRun(CalibrationStage& stage, PreparedRun& run, const QuantizeRequest& request,
                                        StatisticsDetail detail, Feedback& feedback);

} // namespace quantiscope
