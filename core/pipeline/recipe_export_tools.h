// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/pipeline/recipe.h"

#include <nlohmann/json.hpp>

#include <set>
#include <string>
#include <vector>

namespace quantiscope {

/// The arguments of one tool, and what it cannot do; shared by the files that export recipes.
struct ToolArguments
{
    nlohmann::json arguments = nlohmann::json::object(); ///< the script's TOOL
    std::vector<std::string> warnings;
};

[[nodiscard]] ToolArguments quarkArguments(const QuantConfig& config);
[[nodiscard]] ToolArguments onnxRuntimeArguments(const QuantConfig& config);

/// "QInt8", "QUInt16": how both tools spell a type.
[[nodiscard]] std::string toolType(DataType type);

/// The names and values of the options that differ from those of a configuration without a preset, but for @p left out.
[[nodiscard]] nlohmann::json changedOptions(const QuantConfig& config, const std::set<std::string>& leftOut);

} // namespace quantiscope
