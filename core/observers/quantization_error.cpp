// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observers/quantization_error.h"

#include "core/base/vector_clones.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace quantiscope {

namespace {

constexpr std::size_t kLanes = 8; // sums are kept apart by lane: their order is the same for every vector width
constexpr double kRounder = 0x1.8p52; // adding and subtracting it rounds |x| < 2^51 to whole numbers, half to even

/// The whole number within [lowest, highest] nearest to @p u.
inline double nearest(double u, double lowest, double highest)
{
    const double atLeast = u > lowest ? u : lowest;
    const double inside = atLeast < highest ? atLeast : highest;
    return (inside + kRounder) - kRounder;
}

inline double squaredIntegral(double n, double r)
{
    return n * (1.0 / 12.0) + r * r * r * (1.0 / 3.0);
}

inline double absoluteIntegral(double n, double r)
{
    return n * 0.25 + std::fabs(r) * r * 0.5;
}

template <double (*integral)(double, double)>
inline void addErrors(const double* lower, const double* upper, const double* density, std::size_t count,
                      const QuantGrid& grid, double* sums)
{
    const double perStep = 1.0 / grid.scale;
    for (std::size_t first = 0; first < count; first += kLanes) {
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            const std::size_t i = first + lane;
            const double u = lower[i] * perStep;
            const double v = upper[i] * perStep;
            const double nu = nearest(u, grid.lowest, grid.highest);
            const double nv = nearest(v, grid.lowest, grid.highest);
            sums[lane] += density[i] * (integral(nv, v - nv) - integral(nu, u - nu));
        }
    }
}

QUANTISCOPE_VECTOR_CLONES
void addSquaredErrors(const double* lower, const double* upper, const double* density, std::size_t count,
                      const QuantGrid& grid, double* sums)
{
    addErrors<squaredIntegral>(lower, upper, density, count, grid, sums);
}

QUANTISCOPE_VECTOR_CLONES
void addAbsoluteErrors(const double* lower, const double* upper, const double* density, std::size_t count,
                       const QuantGrid& grid, double* sums)
{
    addErrors<absoluteIntegral>(lower, upper, density, count, grid, sums);
}

/// @p count is a multiple of kLanes.
QUANTISCOPE_VECTOR_CLONES
void addValueErrors(const float* values, std::size_t count, const QuantGrid& grid, double* sums)
{
    const double perStep = 1.0 / grid.scale;
    const double scale = grid.scale;
    for (std::size_t first = 0; first < count; first += kLanes) {
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            const double x = values[first + lane];
            const double error = x - nearest(x * perStep, grid.lowest, grid.highest) * scale;
            const double squared = error * error;
            sums[lane] += squared < std::numeric_limits<double>::infinity() ? squared : 0.0; // false for NaN
        }
    }
}

double total(const std::array<double, kLanes>& sums)
{
    double sum = 0.0;
    for (const double each : sums)
        sum += each;
    return sum;
}

} // namespace

double squaredErrorUpTo(double u, const QuantGrid& grid)
{
    const double n = nearest(u, grid.lowest, grid.highest);
    return squaredIntegral(n, u - n);
}

BinnedError::BinnedError(const std::vector<ValueBin>& bins, double negligible)
{
    // A bin without width, or nearly so, gets some: what that changes is far below the error of any other bin.
    constexpr double kLeastRelativeWidth = 1e-6;
    constexpr double kLeastWidth = 1e-45;
    const std::size_t size = (bins.size() + kLanes - 1) / kLanes * kLanes;
    m_lower.reserve(size);
    m_upper.reserve(size);
    m_density.reserve(size);
    for (const ValueBin& bin : bins) {
        if (bin.lower > -negligible && bin.upper < negligible)
            continue;
        const double magnitude = std::max(std::abs(bin.lower), std::abs(bin.upper));
        const double width = std::max({bin.upper - bin.lower, kLeastRelativeWidth * magnitude, kLeastWidth});
        const double centre = 0.5 * (bin.lower + bin.upper);
        m_lower.push_back(centre - 0.5 * width);
        m_upper.push_back(centre + 0.5 * width);
        m_density.push_back(bin.count / (m_upper.back() - m_lower.back()));
    }
    while (m_density.size() % kLanes != 0) {
        m_lower.push_back(0.0);
        m_upper.push_back(0.0);
        m_density.push_back(0.0);
    }
}

double BinnedError::sum(const QuantGrid& grid, ErrorMetric metric) const
{
    std::array<double, kLanes> sums = {};
    const bool squared = metric == ErrorMetric::Mse;
    (squared ? addSquaredErrors : addAbsoluteErrors)(m_lower.data(), m_upper.data(), m_density.data(), m_density.size(),
                                                     grid, sums.data());
    const double inSteps = total(sums) * grid.scale; // one factor more: the integral's variable is x / scale
    return squared ? inSteps * grid.scale * grid.scale : inSteps * grid.scale;
}

double squaredError(std::span<const float> values, const QuantGrid& grid)
{
    std::array<double, kLanes> sums = {};
    const std::size_t whole = values.size() / kLanes * kLanes;
    addValueErrors(values.data(), whole, grid, sums.data());
    std::array<float, kLanes> rest = {}; // zeros have no error: every grid holds 0
    std::copy(values.begin() + static_cast<std::ptrdiff_t>(whole), values.end(), rest.begin());
    addValueErrors(rest.data(), kLanes, grid, sums.data());
    return total(sums);
}

} // namespace quantiscope
