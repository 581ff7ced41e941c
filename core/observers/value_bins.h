// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/numerics/quant_params.h"
#include "core/observers/tensor_statistics.h"

#include <vector>

namespace quantiscope {

/// Values that lie in [lower, upper], evenly spread; all are equal where lower == upper.
struct ValueBin
{
    double lower = 0.0;
    double upper = 0.0;
    double count = 0.0;
};

/// Where all values are known (TensorStatistics::values), a bin without width for each that occurs, ascending.
/// Otherwise the bins of the histogram in ascending order of their values, the outermost ones narrowed to the observed
/// range.
///
/// What an outermost bin holds at the extreme itself (at least one value; most of them where a Clip has cut) is a bin
/// of its own, see takeExtreme().
[[nodiscard]] std::vector<ValueBin> signedBins(const TensorStatistics& statistics);

/// The same for the absolute values.
[[nodiscard]] std::vector<ValueBin> magnitudeBins(const TensorStatistics& statistics);

/// The values of an outermost bin, narrowed to the observed range, that are taken to equal its @p extreme, as a bin of
/// their own; @p outermost keeps the others. They are at least one, and all that are more than twice what the density
/// of the bin next to it, @p neighbour, lets expect.
[[nodiscard]] ValueBin takeExtreme(ValueBin& outermost, const ValueBin& neighbour, double extreme);

/// What @p bins (ascending) hold between two bounds; a bin that a bound cuts gives its part.
[[nodiscard]] std::vector<ValueBin> binsWithin(const std::vector<ValueBin>& bins, TensorRange range);

/// Value below which @p rank of the values lie, of ascending bins; 0 when there are none.
[[nodiscard]] double valueAtRank(const std::vector<ValueBin>& bins, double rank);

/// Counts of @p size equally wide bins over [lower, upper]; the part of a bin that lies outside is counted in the
/// outermost bin, so that the counts add up to all values.
[[nodiscard]] std::vector<double> linearHistogram(const std::vector<ValueBin>& bins, double lower, double upper,
                                                  std::size_t size);

} // namespace quantiscope
