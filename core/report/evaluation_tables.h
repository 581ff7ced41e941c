// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/evaluator.h"
#include "core/analysis/folder_comparison.h"
#include "core/report/report_table.h"

#include <vector>

namespace quantiscope {

/// What comparing two models found: metrics of outputs and their parts with the distributions over samples, accuracy
/// with its intervals, the worst samples, those whose answer flipped. Tables that have nothing to say are left out.
[[nodiscard]] std::vector<ReportTable> tablesOf(const Evaluation& evaluation);

/// Stored results of two models, file by file, the worst first.
[[nodiscard]] std::vector<ReportTable> tablesOf(const FolderComparison& comparison);

} // namespace quantiscope
