// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace quantiscope {

/// Values of one kind, such as a metric of a run over its samples.
struct ValueSeries
{
    std::string name;
    std::vector<double> values; ///< NaN is left out; infinite ones are drawn at the edge
};

/// How @p series lie: of each the share of its values, in per cent, that is at most so large, as SVG. At most four have
/// a colour of their own. @p label of the values has their unit. Empty when no series has a finite value.
[[nodiscard]] std::string distributionFigure(const std::string& description, const std::string& label,
                                             const std::vector<ValueSeries>& series);

} // namespace quantiscope
