// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <CLI/CLI.hpp>

#include <functional>
#include <memory>

namespace quantiscope {

class RuntimeEnvironment;

/// What main() needs of a command once the line is parsed: its exit status.
using CommandWork = std::function<int()>;

/// Each adds its subcommand to @p app and gives back the work to do when it was chosen. @p environment must outlive it.
[[nodiscard]] CommandWork addInspectCommand(CLI::App& app);
[[nodiscard]] CommandWork addInspectDataCommand(CLI::App& app);
[[nodiscard]] CommandWork addPresetsCommand(CLI::App& app);
[[nodiscard]] CommandWork addQuantizeCommand(CLI::App& app, const RuntimeEnvironment& environment);
[[nodiscard]] CommandWork addCalibrateCommand(CLI::App& app, const RuntimeEnvironment& environment);
[[nodiscard]] CommandWork addEvaluateCommand(CLI::App& app, const RuntimeEnvironment& environment);
[[nodiscard]] CommandWork addAnalyseCommand(CLI::App& app, const RuntimeEnvironment& environment);
[[nodiscard]] CommandWork addSensitivityCommand(CLI::App& app, const RuntimeEnvironment& environment);
[[nodiscard]] CommandWork addWhatIfCommand(CLI::App& app, const RuntimeEnvironment& environment);
[[nodiscard]] CommandWork addCompareRunsCommand(CLI::App& app);
[[nodiscard]] CommandWork addAdviseCommand(CLI::App& app, const RuntimeEnvironment& environment);
[[nodiscard]] CommandWork addInferCommand(CLI::App& app, const RuntimeEnvironment& environment);
[[nodiscard]] CommandWork addRecipeCommand(CLI::App& app);
[[nodiscard]] CommandWork addRunCommand(CLI::App& app, const RuntimeEnvironment& environment);

} // namespace quantiscope
