// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/numerics/quant_params.h"
#include "core/observers/tensor_statistics.h"

namespace quantiscope {

/// The observed range; {0, 0} when nothing finite was seen.
[[nodiscard]] TensorRange minMaxRange(const TensorStatistics& statistics);

/// The range that holds @p percentile per cent of the values (0 < percentile <= 100).
///
/// Asymmetric: half of what is left out is cut from each end. Symmetric: the smallest [-t, t] that holds them. Both are
/// clamped to the observed range, as the reference does; a symmetric range can thereby become one-sided.
/// Values inside a bin are taken as evenly spread, so a bound is off by less than half a bin: 0.4 % of its value.
/// Needs statistics with a histogram (100 % does not).
[[nodiscard]] TensorRange percentileRange(const TensorStatistics& statistics, double percentile, Symmetry symmetry);

} // namespace quantiscope
