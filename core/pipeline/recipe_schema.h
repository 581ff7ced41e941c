// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

namespace quantiscope {

/// The JSON Schema (draft 2020-12) of recipes: resources/recipe.schema.json, with the names of all presets and options
/// filled in.
[[nodiscard]] nlohmann::ordered_json recipeSchema();

} // namespace quantiscope
