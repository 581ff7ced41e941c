// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace quantiscope {

struct RunSummary;

/// "run-003" of "run-003.onnx" and "run-003.report.json"; empty for names that no run's file has.
[[nodiscard]] std::string runNameOf(const std::filesystem::path& file);

/// Files of runs in @p folder that belong to none of @p runs: what a program that was killed, or whose changes were
/// discarded, left there. Sorted. Links are passed over. Reads the folder.
[[nodiscard]] std::vector<std::filesystem::path> orphanedFiles(const std::filesystem::path& folder,
                                                               const std::vector<RunSummary>& runs);

} // namespace quantiscope
