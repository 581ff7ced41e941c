// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

namespace quantiscope {

/// For each thing the things that read what it makes; a thing is told by its place.
using DataFlow = std::vector<std::vector<int>>;

/// All things, makers before readers, otherwise in the order of their places; those that rings hold back come last.
[[nodiscard]] std::vector<int> flowOrder(const DataFlow& flow);

/// Groups of two or more things of which each leads to each other; none in a flow that goes one way. Linear.
[[nodiscard]] std::vector<std::vector<int>> ringsOf(const DataFlow& flow);

} // namespace quantiscope
