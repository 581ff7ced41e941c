// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/pipeline/recipe.h"

#include <string>
#include <vector>

namespace quantiscope {

/// One thing that two recipes say differently.
struct RecipeChange
{
    std::string key; ///< "preset", an option's name, "exclude", "calibration.samples", "evaluation.data", "gates" …
    std::string before; ///< empty: the first recipe says nothing of it
    std::string after; ///< empty: the second one says nothing of it

    bool operator==(const RecipeChange&) const = default;
};

/// What @p after says differently than @p before, in the order in which recipes are written: preset, options with the
/// values that are in force, calibration, rules, evaluation, parts of outputs, gates. A rule stands for itself: one
/// that was changed is one that went and one that came. Model, output and where a recipe comes from are no part of it.
[[nodiscard]] std::vector<RecipeChange> recipeDifference(const Recipe& before, const Recipe& after);

/// Equal for two recipes between which recipeDifference() finds nothing: for comparing one with many.
using RecipeSignature = std::vector<RecipeChange>;
[[nodiscard]] RecipeSignature signatureOf(const Recipe& recipe);

} // namespace quantiscope
