// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/output_metrics.h"

#include <nlohmann/json_fwd.hpp>

namespace quantiscope {

/// {"mean": …, "worst": …} with numbers as jsonNumber() writes them.
[[nodiscard]] nlohmann::json toJson(const MetricSummary& summary);

} // namespace quantiscope
