// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

namespace quantiscope {

/// What cutting a sequence of nodes before place i costs, for i = 0 … n - 1: high inside a block, low between two.
/// [0] is not used.
using CutCosts = std::vector<double>;

/// Places at which a sequence is cut into blocks of about n / 14 items, at least 12, where that costs least; ascending,
/// without 0 and n. A block has a third to three times that size; the time is linear.
[[nodiscard]] std::vector<std::size_t> cheapestCuts(const CutCosts& costs);

} // namespace quantiscope
