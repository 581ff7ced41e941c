// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/data/preprocess.h"

#include <cstdint>
#include <string>

#include <nlohmann/json_fwd.hpp>

namespace quantiscope {

/// Longer sides are refused.
inline constexpr std::int32_t kLargestPictureSide = 32768;

/// Reads a preprocessing object as recipes hold it:
/// `{"channels": "RGB", "resize": {"mode": "letterbox", "size": [640, 640], "interpolation": "linear", "pad": 114,
/// "align": "centre"}, "crop": [224, 224], "scale": 0.0039, "mean": [0.5], "std": [0.5], "layout": "NCHW"}`, or the
/// name of a built-in one. Every key is optional; a size is [height, width] or one number for both.
///
/// @p where is the place for messages ("calibration.data.preprocess"). `ConfigRefused` for unknown keys (naming the
/// nearest known one), wrong types and values out of range.
[[nodiscard]] Result<PreprocessSpec> preprocessFromJson(const nlohmann::json& json, const std::string& where);

/// The object from which preprocessFromJson() reads an equal specification.
[[nodiscard]] nlohmann::json preprocessToJson(const PreprocessSpec& spec);

/// The built-in preprocessing of that name, or what a JSON file holds. `ConfigRefused` when it is neither.
[[nodiscard]] Result<PreprocessSpec> loadPreprocess(const std::string& nameOrFile);

} // namespace quantiscope
