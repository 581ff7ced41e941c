// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/data_type.h"
#include "core/tensor/shape.h"

#include <string>
#include <vector>

namespace quantiscope {

/// What a model declares about one of its inputs or outputs.
struct TensorSpec
{
    std::string name;
    DataType type = DataType::Undefined;
    Shape shape; ///< kDynamic where the model leaves an extent open; empty for a scalar or when hasRank is false
    std::vector<std::string> dimensionNames; ///< symbolic names of open extents ("batch"), "" where there is none
    bool hasRank = true; ///< false when the model says nothing about the shape

    bool operator==(const TensorSpec&) const = default;
};

/// "float32 [N, 3, 224, 224]": symbolic names where there are some, "?" for anonymous open extents.
[[nodiscard]] std::string describe(const TensorSpec& spec);

} // namespace quantiscope
