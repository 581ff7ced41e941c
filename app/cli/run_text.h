// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/pipeline/run_report.h"

#include <span>
#include <string>

namespace quantiscope {

/// Prints what a quantization did, for people.
void printRunReport(const RunReport& report);

/// A line for each gate: "met  cosine >= 0.99: 0.998 ('logits')".
[[nodiscard]] std::string gateText(std::span<const GateResult> gates);

} // namespace quantiscope
