// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/pipeline/analysis_session.h"
#include "core/pipeline/run_report.h"
#include "core/report/analysis_report.h"

#include <filesystem>
#include <string>

namespace quantiscope {

/// What a run did and found: gates, the evaluation (or the check on calibration samples where there was none), its
/// recipe, stages with time and memory, operators, quantized tensors, rules, preparation, warnings.
[[nodiscard]] AnalysisReport reportOf(const RunReport& run);

/// Title and facts of what is looked into; nothing is found yet.
[[nodiscard]] AnalysisReport reportOf(const AnalysisRequest& request);

/// The same of two models that are compared on @p data, a folder, a file or "random".
[[nodiscard]] AnalysisReport reportOf(const std::filesystem::path& floatModel,
                                      const std::filesystem::path& quantizedModel, const std::string& data);

} // namespace quantiscope
