// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"
#include "core/pipeline/recipe.h"
#include "core/qdq/rule_application.h"

#include <filesystem>
#include <span>
#include <vector>

namespace quantiscope {

/// Loads the model that is to be calibrated or quantized with @p config, and refuses one that cannot be: float16
/// without ConvertFP16ToFP32, and one of whose files (its external weights) @p written would overwrite.
[[nodiscard]] Result<Model> loadFloatModel(const std::filesystem::path& path, const QuantConfig& config,
                                           const Model::LoadOptions& options,
                                           std::span<const std::filesystem::path> written, Feedback& feedback);

/// All rules of the recipe against the user's graph. A dead rule is the fault of whoever wrote it: ConfigRefused with
/// the file's name and the member ("exclude[1]", "layers[0].match") when it stood in the recipe's file, InvalidArgument
/// otherwise.
[[nodiscard]] Result<MatchedRules> matchRecipeRules(const Graph& graph, const Recipe& recipe);

/// @p error as the recipe's file's fault when it is about a layer rule (see matchRules()), which nothing but a recipe
/// has; otherwise as it is.
[[nodiscard]] Error inRecipeIfOfLayers(Error error, const Recipe& recipe);

/// Refuses options that contradict each other (checkConfig(), as a mistake of the recipe's file if they stand there),
/// and warns of those that have no effect and differ from the preset's or were given on a command line.
[[nodiscard]] Result<void> checkOptions(const Recipe& recipe, Feedback& feedback);

/// Looks for misspelt names in all options that list operator types: one that neither the model nor the
/// placement rules know is an error (as of matchRecipeRules()) when it resembles a known one; otherwise it gets a
/// warning, as an operator that this model happens not to have.
[[nodiscard]] Result<void> checkOperatorTypes(const Graph& graph, const Recipe& recipe, Feedback& feedback);

} // namespace quantiscope
