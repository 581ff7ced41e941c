// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"
#include "core/pipeline/recipe.h"
#include "core/qdq/rule_application.h"

#include <filesystem>
#include <span>
#include <vector>

namespace quantiscope {

/// @p error as one of the recipe's file (ConfigRefused, with its name) if it is InvalidArgument and about an option or
/// a rule that stands there and that no command line has changed; otherwise as it is.
[[nodiscard]] Error attributed(Error error, const Recipe& recipe);

/// ModelRefused for a model that computes in float16, unless @p config converts it. @p path names it.
[[nodiscard]] Result<void> checkQuantizable(const Model& model, const std::string& path, const QuantConfig& config);

/// Loads the model that is to be calibrated or quantized with @p config, and refuses one that cannot be: float16
/// without ConvertFP16ToFP32, and one of whose files (its external weights) @p written would overwrite.
[[nodiscard]] Result<Model> loadFloatModel(const std::filesystem::path& path, const QuantConfig& config,
                                           const Model::LoadOptions& options,
                                           std::span<const std::filesystem::path> written, Feedback& feedback);

/// All rules of the recipe against the user's graph. A dead rule is the fault of whoever wrote it: ConfigRefused with
/// the file's name and the member ("exclude[1]", "layers[0].match") when it stood in the recipe's file, InvalidArgument
/// otherwise.
[[nodiscard]] Result<MatchedRules> matchRecipeRules(const Graph& graph, const Recipe& recipe, const Feedback& feedback);

/// Refuses options that contradict each other (checkConfig(), as a mistake of the recipe's file if they stand there),
/// and warns of those that have no effect and differ from the preset's or were given on a command line.
[[nodiscard]] Result<void> checkOptions(const Recipe& recipe, Feedback& feedback);

/// Looks for misspelt names in all options that list operator types: one that neither the model nor the
/// placement rules know is an error (as of matchRecipeRules()) when it resembles a known one; otherwise it gets a
/// warning, as an operator that this model happens not to have.
[[nodiscard]] Result<void> checkOperatorTypes(const Graph& graph, const Recipe& recipe, Feedback& feedback);

} // namespace quantiscope
