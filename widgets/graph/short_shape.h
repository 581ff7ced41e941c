// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/tensor_spec.h"

namespace quantiscope {

/// Names of open extents that are longer, such as "p2o.DynamicDimension.0", become "?" in pictures.
inline constexpr std::size_t kLongestExtentName = 4;

[[nodiscard]] inline TensorSpec withShortNames(TensorSpec spec)
{
    for (std::string& name : spec.dimensionNames) {
        if (name.size() > kLongestExtentName)
            name.clear();
    }
    return spec;
}

} // namespace quantiscope
