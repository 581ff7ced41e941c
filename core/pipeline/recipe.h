// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/output_parts.h"
#include "core/config/quant_config.h"
#include "core/data/sample_source.h"
#include "core/pipeline/gates.h"
#include "core/pipeline/recipe_data.h"

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace quantiscope {

/// Data to measure with, and where its labels are.
struct EvaluationRequest
{
    DataSpec data;
    std::filesystem::path labels; ///< what LabelMap::read() reads; empty: no accuracy

    bool operator==(const EvaluationRequest&) const = default;
};

/// The file of a recipe and what stood in it before options of a command line changed it, so that a mistake that only
/// the model or the data show can be told as the file's.
struct RecipeOrigin
{
    std::string file; ///< empty: there is none
    QuantConfig config;
    std::set<std::string> given = {}; ///< options of a command line, by name
    std::map<std::string, std::string> paths = {}; ///< see pathsOf()

    /// Where a recipe came from is no part of what it says.
    bool operator==(const RecipeOrigin&) const { return true; }
};

/// The user's file: a preset, what is changed against it, calibration data, exclusions, rules for layers, algorithms,
/// and what the result has to reach. Paths are absolute or relative to the working folder.
struct Recipe
{
    QuantConfig config;
    std::optional<DataSpec> calibration;
    std::size_t samples = 0; ///< how many to take of data that somebody else names; for a recipe without data
    RecipeOrigin origin = {};
    std::optional<EvaluationRequest> evaluation = {};
    std::vector<OutputPart> parts = {}; ///< what is measured besides whole outputs; sorted by name
    std::vector<Gate> gates = {}; ///< in the order of sortGates()
    std::filesystem::path model = {}; ///< for a recipe that runs by itself; may be empty
    std::filesystem::path output = {}; ///< as model
    std::filesystem::path statistics = {}; ///< a file of `qscope calibrate`, instead of calibrating; may be empty
    /// Keep large weights in a file beside the output. Replaying a run gives the same files, so it is part of what a
    /// recipe says; that an output of an earlier run is overwritten is not.
    bool externalData = false;
    bool allowQuantized = false; ///< the model may hold quantized operators already (--force): they stay as they are

    bool operator==(const Recipe&) const = default;
};

/// Reads a recipe ("format": "quantiscope-recipe", "version": 1). Paths in it are relative to the file's folder.
/// ConfigRefused with the file's and the key's name for whatever is wrong: unknown keys, types, ranges, members that
/// contradict each other (options against calibration.method or algorithms), a newer version, data of another kind than
/// "kind" says (as far as they exist). Calibration pictures without "preprocess" are read like those of the command
/// line ("unit"), evaluation pictures like the calibration data. The file may also be a run's report
/// ("quantiscope-report"), whose recipe is read, or the window's project ("quantiscope-project"): its recipe with the
/// project's model, and, where it names no output, usualOutputName() beside the project.
[[nodiscard]] Result<Recipe> loadRecipe(const std::filesystem::path& path);

/// loadRecipe() of a text; @p folder is what relative paths start from.
[[nodiscard]] Result<Recipe> readRecipe(const std::string& text, const std::string& name,
                                        const std::filesystem::path& folder);

/// loadRecipe() of a document, whose texts may hold any bytes.
[[nodiscard]] Result<Recipe> recipeFromDocument(nlohmann::json document, const std::string& name,
                                                const std::filesystem::path& folder);

/// The file name of @p model quantized with @p preset where nobody gave one: "yolox_nano_A8W8.onnx".
[[nodiscard]] std::filesystem::path usualOutputName(const std::filesystem::path& model, const std::string& preset);

/// What @p recipe reads besides its model, by the member that says so: "calibration.data", "calibration.statistics",
/// "evaluation.data", "evaluation.labels". Random data have no path.
[[nodiscard]] std::map<std::string, std::string> pathsOf(const Recipe& recipe);

/// Which options toJson() writes.
enum class RecipeDetail
{
    Differences, ///< those that differ from the preset
    All, ///< every one, so that the recipe means the same when a preset changes
};

/// The recipe as a document that readRecipe() reads back. Paths are absolute, or relative to @p folder where the
/// document is to be stored.
[[nodiscard]] nlohmann::json toJson(const Recipe& recipe, const std::filesystem::path& folder = {},
                                    RecipeDetail detail = RecipeDetail::Differences);

/// toJson() with the members in the order in which people read them. Texts hold the bytes of paths as they are, which
/// need not be UTF-8.
[[nodiscard]] nlohmann::ordered_json recipeDocument(const Recipe& recipe, const std::filesystem::path& folder,
                                                    RecipeDetail detail);

/// toJson() as a file's text, the members in the order in which people read them.
[[nodiscard]] std::string recipeText(const Recipe& recipe, const std::filesystem::path& folder, RecipeDetail detail);

/// The members of a recipe, in the order of recipeText().
[[nodiscard]] std::span<const char* const> recipeMembers();

} // namespace quantiscope
