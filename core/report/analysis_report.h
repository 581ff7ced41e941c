// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/evaluator.h"
#include "core/analysis/layer_errors.h"
#include "core/analysis/sensitivity.h"
#include "core/analysis/weight_analysis.h"
#include "core/report/report_table.h"

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace quantiscope {

/// All that was found out about one quantization of a model, to be shown. What was not asked for is left out.
struct AnalysisReport
{
    std::string title; ///< "yolox_nano.onnx, VINT8"
    std::vector<std::pair<std::string, std::string>> facts = {}; ///< label and value: model, recipe, data, version, …
    std::vector<ReportTable> first = {}; ///< more tables, in front of the others: gates, advice
    std::optional<Evaluation> evaluation = {};
    std::optional<LayerErrors> layers = {};
    std::optional<Sensitivity> sensitivity = {};
    std::optional<WeightAnalysis> weights = {};
    std::vector<ReportTable> last = {}; ///< more tables, behind the others: what a run did
};

/// Its tables, in the order in which they are read: outputs and what else an evaluation found, units by their
/// sensitivity, what excluding them gains, tensors by their own error, weights.
[[nodiscard]] std::vector<ReportTable> tablesOf(const AnalysisReport& report);

/// One self-contained page: facts, plots as SVG, tables that sort by a click on a column. Well-formed XHTML that is
/// HTML, too; nothing in it refers to anything outside. Light or dark as the reader's system is; can be read without
/// script.
[[nodiscard]] std::string htmlText(const AnalysisReport& report);

/// The facts and tables; of long tables the first rows.
[[nodiscard]] std::string markdownText(const AnalysisReport& report);

/// Writes the report as its name says: ".html" or ".htm", ".md", or ".csv". As CSV each table is a file of its own when
/// there are several: "r.csv" becomes "r-tensors.csv", "r-weights.csv", … Returns what was written. InvalidArgument for
/// another name, DiskError.
[[nodiscard]] Result<std::vector<std::filesystem::path>> writeReport(const AnalysisReport& report,
                                                                     const std::filesystem::path& file);

/// Files that writeReport() may write for @p file: itself, and of a ".csv" one for each table that a report can have.
[[nodiscard]] std::vector<std::filesystem::path> filesOfReport(const std::filesystem::path& file);

/// Is @p file a name that writeReport() takes? InvalidArgument otherwise.
[[nodiscard]] Result<void> checkReportName(const std::filesystem::path& file);

} // namespace quantiscope
