// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/observers/range_request.h"
#include "core/observers/tensor_statistics.h"

namespace quantiscope {

/// Does @p request need a histogram, or are the extremes enough?
[[nodiscard]] bool needsHistogram(const RangeRequest& request);

/// The range that a calibration method gives one activation; {0, 0} when nothing finite was seen.
///
/// | method | range |
/// |---|---|
/// | MinMax, NonOverflow | what was observed, or the mean of the samples' ranges (moving average) |
/// | Percentile | percentileRange() |
/// | LayerwisePercentile | of the candidates' percentile ranges the one with the smallest absolute or squared error |
/// | MinMSE, powers of two | the codes' extremes at the best of five positions (position_search.h) |
/// | MinMSE, other scales | of percentile ranges or shrinking windows the one with the smallest squared error |
/// | Entropy | the window around 0 of least divergence (entropy.h), clamped to what was observed |
///
/// Errors are those of the scale and zero point that @p request.target really gives the range. A pure function: the
/// same statistics and request give the same range everywhere. ConfigRefused when the statistics lack what the method
/// needs: a histogram, the samples' mean range or votes. Source: quark_behaviour section 3.
[[nodiscard]] Result<TensorRange> deriveRange(const TensorStatistics& statistics, const RangeRequest& request);

} // namespace quantiscope
