// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observers/position_votes.h"

#include <algorithm>
#include <cassert>
#include <cstddef>

namespace quantiscope {

namespace {

std::size_t indexOf(DataType type)
{
    const auto at = std::find(PositionVotes::kTypes.begin(), PositionVotes::kTypes.end(), type);
    assert(at != PositionVotes::kTypes.end());
    return static_cast<std::size_t>(at - PositionVotes::kTypes.begin());
}

} // namespace

void PositionVotes::add(DataType type, int position, std::uint64_t votes)
{
    if (votes == 0)
        return;
    Counts& counts = m_counts[indexOf(type)];
    const auto at = std::lower_bound(counts.begin(), counts.end(), std::pair(position, std::uint64_t(0)));
    if (at != counts.end() && at->first == position)
        at->second += votes;
    else
        counts.insert(at, {position, votes});
}

void PositionVotes::merge(const PositionVotes& other)
{
    for (const DataType type : kTypes) {
        for (const auto& [position, votes] : other.of(type))
            add(type, position, votes);
    }
}

const PositionVotes::Counts& PositionVotes::of(DataType type) const
{
    return m_counts[indexOf(type)];
}

bool PositionVotes::isEmpty() const
{
    return std::all_of(m_counts.begin(), m_counts.end(), [](const Counts& counts) { return counts.empty(); });
}

} // namespace quantiscope
