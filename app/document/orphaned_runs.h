// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace quantiscope {

class Feedback;
struct RunSummary;

/// "run-003" of "run-003.onnx" and "run-003.report.json"; empty for names that no run's file has.
[[nodiscard]] std::string runNameOf(const std::filesystem::path& file);

/// Are there perhaps files of others than @p project in @p folder? So it is when the folder is a link, and when another
/// project's file beside @p project has runs there, sends them there or cannot be read. Reads these files; true when
/// cancelled.
[[nodiscard]] bool mayBeShared(const std::filesystem::path& folder, const std::filesystem::path& project,
                               const Feedback& feedback);

/// Files of runs in @p folder that belong to none of @p runs: what a program that was killed, or whose changes were
/// discarded, left there. Sorted. Links are passed over. Reads the folder.
[[nodiscard]] std::vector<std::filesystem::path> orphanedFiles(const std::filesystem::path& folder,
                                                               const std::vector<RunSummary>& runs);

} // namespace quantiscope
