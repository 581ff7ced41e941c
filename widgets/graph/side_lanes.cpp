// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/side_lanes.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

namespace quantiscope {

OuterBorder::OuterBorder(std::vector<double> borders)
{
    m_of.push_back(std::move(borders));
    for (std::size_t step = 1; 2 * step <= m_of.front().size(); step *= 2) {
        const std::vector<double>& half = m_of.back();
        std::vector<double> whole(half.size() - step);
        for (std::size_t i = 0; i < whole.size(); ++i)
            whole[i] = std::max(half[i], half[i + step]);
        m_of.push_back(std::move(whole));
    }
}

double OuterBorder::of(std::size_t first, std::size_t last) const
{
    const auto k = std::size_t(std::bit_width(last - first + 1) - 1);
    return std::max(m_of[k][first], m_of[k][last + 1 - (std::size_t(1) << k)]);
}

std::vector<int> lanesOf(const std::vector<Passage>& passages)
{
    constexpr std::size_t kLanes = 16;
    std::vector<std::size_t> order(passages.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    // Short ones first where several start together: they lie inside.
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        const Passage& left = passages[a];
        const Passage& right = passages[b];
        return left.first != right.first ? left.first < right.first
            : left.last != right.last    ? left.last < right.last
                                         : a < b;
    });
    std::array<std::size_t, kLanes> freeFrom{}; // first layer that nobody passes in a lane
    std::vector<int> lanes(passages.size());
    for (const std::size_t i : order) {
        auto lane = std::find_if(freeFrom.begin(), freeFrom.end(),
                                 [&](std::size_t layer) { return layer <= passages[i].first; });
        if (lane == freeFrom.end())
            lane = std::min_element(freeFrom.begin(), freeFrom.end());
        *lane = std::max(*lane, passages[i].last + 1);
        lanes[i] = int(lane - freeFrom.begin());
    }
    return lanes;
}

} // namespace quantiscope
