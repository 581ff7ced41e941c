// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runtime/inference_session.h"

#include <vector>

namespace quantiscope {

/// Views of all of @p tensors, which must outlive them.
[[nodiscard]] std::vector<TensorView> viewsOf(const NamedTensors& tensors);

} // namespace quantiscope
