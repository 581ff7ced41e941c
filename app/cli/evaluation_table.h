// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/evaluator.h"

#include <string>

namespace quantiscope {

/// The FP32-vs-quantized table: a row for each output and part, how the worst of them lies over the samples,
/// then accuracy and agreement where they are known.
[[nodiscard]] std::string evaluationText(const Evaluation& evaluation);

} // namespace quantiscope
