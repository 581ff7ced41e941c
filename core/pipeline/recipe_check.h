// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/feedback.h"
#include "core/model/model.h"
#include "core/pipeline/recipe.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace quantiscope {

/// What one rule or name list of a recipe means for a model.
struct RecipeMatch
{
    std::string place; ///< "exclude[0]", "options.NodesToQuantize"
    std::string rule; ///< describe() of it, or the name
    std::vector<std::string> nodes; ///< names in graph order; for rules about tensors, their names
};

struct RecipeCheck
{
    std::vector<RecipeMatch> matches;
    std::vector<std::string> warnings;
    std::vector<Error> errors; ///< everything that would end a run before its long work
};

/// Checks what can be told of @p recipe without a model: options that contradict each other or do nothing, that the
/// data are there, and that there is anything to run gates on.
[[nodiscard]] RecipeCheck checkRecipe(const Recipe& recipe);

/// checkRecipe() and what @p model shows: what each exclusion, layer rule, node list and tensor override matches (a
/// dead one is an error with the nearest name), operator types, names of inputs and outputs, and whether the data fit.
/// Canceled is the only error of its own.
[[nodiscard]] Result<RecipeCheck> checkRecipe(const Recipe& recipe, const Model& model, Feedback& feedback);

/// {"matches": [{"place", "rule", "nodes"}…], "warnings": […], "errors": [{"message", "subject"}…]}
[[nodiscard]] nlohmann::json toJson(const RecipeCheck& check);

} // namespace quantiscope
