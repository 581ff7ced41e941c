// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/pipeline/recipe.h"

#include <string>
#include <string_view>
#include <vector>

namespace quantiscope {

/// Another quantizer for which a recipe can be written as a Python script.
enum class ExportTarget
{
    Quark, ///< AMD Quark (package amd-quark), legacy configuration
    OnnxRuntime, ///< onnxruntime.quantization
};

/// "quark" or "ort"; InvalidArgument otherwise.
[[nodiscard]] Result<ExportTarget> exportTargetFromName(std::string_view name);

struct ExportedScript
{
    std::string text; ///< of a Python 3 program: SCRIPT MODEL OUTPUT
    /// What the other tool cannot do, one sentence each. They stand in the script as comments, too.
    std::vector<std::string> warnings;
};

/// A script that does with @p target what @p recipe does here: reads the calibration data in the same way, finds the
/// nodes of exclusions and layer rules in the model, and calls the tool with the same options as far as it has them.
/// Paths are absolute, or start from @p folder, in which the script is to lie.
[[nodiscard]] ExportedScript exportRecipe(const Recipe& recipe, ExportTarget target,
                                          const std::filesystem::path& folder = {});

} // namespace quantiscope
