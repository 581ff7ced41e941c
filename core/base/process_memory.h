// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace quantiscope {

/// Highest resident memory of this process in bytes since it started or since the last resetPeakMemory(); 0 if unknown.
[[nodiscard]] std::size_t peakMemory();

/// Lets peakMemory() count from the present use again. Without effect where the system does not offer it.
void resetPeakMemory();

} // namespace quantiscope
