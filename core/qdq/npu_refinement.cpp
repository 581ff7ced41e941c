// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/qdq/npu_refinement.h"

#include "core/base/name_groups.h"
#include "core/qdq/npu_rules.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace quantiscope {

namespace {

std::string namesOf(const NpuPositions& positions, const std::set<NpuPositions::Place>& places)
{
    std::vector<std::string> names;
    for (const NpuPositions::Place place : places)
        names.push_back(positions.nameOf(place));
    return tensorList(names);
}

/// What weights, biases and constants have lost when their scales became others than @p before. Linear in their
/// elements, of those that moved.
class Losses
{
public:
    Losses(const QdqPlan& plan, const TensorParams& before)
    {
        for (const PlannedTensor& tensor : plan.tensors) {
            const auto params = before.find(tensor.name);
            if (tensor.role != PlannedTensor::Role::Activation && params != before.end())
                m_scales.push_back({tensor.name, params->second.scale[0], tensor.role == PlannedTensor::Role::Bias});
        }
    }

    [[nodiscard]] std::vector<std::string> warnings(const Graph& graph, const TensorParams& after) const
    {
        std::vector<std::string> cut;
        std::vector<std::string> vanished;
        for (const auto& [name, before, isBias] : m_scales) {
            const QuantParams& params = after.at(name);
            const float scale = params.scale[0];
            if (scale == before)
                continue;
            float largest = 0.0F;
            const std::vector<float> values = graph.initializerFloats(name);
            for (const float value : values)
                largest = std::max(largest, std::abs(value));
            const CodeLimits limits = codeLimits(params.type, Symmetry::Asymmetric);
            const auto reach =
                static_cast<float>(std::max(limits.max - params.zeroPoint[0], params.zeroPoint[0] - limits.min));
            if (scale < before && largest >= kLeastLoss * reach * scale)
                cut.push_back(name);
            else if (scale > before && largest > 0.0F && largest < scale / 2 && (isBias || values.size() > 1))
                vanished.push_back(name); // a single number is kept from 0, but for a bias
        }
        std::vector<std::string> sentences;
        const std::string advice = "; exclude the operators that read them where this matters.";
        if (!cut.empty())
            sentences.push_back("Within the NPU's limits of shifts, numbers are cut off to half or less in "
                                + tensorList(cut) + advice);
        if (!vanished.empty())
            sentences.push_back("Within the NPU's limits of shifts, all numbers become 0 in " + tensorList(vanished)
                                + advice);
        return sentences;
    }

private:
    static constexpr float kLeastLoss = 2.0F;

    struct Scale
    {
        std::string name;
        float before = 0.0F;
        bool isBias = false;
    };
    std::vector<Scale> m_scales;
};

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
    const Losses losses(plan, params);
    positions.writeTo(params);
    result.warnings = losses.warnings(graph, params);
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
