// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/numerics/quant_params.h"

#include <cstddef>
#include <vector>

namespace quantiscope {

/// The integers of a bias as an initializer holds them.
struct BiasCodes
{
    std::vector<std::byte> bytes;
    bool saturated = false; ///< some values did not fit into the type
};

/// @p values times @p beta in codes of @p params, whose type is Int32 or Int16: round(value / scale), one scale or one
/// a value, zero points of 0; what does not fit saturates. Source: quark_behaviour 4.6.
[[nodiscard]] BiasCodes biasCodes(std::vector<float> values, float beta, const QuantParams& params);

} // namespace quantiscope
