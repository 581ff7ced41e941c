// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observers/range_request.h"
#include "core/tensor/shape.h"

#include <span>

namespace quantiscope {

/// The range of a constant tensor, or of each of its slices along @p axis, from its elements.
///
/// MinMSE searches as for activations, but exactly: power-of-two positions with the squared error of every element
/// (Pof2Mode::MostCommon: the tensor is its only sample), windows as in quark_behaviour section 3.8: percentiles
/// (kWindowPercentiles, numpy's linear interpolation, half cut from each end), or shrinking windows compared by the
/// centres of a histogram of at most RangeRequest::bins bins (HistCenter) or by every element (All).
/// Every other method takes the smallest and the largest element. @p elements are those of @p shape, row major; what is
/// not finite is not searched. Returns one range, or shape[axis] ranges.
[[nodiscard]] std::vector<TensorRange> rangesForWeight(std::span<const float> elements,
                                                       std::span<const std::int64_t> shape, std::optional<int> axis,
                                                       const RangeRequest& request);

} // namespace quantiscope
