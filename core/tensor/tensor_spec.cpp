// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/tensor_spec.h"

namespace quantiscope {

std::string describe(const TensorSpec& spec)
{
    std::string text(dataTypeName(spec.type));
    if (!spec.hasRank)
        return text + " [any shape]";
    text += " [";
    for (std::size_t i = 0; i < spec.shape.size(); ++i) {
        if (i > 0)
            text += ", ";
        if (spec.shape[i] >= 0)
            text += std::to_string(spec.shape[i]);
        else if (i < spec.dimensionNames.size() && !spec.dimensionNames[i].empty())
            text += spec.dimensionNames[i];
        else
            text += "?";
    }
    return text + "]";
}

} // namespace quantiscope
