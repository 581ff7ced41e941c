// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace quantiscope {

/// Where a recipe's gates are to be checked.
enum class CiTarget
{
    GitHubActions, ///< a workflow file, for .github/workflows
    Shell, ///< a POSIX shell script, for any other system
};

/// A text that runs the recipe file @p recipe (relative to the repository's root; to the script's folder for Shell)
/// with `qscope run` and fails when a gate is not met (exit status 4). It leaves `gates.xml` (JUnit) and `run.json`
/// (the report) beside the recipe. `qscope` has to be on the PATH of the machine that runs it.
[[nodiscard]] std::string ciSnippet(CiTarget target, std::string_view recipe);

} // namespace quantiscope
