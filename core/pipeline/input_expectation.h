// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/data_inspection.h"
#include "core/graph/graph.h"

#include <map>
#include <string>

namespace quantiscope {

/// What the graph tells of its picture inputs: the range of values that they were likely made for, whether channels
/// come first, and the first convolution with a batch normalization behind it, which knows best.
///
/// A model that divides its input by about 255 first, or multiplies it with 1/255, expects bytes. Otherwise the weights
/// of the first convolution tell: trained networks answer with values about 1, so weights that would make more than
/// tens of 0 … 255, or next to nothing of 0 … 1, decide; in between it stays unknown. A guess, to be called likely.
[[nodiscard]] std::map<std::string, InputExpectation> inputExpectations(const Graph& graph);

} // namespace quantiscope
