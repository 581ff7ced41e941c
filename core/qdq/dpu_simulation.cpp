// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/qdq/dpu_simulation.h"

#include "core/base/name_groups.h"
#include "core/graph/clip_bounds.h"
#include "core/qdq/dpu_arithmetic.h"

#include <algorithm>
#include <cmath>

namespace quantiscope {

namespace {

constexpr int kBfloat16Opset = 13; // Cast knows bfloat16, Softmax works along one axis

class Planner
{
public:
    Planner(const Graph& graph, const QuantConfig& config, const QdqPlan& plan)
        : m_graph(graph), m_config(config), m_plan(plan)
    {
    }

    Result<DpuPlan> run(const std::vector<std::size_t>& selected)
    {
        const bool isWanted = m_config.npu.simulateDPU && (m_config.isNpu() || m_config.isExtended());
        if (isWanted) {
            for (const std::size_t node : selected) {
                if (const Result<void> planned = visit(node); !planned)
                    return planned.error();
            }
        }
        findHardSigmoids();
        m_dpu.warnings = m_notSimulated.sentences();
        return std::move(m_dpu);
    }

private:
    Result<void> visit(std::size_t position)
    {
        const Node& node = m_graph.nodes()[position];
        if (!node.isStandard() || (!m_plan.find(node.inputAt(0)) && !m_plan.find(node.outputAt(0))))
            return {};
        const NpuConfig& npu = m_config.npu;
        if (node.opType == "LeakyRelu" && m_config.npuDefault(npu.convertLeakyReluToDPUVersion))
            visitLeakyRelu(position);
        else if (node.opType == "Sigmoid" && m_config.npuDefault(npu.convertSigmoidToHardSigmoid))
            visitSigmoid(position);
        else if (node.opType == "HardSigmoid" && m_config.npuDefault(npu.convertHardSigmoidToDPUVersion))
            visitHardSigmoid(position);
        else if (node.opType == "AveragePool" && m_config.npuDefault(npu.convertAvgPoolToDPUVersion))
            visitPool(position, m_graph.intsAttribute(position, "kernel_shape"));
        else if (node.opType == "GlobalAveragePool" && m_config.npuDefault(npu.convertAvgPoolToDPUVersion))
            visitPool(position, spatialExtents(node.inputAt(0)));
        else if (node.opType == "ReduceMean" && m_config.npuDefault(npu.convertReduceMeanToDPUVersion))
            visitMean(position);
        else if (node.opType == "Softmax" && npu.convertSoftmaxToDPUVersion)
            visitSoftmax(position);
        else if (node.opType == "Clip" && npu.convertClipToDPUVersion)
            visitClip(position);
        else if (node.opType == "InstanceNormalization" && npu.convertInstanceNormToDPUVersion)
            return Error{ErrorCode::ConfigRefused,
                         "ConvertInstanceNormToDPUVersion is not possible: what it would put in place of '" + node.name
                             + "' is an operator that ONNX Runtime does not have; leave the option out.",
                         node.name};
        return {};
    }

    void warn(std::size_t position, const std::string& reason)
    {
        const Node& node = m_graph.nodes()[position];
        m_notSimulated.add(node.opType + " is not simulated as the NPU computes it where " + reason,
                           quotedName(node.name));
    }

    void visitLeakyRelu(std::size_t position)
    {
        constexpr float kDefaultAlpha = 0.01F;
        const float alpha = m_graph.floatAttribute(position, "alpha", kDefaultAlpha);
        m_dpu.leakyAlphas.push_back({position, dpuLeakyAlpha(alpha)});
    }

    void visitSigmoid(std::size_t position)
    {
        m_dpu.sigmoids.push_back(position);
        if (m_config.npuDefault(m_config.npu.convertHardSigmoidToDPUVersion))
            m_dpu.factors.push_back({position, dpuHardSigmoidFactor()});
    }

    void visitHardSigmoid(std::size_t position)
    {
        if (isNpuHardSigmoid(m_graph, position))
            m_dpu.factors.push_back({position, dpuHardSigmoidFactor()});
    }

    /// Extents behind batch and channels; nothing when the rank is not known.
    [[nodiscard]] std::optional<std::vector<std::int64_t>> spatialExtents(const std::string& value) const
    {
        const TensorSpec* spec = m_graph.spec(value);
        if (!spec || !spec->hasRank || spec->shape.size() < 2)
            return std::nullopt;
        return std::vector<std::int64_t>(spec->shape.begin() + 2, spec->shape.end());
    }

    void visitPool(std::size_t position, const std::optional<std::vector<std::int64_t>>& kernel)
    {
        if (!kernel)
            return warn(position, "its size is not known");
        if (kernel->size() != 2)
            return warn(position, "it does not pool in two dimensions");
        if (!std::all_of(kernel->begin(), kernel->end(), [](std::int64_t side) { return side > 0; }))
            return warn(position, "its size is not known");
        m_dpu.factors.push_back({position, dpuPoolFactor((*kernel)[0], (*kernel)[1])});
    }

    void visitMean(std::size_t position)
    {
        const auto count = reducedElements(position);
        if (!count)
            return warn(position, "it is not known how many values it takes the mean of");
        m_dpu.factors.push_back({position, dpuMeanFactor(*count)});
    }

    /// Number of values that go into each mean of the ReduceMean at @p position.
    [[nodiscard]] std::optional<std::int64_t> reducedElements(std::size_t position) const
    {
        constexpr int kAxesInputOpset = 18;
        constexpr std::int64_t kMost = std::int64_t{1} << 31;
        const Node& node = m_graph.nodes()[position];
        const TensorSpec* spec = m_graph.spec(node.inputAt(0));
        if (!spec || !spec->hasRank)
            return std::nullopt;
        std::vector<std::int64_t> axes;
        if (m_graph.opset() < kAxesInputOpset) {
            axes = m_graph.intsAttribute(position, "axes").value_or(axes);
        } else if (!node.inputAt(1).empty()) {
            const auto given = m_graph.initializerInts(node.inputAt(1));
            if (!given)
                return std::nullopt;
            axes = *given;
        }
        const auto rank = static_cast<std::int64_t>(spec->shape.size());
        if (axes.empty()) {
            if (m_graph.intAttribute(position, "noop_with_empty_axes", 0) != 0)
                return 1;
            for (std::int64_t axis = 0; axis < rank; ++axis)
                axes.push_back(axis);
        }
        std::int64_t count = 1;
        for (std::int64_t axis : axes) {
            axis += axis < 0 ? rank : 0;
            const std::int64_t extent = axis >= 0 && axis < rank ? spec->shape[static_cast<std::size_t>(axis)] : 0;
            if (extent <= 0 || extent > kMost / count)
                return std::nullopt;
            count *= extent;
        }
        return count;
    }

    void visitSoftmax(std::size_t position)
    {
        if (m_graph.opset() < kBfloat16Opset)
            return warn(position, "the opset is below 13 (set ConvertOpsetVersion)");
        m_dpu.softmaxes.push_back({position, m_graph.intAttribute(position, "axis", -1)});
    }

    void visitClip(std::size_t position)
    {
        const auto given = clipBounds(m_graph, position);
        if (!given)
            return warn(position, "its bounds are computed");
        DpuPlan::Bounds bounds{position, {}, {}};
        if (std::isfinite(given->low))
            bounds.low = dpuClipBound(given->low);
        if (std::isfinite(given->high))
            bounds.high = dpuClipBound(given->high);
        if (bounds.low && bounds.high && *bounds.low >= *bounds.high)
            return warn(position, "no integers lie between its bounds");
        if (bounds.low || bounds.high)
            m_dpu.clips.push_back(bounds);
    }

    void findHardSigmoids()
    {
        m_dpu.hardSigmoids = m_dpu.sigmoids;
        for (std::size_t i = 0; i < m_graph.nodes().size(); ++i) {
            if (isNpuHardSigmoid(m_graph, i))
                m_dpu.hardSigmoids.push_back(i);
        }
        std::sort(m_dpu.hardSigmoids.begin(), m_dpu.hardSigmoids.end());
    }

    const Graph& m_graph;
    const QuantConfig& m_config;
    const QdqPlan& m_plan;
    DpuPlan m_dpu;
    NameGroups m_notSimulated;
};

} // namespace

bool isNpuHardSigmoid(const Graph& graph, std::size_t node)
{
    constexpr float kDefaultAlpha = 0.2F;
    constexpr float kDefaultBeta = 0.5F;
    const auto near = [](float a, float b) { return std::abs(a - b) < 1e-4F; }; // exports write 0.1667
    return graph.nodes()[node].isStandard() && graph.nodes()[node].opType == "HardSigmoid"
        && near(graph.floatAttribute(node, "alpha", kDefaultAlpha), 1.0F / 6.0F)
        && near(graph.floatAttribute(node, "beta", kDefaultBeta), kDefaultBeta);
}

bool DpuPlan::isEmpty() const
{
    return leakyAlphas.empty() && sigmoids.empty() && factors.empty() && clips.empty() && softmaxes.empty();
}

Result<DpuPlan> planDpuSimulation(const Graph& graph, const QuantConfig& config,
                                  const std::vector<std::size_t>& selected, const QdqPlan& plan)
{
    return Planner(graph, config, plan).run(selected);
}

} // namespace quantiscope
