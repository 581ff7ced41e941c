// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/proportions.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace quantiscope {

namespace {

constexpr double kNormal = 1.959963984540054; ///< quantile 0.975 of the normal distribution

/// Logarithm of the binomial coefficient.
double logChoose(double n, double k)
{
    return std::lgamma(n + 1.0) - std::lgamma(k + 1.0) - std::lgamma(n - k + 1.0);
}

/// Probability that a value of Student's distribution lies beyond @p t on either side; @p freedom is whole.
/// Abramowitz and Stegun 26.7.3 and 26.7.4.
double studentTails(double t, std::uint64_t freedom)
{
    const double angle = std::atan(t / std::sqrt(static_cast<double>(freedom)));
    const double cosine = std::cos(angle);
    const bool isOdd = freedom % 2 == 1;
    double term = isOdd ? cosine : 1.0;
    double sum = freedom == 1 ? 0.0 : term;
    for (std::uint64_t k = isOdd ? 3 : 2; k + 2 <= freedom; k += 2) {
        term *= cosine * cosine * static_cast<double>(k - 1) / static_cast<double>(k);
        sum += term;
    }
    const double inside = isOdd ? (angle + std::sin(angle) * sum) * 2.0 / std::acos(-1.0) : std::sin(angle) * sum;
    return 1.0 - inside;
}

/// Quantile 0.975 of Student's distribution.
double studentQuantile(std::uint64_t freedom)
{
    constexpr std::uint64_t kMany = 2000; // from here on the two differ by less than 0.1 %
    if (freedom > kMany)
        return kNormal;
    double low = kNormal;
    double high = 13.0; // 12.706 with one degree of freedom
    for (int i = 0; i < 60; ++i) {
        const double middle = 0.5 * (low + high);
        (studentTails(middle, freedom) > 0.05 ? low : high) = middle;
    }
    return 0.5 * (low + high);
}

} // namespace

Interval wilsonInterval(std::uint64_t hits, std::uint64_t all)
{
    if (all == 0)
        return {};
    const auto n = static_cast<double>(all);
    const double share = static_cast<double>(std::min(hits, all)) / n;
    const double square = kNormal * kNormal;
    const double centre = (share + square / (2.0 * n)) / (1.0 + square / n);
    const double half = kNormal / (1.0 + square / n) * std::sqrt(share * (1.0 - share) / n + square / (4.0 * n * n));
    // At the ends the bound is the share itself; rounding must not push it past.
    return {hits == 0 ? 0.0 : std::max(0.0, centre - half), hits >= all ? 1.0 : std::min(1.0, centre + half)};
}

double mcNemarExact(std::uint64_t lost, std::uint64_t gained)
{
    constexpr double kMany = 1e6;
    const double n = static_cast<double>(lost) + static_cast<double>(gained);
    const std::uint64_t fewer = std::min(lost, gained);
    if (n > kMany)
        return std::erfc(std::max(0.0, n - 2.0 * static_cast<double>(fewer) - 1.0) / std::sqrt(2.0 * n));
    double tail = 0.0;
    for (std::uint64_t k = 0; k <= fewer; ++k)
        tail += std::exp(logChoose(n, static_cast<double>(k)) - n * std::log(2.0));
    return std::min(1.0, 2.0 * tail);
}

Interval meanInterval(double mean, double squaredDeviations, std::uint64_t count)
{
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    if (count < 2)
        return {-kInfinity, kInfinity};
    const auto n = static_cast<double>(count);
    const double half = studentQuantile(count - 1) * std::sqrt(squaredDeviations / (n - 1.0) / n);
    return {mean - half, mean + half};
}

} // namespace quantiscope
