// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace quantiscope {

/// Numbers of one way of quantizing a model, in terms of the prepared graph.
struct VariantFigures
{
    std::uint64_t weightBytes = 0; ///< of all constants as they are written, with scales and zero points
    std::uint64_t floatWeightBytes = 0; ///< those of float constants among them
    std::uint64_t multiplyAdds = 0; ///< as EffectCounts::multiplyAdds
    std::uint64_t floatMultiplyAdds = 0; ///< those of float nodes

    bool operator==(const VariantFigures&) const = default;
};

} // namespace quantiscope
