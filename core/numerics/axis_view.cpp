// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/axis_view.h"

namespace quantiscope {

AxisView viewAround(std::span<const std::int64_t> shape, std::optional<int> axis)
{
    AxisView view;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        const auto extent = static_cast<std::size_t>(shape[i]);
        if (!axis || i > static_cast<std::size_t>(*axis))
            view.inner *= extent;
        else if (i < static_cast<std::size_t>(*axis))
            view.outer *= extent;
        else
            view.channels = extent;
    }
    return view;
}

} // namespace quantiscope
