// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observers/quantization_error.h"
#include "core/observers/range_request.h"

#include <functional>

namespace quantiscope {

/// Percentiles whose windows FloatMode::Percentile compares.
inline constexpr double kWindowPercentiles[] = {99.9, 99.99, 99.999, 99.9999};

/// Bins of a histogram whose size nobody chose.
inline constexpr int kDefaultBins = 2048;

/// @p range, and ranges around its middle that are ever two of @p steps parts narrower, down to half of its width:
/// steps / 4 + 1 of them. Source: quark_behaviour section 3.8.
[[nodiscard]] std::vector<TensorRange> shrinkingWindows(TensorRange range, int steps);

/// Of @p windows the one whose scale and zero point for @p target give the smallest @p error; of equal ones the first.
/// Scales that were tried already are skipped. @p windows is not empty.
[[nodiscard]] TensorRange bestWindow(const std::vector<TensorRange>& windows, const QuantTarget& target,
                                     const std::function<double(const QuantGrid&)>& error);

} // namespace quantiscope
