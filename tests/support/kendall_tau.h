// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <cstddef>
#include <span>

namespace quantiscope::test {

/// Kendall's tau-b of two rankings of the same things, given as values: 1 when they order all pairs alike, -1 when the
/// other way round; ties of either are allowed for (Kendall 1945). NaN when all values of one are equal.
inline double kendallTau(std::span<const double> a, std::span<const double> b)
{
    double agreement = 0.0;
    double pairsOfA = 0.0;
    double pairsOfB = 0.0;
    const auto sign = [](double x, double y) { return x < y ? -1.0 : x > y ? 1.0 : 0.0; };
    for (std::size_t i = 0; i < a.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            const double inA = sign(a[i], a[j]);
            const double inB = sign(b[i], b[j]);
            agreement += inA * inB;
            pairsOfA += inA * inA;
            pairsOfB += inB * inB;
        }
    }
    return agreement / std::sqrt(pairsOfA * pairsOfB);
}

} // namespace quantiscope::test
