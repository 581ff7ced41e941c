// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/pipeline/quantizer.h"

namespace quantiscope {

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
