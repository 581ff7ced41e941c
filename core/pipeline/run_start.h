// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Private to core/pipeline.

#include "core/calibration/calibration_statistics.h"
#include "core/data/sample_source.h"
#include "core/model/model.h"
#include "core/pipeline/quantizer.h"
#include "core/qdq/rule_application.h"

#include <memory>
#include <optional>
#include <vector>

namespace quantiscope {

/// What a quantization begins with.
struct RunStart
{
    Model original;
    MatchedRules rules;
    std::vector<TensorSpec> inputs; ///< that samples fit
    std::optional<DataSpec> data; ///< of the calibration
    std::unique_ptr<SampleSource> source; ///< nothing when nothing is calibrated
    CalibrationStatistics statistics; ///< of QuantizeRequest::statistics
};

/// Opens whatever the run will read and write, so that a mistake in it is told at once and not after the work before:
/// options, model, rules, output (where there is one), data, evaluation data. Writes into @p report what it says about
/// the float model.
[[nodiscard]] Result<RunStart> startRun(const RuntimeEnvironment& environment, const QuantizeRequest& request,
                                        RunReport& report, Feedback& feedback);

/// The same with the model loaded, and options and output looked at.
[[nodiscard]] Result<RunStart> startRun(Model original, const QuantizeRequest& request, RunReport& report,
                                        Feedback& feedback);

} // namespace quantiscope
