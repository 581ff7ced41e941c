// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Private to core/pipeline.

#include "core/pipeline/calibration_stage.h"

#include <optional>
#include <string>

namespace quantiscope {

/// How a run is to use memory, as it is known before its calibration.
struct MemoryOutlook
{
    MemoryPlan plan; ///< of the calibration
    std::size_t checkThreads = 1; ///< samples that run at the same time when the result is checked
    MemoryUse use;
};

/// The outlook of a run within @p limits that calibrates with @p samples samples; nothing: that only checks its result.
/// OutOfMemory with what would do when the budget is too small.
[[nodiscard]] Result<MemoryOutlook> memoryOutlook(const MemoryForecast& forecast, const CalibrationLimits& limits,
                                                  std::optional<std::size_t> samples, StatisticsDetail detail);

/// "memory: about 312 MiB with 2 samples at a time."
[[nodiscard]] std::string memoryText(const MemoryUse& use);

} // namespace quantiscope
