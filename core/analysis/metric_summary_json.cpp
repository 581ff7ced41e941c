// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/metric_summary_json.h"

#include "core/base/json_reader.h"

#include <nlohmann/json.hpp>

namespace quantiscope {

nlohmann::json toJson(const MetricSummary& summary)
{
    return {{"mean", jsonNumber(summary.mean)}, {"worst", jsonNumber(summary.worst)}};
}

} // namespace quantiscope
