// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph_rewriter.h"
#include "core/qdq/qdq_plan.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace quantiscope {

/// Which operators are replaced by what the NPU's CNN engine (DPU) computes instead. Nodes by position, ascending.
struct DpuPlan
{
    /// A number that goes with a node.
    struct Value
    {
        std::size_t node = 0;
        float value = 0.0F;

        bool operator==(const Value&) const = default;
    };

    /// New bounds of a Clip; nothing where it has none.
    struct Bounds
    {
        std::size_t node = 0;
        std::optional<float> low;
        std::optional<float> high;

        bool operator==(const Bounds&) const = default;
    };

    /// A Softmax and the axis that it works along.
    struct Softmax
    {
        std::size_t node = 0;
        std::int64_t axis = -1;

        bool operator==(const Softmax&) const = default;
    };

    std::vector<Value> leakyAlphas; ///< slopes in 256ths
    std::vector<std::size_t> sigmoids; ///< become HardSigmoid(1/6, 1/2)
    std::vector<Value> factors; ///< what the node's output is multiplied by
    std::vector<Bounds> clips;
    std::vector<Softmax> softmaxes;
    /// Every HardSigmoid(1/6, 1/2) that the graph will have, with or without simulation: the refinement's.
    std::vector<std::size_t> hardSigmoids;
    std::vector<std::string> warnings;

    [[nodiscard]] bool isEmpty() const;
};

/// Is node @p node the one HardSigmoid that the NPU has, that with slope 1/6 and offset 1/2 (to four digits)? Others
/// stay float in the flows for it (quark_behaviour 13.2).
[[nodiscard]] bool isNpuHardSigmoid(const Graph& graph, std::size_t node);

/// Plans the simulation that the options of @p config ask for (SimulateDPU and one for each operator; by default in the
/// NPU flow, on request in the extended one) for those nodes of @p selected around which @p plan quantizes something:
///
///   ConvertLeakyReluToDPUVersion    LeakyRelu            alpha in 256ths
///   ConvertSigmoidToHardSigmoid     Sigmoid              becomes HardSigmoid(1/6, 1/2)
///   ConvertHardSigmoidToDPUVersion  HardSigmoid(1/6,1/2) times dpuHardSigmoidFactor()
///   ConvertAvgPoolToDPUVersion      2-D AveragePool, GlobalAveragePool of known size   times dpuPoolFactor()
///   ConvertReduceMeanToDPUVersion   ReduceMean of known extents                        times dpuMeanFactor()
///   ConvertSoftmaxToDPUVersion      Softmax, opset >= 13 exponential function in bfloat16, see writeDpuSimulation()
///   ConvertClipToDPUVersion         Clip                 bounds by dpuClipBound()
///
/// What cannot be done for a node is a warning. ConfigRefused when ConvertInstanceNormToDPUVersion meets an
/// InstanceNormalization: the reference puts an operator there that only its own library has. Source: quark_behaviour
/// section 4.9, and models that the reference wrote (Softmax).
[[nodiscard]] Result<DpuPlan> planDpuSimulation(const Graph& graph, const QuantConfig& config,
                                                const std::vector<std::size_t>& selected, const QdqPlan& plan);

/// Writes @p dpu into @p rewriter, whose model @p graph is of; positions of nodes stay. Values keep their names: what
/// was made by an operator that is multiplied is made by a Mul then, called `t_Mul` as its input, with the constant
/// `t_Scale`. Factors of 1 write nothing.
///
/// Softmax: with R(x) = x rounded to bfloat16, k = floor(R(1.4453125 R(x))), r = R(R(x) - R(0.69140625 k)),
/// e = R(2^k ((0.21875 r + 0.486328125) r + 1) r + 1)), R after each step; e / R(sum e). As there, inputs above 88
/// overflow.
void writeDpuSimulation(GraphRewriter& rewriter, const Graph& graph, const DpuPlan& dpu);

} // namespace quantiscope
