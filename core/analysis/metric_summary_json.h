// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/output_metrics.h"
#include "core/base/json_reader.h"

namespace quantiscope {

/// {"mean": …, "worst": …} with numbers as jsonNumber() writes them.
[[nodiscard]] nlohmann::json toJson(const MetricSummary& summary);

/// Reads it again; NaN where a number is missing.
[[nodiscard]] MetricSummary metricSummaryFrom(JsonReader& reader);

} // namespace quantiscope
