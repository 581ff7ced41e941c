// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/graph/graph_content.h"

namespace quantiscope {

/// What the Quantize nodes of @p quantized, the result of a run, say of the values that they read: type, scale, and
/// zero point where it is not 0. Values carry the names that they have in the float model, so that the facts fit its
/// graph and that of the result.
[[nodiscard]] std::shared_ptr<const EdgeFacts> quantizedFacts(const OpenedModelPtr& quantized);

/// A scale for people: "2⁻³" for a power of two, else four significant digits in the user's locale.
[[nodiscard]] QString scaleText(double scale);

} // namespace quantiscope
