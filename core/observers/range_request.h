// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/numerics/quant_params.h"
#include "core/numerics/range_method.h"

#include <optional>
#include <vector>

namespace quantiscope {

/// Which range one tensor is to get. Methods that weigh errors depend on what it is quantized to.
struct RangeRequest
{
    CalibrationMethod method = CalibrationMethod::MinMax;
    QuantTarget target; ///< type, symmetry and kind of scale of this tensor
    /// Is a percentile taken of magnitudes, is an observed range made symmetric before anything else?
    Symmetry calibrationSymmetry = Symmetry::Asymmetric;
    bool movingAverage = false; ///< MinMax, NonOverflow: the mean of the samples' ranges
    double percentile = 99.999; ///< 0 < p <= 100
    std::vector<double> candidates{99.99, 99.999, 99.99999}; ///< LayerwisePercentile
    ErrorMetric metric = ErrorMetric::Mae; ///< LayerwisePercentile
    Pof2Mode positionMode = Pof2Mode::All; ///< MinMSE with powers of two
    FloatMode windowMode = FloatMode::Percentile; ///< MinMSE with other scales
    /// Of the linear histograms of HistCenter and Entropy; unset: 2048, and twice quantizedBins.
    std::optional<int> bins;
    int quantizedBins = 128; ///< Entropy: levels that a window is collapsed to

    bool operator==(const RangeRequest&) const = default;
};

} // namespace quantiscope
