// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace quantiscope {

struct Interval
{
    double low = 0.0;
    double high = 1.0;

    bool operator==(const Interval&) const = default;
};

/// Where the true share lies with a confidence of 95 %, when @p hits of @p all were seen (Wilson 1927, without
/// continuity correction). 0 … 1 when @p all is 0.
[[nodiscard]] Interval wilsonInterval(std::uint64_t hits, std::uint64_t all);

/// Exact two-sided p of McNemar's test: how likely @p lost and @p gained are at least as uneven as this when both are
/// equally likely. 1 when both are 0. Beyond a million samples by the normal distribution.
[[nodiscard]] double mcNemarExact(std::uint64_t lost, std::uint64_t gained);

/// The 95 % interval of a mean over @p count independent values with the given mean and sum of squared deviations from
/// it (Student's t with count - 1 degrees of freedom). [mean, mean] of one value is no interval: it is -inf … +inf.
[[nodiscard]] Interval meanInterval(double mean, double squaredDeviations, std::uint64_t count);

} // namespace quantiscope
