// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/quant_config.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace quantiscope {

/// The preset of who names none.
inline constexpr const char* kDefaultPreset = "A8W8";

/// A named, built-in set of options (resources/presets/NAME.json).
struct Preset
{
    std::string name;
    std::string family; ///< whose it is: "Quark", "ONNX Runtime"
    std::string summary; ///< one line: types, symmetry, method
    std::string when; ///< when to take it, one sentence
    QuantConfig config;
};

/// A preset of the reference that this version does not have (resources/unavailable_presets.json).
struct UnavailablePreset
{
    std::string name;
    std::string needs; ///< "AdaRound"
    std::string instead; ///< the preset that comes nearest; may be empty
};

/// All presets, sorted by name.
[[nodiscard]] std::span<const Preset> presets();
/// Sorted by what they need, then by name.
[[nodiscard]] std::span<const UnavailablePreset> unavailablePresets();

/// The preset of that name (letter case does not matter), or an error: what an unavailable one needs, otherwise the
/// nearest name.
[[nodiscard]] Result<Preset> findPreset(std::string_view name, ErrorCode code);

/// Reads a preset document; ConfigRefused names what is wrong. Used for the built-in ones and by their test.
[[nodiscard]] Result<Preset> readPreset(const std::string& text, const std::string& name);

/// Reads the list of unavailable presets; ConfigRefused names what is wrong.
[[nodiscard]] Result<std::vector<UnavailablePreset>> readUnavailablePresets(const std::string& text,
                                                                            const std::string& name);

/// Sets the calibration method by its name; InvalidArgument with the known names for another one.
[[nodiscard]] Result<void> applyCalibrationMethod(QuantConfig& config, const std::string& method);

} // namespace quantiscope
