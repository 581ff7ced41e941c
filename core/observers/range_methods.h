// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/numerics/quant_params.h"
#include "core/observers/value_bins.h"

namespace quantiscope {

/// The observed range; {0, 0} when nothing finite was seen.
[[nodiscard]] TensorRange minMaxRange(const TensorStatistics& statistics);

/// [-M, M] with M the larger magnitude of the bounds.
[[nodiscard]] TensorRange madeSymmetric(TensorRange range);

/// The range that holds @p percentile per cent of the values (0 < percentile <= 100).
///
/// Asymmetric: half of what is left out is cut from each end. Symmetric: the smallest [-t, t] that holds them. Both are
/// clamped to the observed range, as the reference does; a symmetric range can thereby become one-sided.
/// Where all values are known (TensorStatistics::values), a bound is one of them, the first that as many do not exceed.
/// Otherwise values inside a bin are taken as evenly spread, so a bound is off by less than half a bin: 0.4 % of its
/// value.
/// Needs statistics with a histogram (100 % does not).
[[nodiscard]] TensorRange percentileRange(const TensorStatistics& statistics, double percentile, Symmetry symmetry);

/// Several percentiles of the same values, one after the other.
class PercentileRanges
{
public:
    PercentileRanges(const TensorStatistics& statistics, Symmetry symmetry);

    /// percentileRange().
    [[nodiscard]] TensorRange at(double percentile) const;

private:
    TensorRange m_observed;
    Symmetry m_symmetry;
    std::vector<ValueBin> m_bins; ///< of values, or of magnitudes
    double m_total = 0.0;
};

} // namespace quantiscope
