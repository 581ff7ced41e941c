// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Private to core/pipeline.

#include "core/pipeline/range_stage.h"

namespace quantiscope {

/// Quantizes @p graph (taken over), statically as planned or dynamically, and writes into @p report what came of it. @p
/// memory as of planWithRanges().
[[nodiscard]] Result<Model> quantizeGraph(WorkingGraph graph, const QuantConfig& config, const RangePlan& plan,
                                          RunReport& report, Feedback& feedback, RangeMemory* memory = nullptr);

} // namespace quantiscope
