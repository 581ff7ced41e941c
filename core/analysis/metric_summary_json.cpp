// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/metric_summary_json.h"

namespace quantiscope {

nlohmann::json toJson(const MetricSummary& summary)
{
    return {{"mean", jsonNumber(summary.mean)}, {"worst", jsonNumber(summary.worst)}};
}

MetricSummary metricSummaryFrom(JsonReader& reader)
{
    return {reader.anyNumber("mean"), reader.anyNumber("worst")};
}

} // namespace quantiscope
