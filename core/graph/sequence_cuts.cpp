// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/sequence_cuts.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace quantiscope {

namespace {

constexpr double kBlocks = 14.0; ///< that a sequence is cut into
constexpr double kLeastTarget = 12.0; ///< items of a block
constexpr double kSpread = 3.0; ///< how many times smaller or larger a block may be
constexpr double kWindowsPerBlock = 8.0; ///< candidates for a cut, which keeps the search linear

/// Ends and, in each window, the cheapest place.
std::vector<std::size_t> candidatePlaces(const CutCosts& costs, double target)
{
    const auto window = std::max<std::size_t>(1, static_cast<std::size_t>(target / kWindowsPerBlock));
    std::vector<std::size_t> places{0};
    for (std::size_t start = 1; start < costs.size(); start += window) {
        const auto first = costs.begin() + std::ptrdiff_t(start);
        const auto last = costs.begin() + std::ptrdiff_t(std::min(costs.size(), start + window));
        places.push_back(std::size_t(std::min_element(first, last) - costs.begin()));
    }
    places.push_back(costs.size());
    return places;
}

} // namespace

std::vector<std::size_t> cheapestCuts(const CutCosts& costs)
{
    const double target = std::max(kLeastTarget, double(costs.size()) / kBlocks);
    const std::vector<std::size_t> places = candidatePlaces(costs, target);

    // Shortest path over the places: an edge is a block, it costs its first cut and how far its size is off.
    std::vector<double> best(places.size(), std::numeric_limits<double>::infinity());
    std::vector<std::size_t> before(places.size(), 0);
    best[0] = 0.0;
    for (std::size_t to = 1; to < places.size(); ++to) {
        for (std::size_t from = to; from-- > 0;) {
            const double size = double(places[to] - places[from]);
            if (from == 0 && to + 1 == places.size())
                continue; // no cut at all
            if (size > kSpread * target)
                break;
            if (size < target / kSpread)
                continue;
            const double octaves = std::log2(size / target);
            const double cost = best[from] + (from == 0 ? 0.0 : costs[places[from]]) + 0.5 * octaves * octaves;
            if (cost < best[to]) {
                best[to] = cost;
                before[to] = from;
            }
        }
    }
    std::vector<std::size_t> cuts;
    if (std::isinf(best.back()))
        return cuts;
    for (std::size_t at = before.back(); at != 0; at = before[at])
        cuts.push_back(places[at]);
    std::reverse(cuts.begin(), cuts.end());
    return cuts;
}

} // namespace quantiscope
