// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Private to core/pipeline.

#include "core/pipeline/range_stage.h"
#include "core/qdq/dpu_simulation.h"
#include "core/qdq/tensor_params.h"

namespace quantiscope {

/// The numbers of a static quantization, and what it simulates.
struct PlannedNumbers
{
    TensorParams params;
    DpuPlan dpu;
};

/// Those of @p plan for @p graph. Warnings go to @p feedback; @p memory as of planWithRanges().
[[nodiscard]] Result<PlannedNumbers> planNumbers(const Graph& graph, const AppliedRules& rules, const RangePlan& plan,
                                                 Feedback& feedback, RangeMemory* memory = nullptr);

/// Quantizes @p graph (taken over), statically as planned or dynamically, and writes into @p report what came of it. @p
/// memory as of planWithRanges().
[[nodiscard]] Result<Model> quantizeGraph(WorkingGraph graph, const QuantConfig& config, const RangePlan& plan,
                                          RunReport& report, Feedback& feedback, RangeMemory* memory = nullptr);

} // namespace quantiscope
