// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/numerics/quant_params.h"

#include <optional>

namespace quantiscope {

/// A range as it is covered, and the scale for that, both before any rounding.
struct CoveringScale
{
    double low = 0.0; ///< of the range that was widened to hold 0, and to both sides when symmetric
    double scale = 1.0;
};

/// What computeScaleZeroPoint() rounds; nothing for a range without extent, whose scale would be below the smallest
/// normal float.
[[nodiscard]] std::optional<CoveringScale> coveringScale(TensorRange range, CodeLimits codes, Symmetry symmetry);

/// Has @p range an extent in the codes of @p target?
[[nodiscard]] inline bool hasExtent(TensorRange range, const QuantTarget& target)
{
    return coveringScale(range, target.limits(), target.symmetry).has_value();
}

} // namespace quantiscope
