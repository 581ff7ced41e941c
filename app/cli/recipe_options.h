// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/data_options.h"
#include "core/pipeline/recipe.h"

#include <CLI/CLI.hpp>

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
    };

    void addTo(CLI::App& command, Scope scope);

    /// The recipe file, if any, with everything that was given put over it.
    [[nodiscard]] Result<Recipe> recipe() const;

private:
    std::string m_recipe;
    std::string m_preset;
    std::string m_method;
    double m_percentile = -1.0;
    std::vector<std::string> m_exclude;
    std::vector<std::string> m_excludeType;
    std::vector<std::string> m_excludeBetween;
    std::vector<std::string> m_set;
    DataOptions m_data;
};

} // namespace quantiscope
