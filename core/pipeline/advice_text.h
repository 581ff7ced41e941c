// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Private to core/pipeline.

#include "core/pipeline/advisor.h"

#include <string>

namespace quantiscope {

/// What a fix costs, as a sentence: "91.2 % of the multiply-adds keep 8-bit weights, 12 KiB more of the weights stay
/// float, the weights take 1.2 MiB instead of 0.9 MiB, activations: 16 bits instead of 8 bits."
[[nodiscard]] std::string costText(const AdviceFigures& before, const AdviceFigures& after);

/// Advice::left of an advice that is finished otherwise.
[[nodiscard]] std::string leftText(const Advice& advice);

} // namespace quantiscope
