// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observers/entropy.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace quantiscope {

namespace {

/// Sums over the first i bins, so that what a window holds is a difference.
struct RunningSums
{
    std::vector<double> counts;
    std::vector<double> occupied; ///< bins that are not empty
    std::vector<double> information; ///< count * ln(count)

    explicit RunningSums(const std::vector<double>& histogram)
    {
        counts = occupied = information = std::vector<double>(histogram.size() + 1);
        for (std::size_t i = 0; i < histogram.size(); ++i) {
            const double count = histogram[i];
            counts[i + 1] = counts[i] + count;
            occupied[i + 1] = occupied[i] + (count > 0.0 ? 1.0 : 0.0);
            information[i + 1] = information[i] + (count > 0.0 ? count * std::log(count) : 0.0);
        }
    }
};

double timesLog(double x)
{
    return x > 0.0 ? x * std::log(x) : 0.0;
}

/// Divergence for the window [first, end).
double divergence(const std::vector<double>& histogram, const RunningSums& sums, std::size_t first, std::size_t end,
                  std::size_t levels)
{
    const std::size_t bins = end - first;
    const double total = sums.counts.back();
    const double inside = sums.counts[end] - sums.counts[first];
    const double below = sums.counts[first];
    const double above = total - sums.counts[end];
    if (inside <= 0.0)
        return std::numeric_limits<double>::infinity();

    // sum P ln P, where only the two outermost bins differ from the histogram.
    double information = sums.information[end] - sums.information[first];
    information += timesLog(histogram[first] + below) - timesLog(histogram[first]);
    information += timesLog(histogram[end - 1] + above) - timesLog(histogram[end - 1]);
    information = information / total - std::log(total);

    // sum P ln Q, group by group: Q is the same in all bins of a group that are not empty.
    const double least = 1e-4 / static_cast<double>(bins);
    double cross = 0.0;
    for (std::size_t level = 0; level < levels; ++level) {
        const std::size_t from = first + level * bins / levels;
        const std::size_t to = first + (level + 1) * bins / levels;
        const double count = sums.counts[to] - sums.counts[from];
        double occupied = sums.occupied[to] - sums.occupied[from];
        double p = count;
        if (from == first) {
            p += below;
            occupied += below > 0.0 && histogram[first] <= 0.0 ? 1.0 : 0.0;
        }
        if (to == end) {
            p += above;
            occupied += above > 0.0 && histogram[end - 1] <= 0.0 ? 1.0 : 0.0;
        }
        if (p > 0.0)
            cross += p / total * std::log(std::max(count / (inside * occupied), least));
    }
    return information - cross;
}

} // namespace

std::size_t leastDivergence(const std::vector<double>& histogram, std::size_t levels)
{
    assert(histogram.size() % 2 == 0 && levels >= 2);
    const std::size_t middle = histogram.size() / 2;
    const RunningSums sums(histogram);
    std::size_t best = middle;
    double smallest = std::numeric_limits<double>::infinity();
    for (std::size_t half = std::max<std::size_t>(levels / 2, 1); half <= middle; ++half) {
        const double here = divergence(histogram, sums, middle - half, middle + half, std::min(levels, 2 * half));
        if (here < smallest) {
            smallest = here;
            best = half;
        }
    }
    return best;
}

} // namespace quantiscope
