// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"
#include "core/numerics/quant_params.h"

#include <map>
#include <span>
#include <string>

namespace quantiscope {

/// Gives every output of a node whose operator type is in @p opTypes the range of the nearest value above it that some
/// other operator makes, or that is fed: through the first input that leads to one. Outputs without an entry in
/// @p ranges, and those that only constants lead to, keep what they have.
///
/// Meant for operators that move values without changing them (Reshape, Transpose, MaxPool, …), so that both sides get
/// one scale. Source: quark_behaviour section 0.16, option CalibPassthroughOpTypes.
void copyRangesThrough(const Graph& graph, std::span<const std::string> opTypes,
                       std::map<std::string, TensorRange>& ranges);

} // namespace quantiscope
