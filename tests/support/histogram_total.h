// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observers/float_histogram.h"

namespace quantiscope::test {

/// How many values were counted.
[[nodiscard]] inline std::uint64_t totalOf(const FloatHistogram& histogram)
{
    std::uint64_t sum = 0;
    histogram.forEach([&sum](std::uint16_t, std::uint64_t count) { sum += count; });
    return sum;
}

} // namespace quantiscope::test
