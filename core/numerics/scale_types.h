// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/numerics/quant_params.h"

namespace quantiscope {

/// Scale and zero point that cover @p range with scales of the kind that @p target has.
///
/// Float32: computeScaleZeroPoint(range, limits, symmetry). The other kinds replace that scale s by the nearest value
/// that they can express and leave the zero point as it is; so a bound may lie beyond the outermost code (by a factor
/// of at most sqrt 2 with powers of two). A range without extent has scale 1, zero point 0 with every kind.
/// Source: quark_behaviour section 3.7, steps 3 to 6. Its rule for symmetric uint8 (127 becomes 128) holds by itself:
/// the middle of 0…255 is rounded to 128.
[[nodiscard]] ScaleZeroPoint computeScaleZeroPoint(TensorRange range, const QuantTarget& target);

/// Positions whose scale 2^-position is a normal float.
inline constexpr int kLeastPosition = -127;
inline constexpr int kMostPosition = 126;

/// p of the power of two 2^-p that is nearest to @p scale (normal, > 0) in the logarithm, a tie to even: so
/// 2^-p / sqrt 2 < scale < 2^-p * sqrt 2. kLeastPosition … kMostPosition.
[[nodiscard]] int nearestPosition(float scale);

/// 2^-@p position, from kLeastPosition to kMostPosition.
[[nodiscard]] float scaleAtPosition(int position);

/// The value M / 2^n nearest to @p scale (normal, > 0) with 1 <= M <= 32767 and 0 <= n <= 16, of equally near ones that
/// with the smallest n: 2^-16…32767. (The reference takes 2^-14 for scales that round to 0; 2^-16 is nearer.)
[[nodiscard]] float nearestInt16Scale(float scale);

} // namespace quantiscope
