// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace quantiscope {

/// How ranges are derived from statistics or from a weight's elements.
enum class CalibrationMethod
{
    MinMax, ///< the observed range
    NonOverflow, ///< the observed range, for power-of-two scales
    Percentile, ///< the range that holds a given percentage of the values
    LayerwisePercentile, ///< of several percentiles the one with the smallest error, tensor by tensor
    MinMSE, ///< the scale or the window with the smallest squared error
    Entropy, ///< the window whose quantized distribution diverges least
};

enum class ErrorMetric
{
    Mae,
    Mse,
};

/// How a power-of-two scale is searched for (option MinMSEModePof2Scale).
enum class Pof2Mode
{
    All, ///< smallest squared error over all values
    MostCommon, ///< the best scale of most samples
    Percentile, ///< smallest squared error over the values inside the percentile
};

/// How a window for a float scale is searched for (option MinMSEModeFloatScale).
enum class FloatMode
{
    Percentile, ///< windows of a few percentiles
    HistCenter, ///< shrinking windows, error at the centres of a histogram
    All, ///< shrinking windows, error of all values
};

} // namespace quantiscope
