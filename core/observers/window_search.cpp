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

TensorRange bestWindowCoarseToFine(const std::vector<TensorRange>& windows, const QuantTarget& target,
                                   const std::function<double(const QuantGrid&)>& error)
{
    constexpr std::size_t kStride = 8;
    std::vector<TensorRange> coarse;
    for (std::size_t i = 0; i < windows.size(); i += kStride)
        coarse.push_back(windows[i]);
    const TensorRange near = bestWindow(coarse, target, error);
    const auto at = static_cast<std::size_t>(std::find(windows.begin(), windows.end(), near) - windows.begin());
    const std::size_t first = at < kStride ? 0 : at - kStride;
    const std::size_t end = std::min(windows.size(), at + kStride + 1);
    return bestWindow(
        {windows.begin() + static_cast<std::ptrdiff_t>(first), windows.begin() + static_cast<std::ptrdiff_t>(end)},
        target, error);
}

} // namespace quantiscope
