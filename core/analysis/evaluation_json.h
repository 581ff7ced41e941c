// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/evaluator.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace quantiscope {

/// {"samples", "dataHash", "outputs": [{"name", METRIC: {"mean", "worst"}, "quartiles": {METRIC: [lowest, …,
/// highest]}}…], "parts": as outputs with their "selection", "classification", "top1Agreement", "perSample": {"names",
/// "values": {NAME: {METRIC: […]}}}}. Infinities are "inf" and "-inf", missing values and NaN null.
[[nodiscard]] nlohmann::json toJson(const Evaluation& evaluation);

/// Reads toJson(), also that of older versions, which lacks parts and samples; members that are not known are left
/// alone. ConfigRefused with the key's full name, which @p where begins.
[[nodiscard]] Result<Evaluation> evaluationFromJson(const nlohmann::json& value, const std::string& where);

/// A table with a line a sample for spreadsheets: its name, every metric of every output and part, and, of class
/// scores, label and answers. CSV as RFC 4180 has it; missing values are empty, infinities "inf".
[[nodiscard]] std::string samplesCsv(const Evaluation& evaluation);

} // namespace quantiscope
