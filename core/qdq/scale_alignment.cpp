// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/qdq/scale_alignment.h"

#include <array>
#include <map>
#include <utility>
#include <vector>

namespace quantiscope {

namespace {

class Alignment
{
public:
    Alignment(const Graph& graph, const QuantConfig& config, const QdqPlan& plan, TensorParams& params)
        : m_graph(graph)
        , m_plan(plan)
        , m_params(params)
        , m_activationOwners(
              plan.owners([&graph](const PlannedTensor& provider) { return !graph.isInitializer(provider.name); }))
    {
        const NpuConfig& npu = config.npu;
        const std::map<std::string, std::pair<std::size_t, Source>, std::less<>> rules{
            {"Concat", {0, Source::Output}},           {"Pad", {1, Source::Output}},
            {"MaxPool", {2, Source::Input}},           {"AveragePool", {2, Source::Input}},
            {"GlobalAveragePool", {2, Source::Input}}, {"Slice", {3, Source::Input}},
            {"Transpose", {4, Source::Output}},        {"Reshape", {5, Source::Output}}};
        const std::array wanted{config.npuDefault(npu.alignConcat),
                                config.npuDefault(npu.alignPad),
                                config.npuDefault(npu.alignPool),
                                config.npuDefault(npu.alignSlice),
                                npu.alignTranspose,
                                npu.alignReshape};
        std::array<std::vector<Step>, wanted.size()> steps;
        for (const Node& node : graph.nodes()) {
            const auto rule = rules.find(node.opType);
            const bool isApt = node.isStandard() && !node.inputs.empty() && !node.outputs.empty();
            if (isApt && rule != rules.end() && wanted[rule->second.first])
                steps[rule->second.first].push_back({&node, rule->second.second});
        }
        for (const std::vector<Step>& some : steps)
            m_steps.insert(m_steps.end(), some.begin(), some.end());
    }

    void run(int mostLoops)
    {
        m_changed = true;
        for (int loop = 0; loop < mostLoops && m_changed; ++loop) {
            m_changed = false;
            for (const auto& [node, source] : m_steps)
                align(*node, source);
        }
    }

private:
    enum class Source
    {
        Input,
        Output,
    };

    struct Step
    {
        const Node* node;
        Source source;
    };

    void align(const Node& node, Source source)
    {
        if (source == Source::Input)
            return copy(node.inputs[0], node.outputs[0]);
        const std::size_t count = node.opType == "Concat" ? node.inputs.size() : 1;
        for (std::size_t i = 0; i < count; ++i)
            copy(node.outputs[0], node.inputs[i]);
    }

    void copy(const std::string& from, const std::string& to)
    {
        if (!m_plan.find(from) || !m_plan.find(to) || m_graph.isInitializer(from) || m_graph.isInitializer(to))
            return;
        const PlannedTensor& owner = activationOwner(to);
        if (m_plan.isFolded(owner.name) || !owner.encoding.scale.empty())
            return;
        const QuantParams source = paramsOf(activationOwner(from));
        const QuantParams& target = paramsOf(owner);
        // What shares an initializer's parameters has that one's type for want of its own.
        const bool hasOwnType = owner.sharesWith.empty();
        if (target == source || (hasOwnType && target.type != source.type))
            return;
        m_params.insert_or_assign(owner.name, source);
        m_changed = true;
    }

    /// The last tensor on the way to the owner of @p name's parameters that is no initializer: a weight that views are
    /// taken of keeps its own scale, the view gets another.
    [[nodiscard]] const PlannedTensor& activationOwner(const std::string& name) const
    {
        return m_plan.tensors[m_activationOwners[m_plan.index.at(name)]];
    }

    /// Parameters of what activationOwner() gives.
    [[nodiscard]] const QuantParams& paramsOf(const PlannedTensor& owner) const
    {
        const auto own = m_params.find(owner.name);
        return own != m_params.end() ? own->second : m_params.at(owner.sharesWith);
    }

    const Graph& m_graph;
    const QdqPlan& m_plan;
    TensorParams& m_params;
    const std::vector<std::size_t> m_activationOwners; ///< by position in the plan
    std::vector<Step> m_steps;
    bool m_changed = false;
};

} // namespace

void alignScales(const Graph& graph, const QuantConfig& config, const QdqPlan& plan, TensorParams& params)
{
    Alignment(graph, config, plan, params).run(config.npu.maxLoopNum);
}

} // namespace quantiscope
