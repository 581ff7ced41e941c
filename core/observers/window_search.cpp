// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observers/window_search.h"

#include "core/numerics/scale_types.h"

#include <algorithm>
#include <cassert>
#include <limits>

namespace quantiscope {

std::vector<TensorRange> shrinkingWindows(TensorRange range, int steps)
{
    assert(steps >= 1);
    const double width = static_cast<double>(range.max) - static_cast<double>(range.min);
    std::vector<TensorRange> windows;
    for (int i = 0; 4 * i <= steps; ++i) {
        const double cut = width * i / steps;
        windows.push_back({static_cast<float>(range.min + cut), static_cast<float>(range.max - cut)});
    }
    return windows;
}

TensorRange bestWindow(const std::vector<TensorRange>& windows, const QuantTarget& target,
                       const std::function<double(const QuantGrid&)>& error)
{
    assert(!windows.empty());
    TensorRange best = windows.front();
    double smallest = std::numeric_limits<double>::infinity();
    ScaleZeroPoint before{0.0F, 0}; // no scale is 0
    for (const TensorRange& window : windows) {
        const ScaleZeroPoint params = computeScaleZeroPoint(window, target);
        if (params == before)
            continue; // as wide ones lie next to each other, so do equal scales
        before = params;
        const double sum = error(QuantGrid(params, target.limits()));
        if (sum < smallest) {
            smallest = sum;
            best = window;
        }
    }
    return best;
}

} // namespace quantiscope
