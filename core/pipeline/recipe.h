// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/quant_config.h"
#include "core/data/sample_source.h"

#include <filesystem>
#include <optional>
#include <string>

namespace quantiscope {

/// The user's file: a preset, what is changed against it, calibration data and exclusions.
struct Recipe
{
    QuantConfig config;
    std::optional<DataSpec> calibration; ///< paths are absolute or relative to the working folder

    bool operator==(const Recipe&) const = default;
};

/// Reads a recipe ("format": "quantiscope-recipe", "version": 1). Data paths in it are relative to the file's folder.
/// ConfigRefused with the key's name for whatever is wrong: unknown keys, types, ranges, a newer version.
[[nodiscard]] Result<Recipe> loadRecipe(const std::filesystem::path& path);

/// loadRecipe() of a text; @p folder is what relative paths start from.
[[nodiscard]] Result<Recipe> readRecipe(const std::string& text, const std::string& name,
                                        const std::filesystem::path& folder);

/// The recipe as a document that readRecipe() reads back: preset, every option that differs from it, calibration,
/// exclusions.
[[nodiscard]] nlohmann::json toJson(const Recipe& recipe);

} // namespace quantiscope
