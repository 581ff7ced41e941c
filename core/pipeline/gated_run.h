// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/pipeline/quantizer.h"

namespace quantiscope {

/// What is told of gates when there are no data to measure on, and when there are those of the calibration only.
inline constexpr const char* kGatesWithoutData =
    "There are gates, but no data to measure on: give evaluation data ('evaluation' in the recipe).";
inline constexpr const char* kGatesOnFittedData =
    "There are gates and no evaluation data: they are measured on the calibration data, which the model has been "
    "fitted to.";

/// quantizeModel() for a recipe with gates: measures the gates of the request's recipe on its evaluation data and puts
/// the results into the report.
///
/// Without evaluation data the calibration data are measured, with a warning. A gate that cannot be measured (labels or
/// data missing, an unknown output) is refused before anything is calibrated: ConfigRefused when it stands in the
/// recipe's file, InvalidArgument otherwise.
[[nodiscard]] Result<RunReport> quantizeWithGates(const RuntimeEnvironment& environment, QuantizeRequest request,
                                                  Feedback& feedback);

/// GateFailed with the number of gates that are not met, or nothing to complain about.
[[nodiscard]] Result<void> gateVerdict(const RunReport& report);

} // namespace quantiscope
