// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/pipeline/run_comparison.h"
#include "core/report/report_table.h"

#include <string>
#include <vector>

namespace quantiscope {

/// What differs between two recipes; @p both names the runs: "run 1 to run 2".
[[nodiscard]] ReportTable recipeTable(const std::vector<RecipeChange>& changes, const std::string& both);

/// What is different between two runs: recipe and scales, and, where both were measured, outputs and accuracy.
[[nodiscard]] std::vector<ReportTable> tablesOf(const RunComparison& comparison, const std::string& both);

} // namespace quantiscope
