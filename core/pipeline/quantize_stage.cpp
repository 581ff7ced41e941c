// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantize_stage.h"

#include "core/qdq/dynamic_quantization.h"
#include "core/qdq/npu_refinement.h"
#include "core/qdq/qdq_inserter.h"
#include "core/qdq/tensor_params.h"

#include <utility>

namespace quantiscope {

namespace {

Result<QuantizedGraph> quantizeStatically(Model model, const AppliedRules& rules, const RangePlan& ranges,
                                          Feedback& feedback, RangeMemory* memory)
{
    const auto numbers = planNumbers(Graph(model), rules, ranges, feedback, memory);
    if (!numbers)
        return numbers.error();
    return insertQdq(std::move(model), rules.config, rules.selected, ranges.plan, numbers->params, numbers->dpu);
}

} // namespace

Result<PlannedNumbers> planNumbers(const Graph& graph, const AppliedRules& rules, const RangePlan& ranges,
                                   Feedback& feedback, RangeMemory* memory)
{
    auto params = memory ? computeTensorParams(graph, rules.config, ranges.plan, ranges.ranges, *memory)
                         : computeTensorParams(graph, rules.config, ranges.plan, ranges.ranges);
    if (!params)
        return params.error();
    auto dpu = planDpuSimulation(graph, rules.config, rules.selected, ranges.plan);
    if (!dpu)
        return dpu.error();
    const NpuRefinement refinement =
        refineForNpu(graph, rules.config, rules.selected, ranges.plan, ranges.ranges, *dpu, *params);
    if (const Result<void> checked = checkScales(*params); !checked)
        return checked.error();
    for (const auto& warnings : {dpu->warnings, refinement.warnings}) {
        for (const std::string& warning : warnings)
            feedback.warn(warning);
    }
    return PlannedNumbers{std::move(*params), std::move(*dpu)};
}

Result<Model> quantizeGraph(WorkingGraph graph, const QuantConfig& config, const RangePlan& plan, RunReport& report,
                            Feedback& feedback, RangeMemory* memory)
{
    auto quantized = config.selection.dynamic
        ? quantizeDynamically(std::move(graph.model), graph.rules.config, graph.rules.selected)
        : quantizeStatically(std::move(graph.model), graph.rules, plan, feedback, memory);
    if (!quantized)
        return quantized.error();
    for (const std::string& warning : quantized->warnings)
        feedback.warn(warning);
    report.tensors = std::move(quantized->tensors);
    Model model = std::move(quantized->model);
    if (const Result<void> finished = finishQuantized(model, config, report.preparation, feedback); !finished)
        return finished.error();
    report.quantizedOperators = countOperators(Graph(model));
    report.quantizedWeightBytes = model.weightBytes();
    report.opset = model.opset();
    return model;
}

} // namespace quantiscope
