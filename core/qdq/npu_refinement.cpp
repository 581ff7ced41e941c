// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/qdq/npu_refinement.h"

#include "core/base/name_groups.h"
#include "core/qdq/npu_rules.h"

namespace quantiscope {

namespace {

std::string namesOf(const NpuPositions& positions, const std::set<NpuPositions::Place>& places)
{
    std::vector<std::string> names;
    for (const NpuPositions::Place place : places)
        names.push_back(positions.nameOf(place));
    return tensorList(names);
}

} // namespace

NpuRefinement refineForNpu(const Graph& graph, const QuantConfig& config, const std::vector<std::size_t>& selected,
                           const QdqPlan& plan, const TensorRanges& ranges, const DpuPlan& dpu, TensorParams& params)
{
    NpuRefinement result;
    if (!config.isNpu() || !config.npu.npuLimitationCheck || config.npu.maxLoopNum < 1)
        return result;
    NpuPositions positions(graph, plan, selected, ranges, params);
    NpuRules rules(graph, config, dpu, positions);
    std::vector<int> before;
    std::vector<int> after = positions.all();
    std::size_t moves = 0;
    do {
        before = std::move(after);
        moves = rules.pass();
        after = positions.all();
        result.moves += moves;
        ++result.loops;
    } while (after != before && result.loops < config.npu.maxLoopNum);
    positions.writeTo(params);
    if (after != before) {
        result.warnings.push_back("The positions of the scales did not all come within the NPU's limits in "
                                  + std::to_string(config.npu.maxLoopNum)
                                  + (config.npu.maxLoopNum == 1 ? " loop" : " loops")
                                  + "; set MaxLoopNum higher to go on.");
    } else if (moves > 0) {
        result.warnings.push_back("The NPU's limits contradict each other at " + namesOf(positions, rules.moved())
                                  + "; the operators around will not run there as one.");
    }
    return result;
}

} // namespace quantiscope
