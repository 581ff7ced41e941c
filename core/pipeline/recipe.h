// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/quant_config.h"
#include "core/data/sample_source.h"

#include <filesystem>
#include <optional>
#include <string>

namespace quantiscope {

/// The file of a recipe and what stood in it, so that a mistake that only the model shows can be told as the file's.
struct RecipeOrigin
{
    std::string file; ///< empty: there is none
    QuantConfig config; ///< as the file has it, before options of a command line change it

    /// Where a recipe came from is no part of what it says.
    bool operator==(const RecipeOrigin&) const { return true; }
};

/// The user's file: a preset, what is changed against it, calibration data and exclusions.
struct Recipe
{
    QuantConfig config;
    std::optional<DataSpec> calibration; ///< paths are absolute or relative to the working folder
    std::size_t samples = 0; ///< how many to take of data that somebody else names; for a recipe without data
    RecipeOrigin origin = {};

    bool operator==(const Recipe&) const = default;
};

/// Reads a recipe ("format": "quantiscope-recipe", "version": 1). Data paths in it are relative to the file's folder.
/// ConfigRefused with the file's and the key's name for whatever is wrong: unknown keys, types, ranges, a newer
/// version, data of another kind than "kind" says (as far as they exist). Pictures without "preprocess" are read like
/// those of the command line ("unit").
[[nodiscard]] Result<Recipe> loadRecipe(const std::filesystem::path& path);

/// loadRecipe() of a text; @p folder is what relative paths start from.
[[nodiscard]] Result<Recipe> readRecipe(const std::string& text, const std::string& name,
                                        const std::filesystem::path& folder);

/// The recipe as a document that readRecipe() reads back: preset, every option that differs from it, calibration,
/// exclusions. The data's path is absolute, or relative to @p folder where the document is to be stored.
[[nodiscard]] nlohmann::json toJson(const Recipe& recipe, const std::filesystem::path& folder = {});

/// Does DataSpec::source mean random data ("random", "random:SEED")?
[[nodiscard]] bool isRandomData(const std::string& source);

} // namespace quantiscope
