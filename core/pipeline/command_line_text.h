// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/pipeline/advisor.h"
#include "core/pipeline/quantizer.h"
#include "core/pipeline/sensitivity_run.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace quantiscope {

/// @p word as a POSIX shell takes it as one word: in single quotes where that is needed.
[[nodiscard]] std::string shellWord(std::string_view word);

/// @p text as a POSIX shell takes it apart: words between blanks, where quotes and backslashes keep together what
/// belongs together. Nothing is expanded, and a backslash before a line break keeps that. InvalidArgument for a quote
/// that does not end, or a backslash at the end.
[[nodiscard]] Result<std::vector<std::string>> shellWords(std::string_view text);

/// The shell text with which `qscope` does the same as quantizeWithGates() of @p request: one `qscope quantize` line
/// where the command line has an option for everything that the recipe says (after a line that writes the names for
/// `--skip` to a temporary file), otherwise a line that writes the recipe to one and `qscope run` of it. Paths are
/// absolute. @p report is the report's file; empty: none is written. A file name that holds a line break is kept by the
/// quoting.
[[nodiscard]] std::string commandLineText(const QuantizeRequest& request, const std::filesystem::path& report = {});

/// The same for calibrateModel() whose statistics go to @p output.
[[nodiscard]] std::string commandLineText(const CalibrateRequest& request, const std::filesystem::path& output);

/// The same for evaluateModels(). A sample that is left out and whose name is no line of a file cannot be named: a
/// comment in front tells how many they are.
/// Of what else a command line cannot say (samples at most, shapes of random data) nothing is in a request that a
/// recipe or the window makes.
[[nodiscard]] std::string commandLineText(const EvaluateRequest& request, const std::filesystem::path& report = {});

/// `qscope analyse`: the errors of all tensors, and with @p hasShares their shares of the final error; the recipe goes
/// through a temporary file.
[[nodiscard]] std::string commandLineText(const AnalysisRequest& request, const std::filesystem::path& report = {},
                                          bool hasShares = false);

/// `qscope sensitivity`, likewise. Groups, which it takes as patterns, are named node by node.
[[nodiscard]] std::string commandLineText(const AnalysisRequest& request, const SensitivityRequest& what,
                                          const std::filesystem::path& report = {});

/// `qscope advise`, likewise.
[[nodiscard]] std::string commandLineText(const AnalysisRequest& request, const AdviceRequest& what,
                                          const std::filesystem::path& report = {});

} // namespace quantiscope
