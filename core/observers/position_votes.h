// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/data_type.h"

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace quantiscope {

/// For each type, how many samples did best with which power-of-two scale 2^-position (option MinMSEModePof2Scale,
/// MostCommon). Adding is all there is to merging.
class PositionVotes
{
public:
    /// The types that are voted on, each quantized symmetrically (only then does the mode exist).
    static constexpr std::array<DataType, 4> kTypes{DataType::Int8, DataType::UInt8, DataType::Int16, DataType::UInt16};
    /// (position, votes), ascending by position.
    using Counts = std::vector<std::pair<int, std::uint64_t>>;

    /// Adds @p votes for @p position, which has a scale (scaleAtPosition()); @p type is one of kTypes.
    void add(DataType type, int position, std::uint64_t votes = 1);

    void merge(const PositionVotes& other);

    /// The votes on one of kTypes.
    [[nodiscard]] const Counts& of(DataType type) const;

    [[nodiscard]] bool isEmpty() const;

    bool operator==(const PositionVotes&) const = default;

private:
    std::array<Counts, kTypes.size()> m_counts; ///< in the order of kTypes
};

} // namespace quantiscope
