// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/model.h"

#include <cstddef>
#include <map>
#include <string>

namespace quantiscope {

/// Bytes of every fed or computed tensor of @p model's top-level graph when its inputs have the shapes @p inputs (those
/// that are not named keep what the model says). Values whose type or shape stays open are missing.
[[nodiscard]] std::map<std::string, std::size_t> valueSizes(const Model& model,
                                                            const std::map<std::string, Shape>& inputs);

} // namespace quantiscope
