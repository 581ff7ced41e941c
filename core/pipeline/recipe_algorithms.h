// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/quant_config.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace quantiscope {

/// Reads a recipe's "algorithms", the list of all that run before calibration: an empty one switches every algorithm
/// off. {"name": "CLE", "enabled": bool, "acceptance": "Always" | "Improvement" | "Prediction", "steps": -1 or 1 …
/// 1000, "weightThreshold": x, "scaleAppendBias": bool, "scaleUseThreshold": bool, "totalLayerDiffThreshold": x}; what
/// is left out stays as in @p equalization. ConfigRefused; @p where begins the keys' names.
[[nodiscard]] Result<void> algorithmsFromJson(const nlohmann::json& list, const std::string& where,
                                              EqualizationConfig& equalization);
[[nodiscard]] nlohmann::json algorithmsToJson(const EqualizationConfig& equalization);

} // namespace quantiscope
