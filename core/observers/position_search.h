// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observers/quantization_error.h"
#include "core/observers/range_request.h"
#include "core/observers/value_bins.h"

#include <functional>
#include <span>

namespace quantiscope {

/// Steps around the position nearest to the scale that covers a range which are tried.
inline constexpr int kCoarserPositions = 1;
inline constexpr int kFinerPositions = 3;

/// A power-of-two scale 2^-position with its zero point.
struct PositionChoice
{
    int position = 0;
    std::int32_t zeroPoint = 0;

    bool operator==(const PositionChoice&) const = default;
};

/// The position nearest to the scale that covers @p range, or one of four around it (one coarser, three finer): the one
/// with the smallest @p error, of equal ones the coarsest. The zero point is that of the first scale. Nothing for a
/// range without extent. Source: quark_behaviour section 3.6.
[[nodiscard]] std::optional<PositionChoice> searchPosition(TensorRange range, const QuantTarget& target,
                                                           const std::function<double(const QuantGrid&)>& error);

/// searchPosition() with the squared error of binned values. From a histogram, positions equal those found with the
/// values themselves in more than 99.5 % of tensors; from bins of single values always.
[[nodiscard]] std::optional<PositionChoice> bestPosition(const std::vector<ValueBin>& bins, TensorRange range,
                                                         const QuantTarget& target);

/// searchPosition() with the squared error of the values themselves.
[[nodiscard]] std::optional<PositionChoice> bestPosition(std::span<const float> values, TensorRange range,
                                                         const QuantTarget& target);

/// The range whose scale is 2^-position again: the values of the lowest and highest code.
[[nodiscard]] TensorRange rangeAt(const PositionChoice& choice, const QuantTarget& target);

} // namespace quantiscope
