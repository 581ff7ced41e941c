// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/quant_config.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace quantiscope {

/// A named, built-in set of options (resources/presets/NAME.json).
struct Preset
{
    std::string name;
    std::string summary; ///< one line: types, symmetry, method
    std::string when; ///< when to take it, one sentence
    QuantConfig config;
};

/// All presets, sorted by name.
[[nodiscard]] std::span<const Preset> presets();

/// The preset of that name (letter case does not matter), or an error with the nearest name.
[[nodiscard]] Result<Preset> findPreset(std::string_view name, ErrorCode code);

/// Reads a preset document; ConfigRefused names what is wrong. Used for the built-in ones and by their test.
[[nodiscard]] Result<Preset> readPreset(const std::string& text, const std::string& name);

/// Sets the calibration method by its name; InvalidArgument with the known names for another one.
[[nodiscard]] Result<void> applyCalibrationMethod(QuantConfig& config, const std::string& method);

} // namespace quantiscope
