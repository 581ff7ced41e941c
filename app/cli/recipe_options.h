// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/data_options.h"
#include "core/pipeline/recipe.h"

#include <CLI/CLI.hpp>

#include <optional>
#include <string>
#include <vector>

namespace quantiscope {

/// The options that make up a recipe on the command line.
class RecipeOptions
{
public:
    /// Which of them a command takes.
    enum class Scope
    {
        Quantize, ///< all
        Calibrate, ///< those that change the calibrated graph or the data
        Variant, ///< those that change how a model is quantized, but not its data
    };

    void addTo(CLI::App& command, Scope scope);

    /// The recipe file, if any, with everything that was given put over it. InvalidArgument for options that exclude
    /// each other.
    [[nodiscard]] Result<Recipe> recipe() const;

    /// @p base quantized in another way: as the recipe file, if any, says, with everything that was given put over it.
    /// Data stay those of @p base. Errors as of recipe().
    [[nodiscard]] Result<QuantConfig> variantOf(const QuantConfig& base) const;

    /// How other data of the same run are read: as the calibration data of @p recipe, or as --preprocess says.
    [[nodiscard]] Result<DataSpec> evaluationData(const Recipe& recipe, const std::string& source) const;

    /// --preprocess, --samples, --seed and --skip as far as they were given, for a command that does not use them.
    [[nodiscard]] std::vector<std::string> givenDataOptions() const { return m_data.givenOptions(); }

    /// InvalidArgument when --preprocess was given for data none of which may be pictures: those of @p recipe, and
    /// @p evaluation, which may be empty.
    [[nodiscard]] Result<void> checkPreprocessIsUsed(const Recipe& recipe, const std::string& evaluation) const;

    /// Which of the options that a command with Scope::Calibrate takes were given, for one that uses none of them.
    [[nodiscard]] std::vector<std::string> givenOptions() const;

    /// All files and folders that @p recipe and its options read, for checkOutputFiles().
    [[nodiscard]] std::vector<NamedFile> files(const Recipe& recipe) const;

private:
    /// The preset, then options and rules.
    [[nodiscard]] Result<void> change(Recipe& recipe, const std::string& preset) const;

    std::string m_recipe;
    std::string m_preset;
    std::string m_method;
    std::string m_statistics;
    std::optional<double> m_percentile;
    std::vector<std::string> m_exclude;
    std::vector<std::string> m_excludeType;
    std::vector<std::string> m_excludeBetween;
    std::vector<std::string> m_excludeUpstream;
    std::vector<std::string> m_excludeDownstream;
    std::vector<std::string> m_set;
    DataOptions m_data;
};

} // namespace quantiscope
