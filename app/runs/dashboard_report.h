// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/runs/panel_parts.h"
#include "core/report/report_table.h"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace quantiscope {

/// What the page Compare shows, for a file.
struct Dashboard
{
    std::filesystem::path model; ///< the float model
    std::vector<RunInView> runs; ///< the current one first, then the baseline
    std::string output = {}; ///< or part: what the distribution and the worst samples are about
    OutputMetric metric = OutputMetric::Cosine;
};

/// Its tables: runs, metrics, accuracy, worst and flipped samples, differences of recipe, scales and outputs, stages;
/// those that have rows.
[[nodiscard]] std::vector<ReportTable> tablesOf(const Dashboard& dashboard);

/// {"format": "quantiscope-dashboard", "version": 1, "model", "runs": [{"number", "baseline", "recipe", "result",
/// "evaluation", "stages"}…], "comparison": as toJson(RunComparison)}.
[[nodiscard]] nlohmann::json toJson(const Dashboard& dashboard);

/// Writes it as the file's name says, whole or not at all: .html or .htm (one self-contained page), .md, .csv (one line
/// for each run, output, metric and statistic), .json (everything, with all samples). Long: for another thread than the
/// window's. Errors: InvalidArgument for another ending, or when that would overwrite a file of the runs or their data;
/// DiskError.
[[nodiscard]] Result<void> writeDashboard(const Dashboard& dashboard, const std::filesystem::path& file);

} // namespace quantiscope
