// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/numerics/quant_params.h"
#include "core/numerics/range_method.h"
#include "core/observers/value_bins.h"

#include <span>
#include <vector>

namespace quantiscope {

/// The values that codes stand for: scale times each whole number from lowest to highest.
struct QuantGrid
{
    double scale = 1.0;
    double lowest = 0.0; ///< code - zero point
    double highest = 0.0;

    QuantGrid(ScaleZeroPoint params, CodeLimits codes)
        : scale(params.scale), lowest(codes.min - params.zeroPoint), highest(codes.max - params.zeroPoint)
    {
    }
};

/// The integral of the squared error from 0 to @p u, all in steps of @p grid: n/12 + r^3/3, with n the nearest whole
/// number within the grid and r = u - n; inside of the grid and beyond. |u| < 2^51.
[[nodiscard]] double squaredErrorUpTo(double u, const QuantGrid& grid);

/// Errors that quantizing binned values makes, for one grid after the other.
///
/// The error is integrated over each bin, not taken at its centre: where it is as wide as a step, the centre's error
/// says nothing about the others'. With u = x / scale, n the nearest whole number within the grid and r = u - n, the
/// integral of r^2 from 0 to u is n/12 + r^3/3, that of |r| is n/4 + |r| r/2, inside of the grid and beyond; so each
/// bin costs the same, however many steps it spans.
class BinnedError
{
public:
    /// Bins that lie inside of (-@p negligible, @p negligible) are left out: they add the same error for every grid
    /// that holds 0 and has steps of at least twice that.
    explicit BinnedError(const std::vector<ValueBin>& bins, double negligible = 0.0);

    /// Sum of all values' squared or absolute errors.
    [[nodiscard]] double sum(const QuantGrid& grid, ErrorMetric metric = ErrorMetric::Mse) const;

private:
    std::vector<double> m_lower;
    std::vector<double> m_upper;
    std::vector<double> m_density; ///< count / width
};

/// Sum of the squared errors of single values; those that are not finite are not counted. The same on every processor.
[[nodiscard]] double squaredError(std::span<const float> values, const QuantGrid& grid);

} // namespace quantiscope
