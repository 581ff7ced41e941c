// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/qdq/qdq_plan.h"

#include "core/graph/visiting_order.h"
#include "core/qdq/activation_fusion.h"
#include "core/qdq/dual_pairs.h"
#include "core/qdq/node_placement.h"
#include "core/qdq/tensor_overrides.h"

#include <algorithm>

namespace quantiscope {

namespace {

class Planner
{
public:
    Planner(const Graph& graph, const QuantConfig& config, const std::set<std::string>& infinite)
        : m_graph(graph)
        , m_config(config)
        , m_encoding(graph, config)
        , m_float(valuesKeptFloat(graph, config, infinite))
        , m_marks(graph, config, m_float, m_plan)
        , m_nodes(graph, config, m_encoding, m_marks, m_plan, m_told)
    {
    }

    QdqPlan run(const std::vector<std::size_t>& selected)
    {
        if (isOnnxRuntime()) {
            for (const std::size_t node : selected)
                m_nodes.visit(node);
        } else {
            // What depends on marks of others depends on the order.
            for (const std::size_t node : visitingOrder(m_graph)) {
                if (std::binary_search(selected.begin(), selected.end(), node))
                    m_nodes.visit(node);
            }
        }
        m_marks.drop(m_nodes.foldedInputs()); // what vanishes with a folded activation function needs no parameters
        if (!isOnnxRuntime())
            removePairsInsideFusions(m_graph, m_config, m_plan);
        removeUnreadPairs();
        assignEncodings();
        if (m_config.placement.enableDualQuantNodePairs) {
            std::set<std::string> laidDown;
            for (const auto& [tensor, overrides] : m_config.tensorOverrides)
                laidDown.insert(tensor);
            m_plan.additional = planDualPairs(m_graph, selected, m_plan, laidDown);
        }
        m_plan.warnings = m_told.sentences();
        return std::move(m_plan);
    }

private:
    [[nodiscard]] bool isOnnxRuntime() const { return m_config.flow() == Flow::OnnxRuntime; }

    static std::set<std::string> valuesKeptFloat(const Graph& graph, const QuantConfig& config,
                                                 std::set<std::string> values)
    {
        for (const auto& [tensor, overrides] : config.tensorOverrides) {
            if (staysFloat(overrides))
                values.insert(tensor);
        }
        const auto lists = [](const std::vector<std::string>& list, const std::string& name) {
            return std::find(list.begin(), list.end(), name) != list.end();
        };
        for (const Node& node : graph.nodes()) {
            if (lists(config.placement.opTypesToExcludeOutputQuantization, node.opType)
                || lists(config.placement.nodesToExcludeOutputQuantization, node.name))
                values.insert(node.outputs.begin(), node.outputs.end());
        }
        return values;
    }

    void assignEncodings()
    {
        const std::vector<std::size_t> owners = m_plan.owners();
        for (std::size_t i = 0; i < owners.size(); ++i)
            m_plan.tensors[i].encoding = m_encoding.of(m_plan.tensors[owners[i]]);
    }

    /// A pair that nobody reads from would only be in the way: float biases and control-flow bodies read the value in
    /// front of it.
    void removeUnreadPairs()
    {
        for (PlannedTensor& tensor : m_plan.tensors) {
            if (tensor.role != PlannedTensor::Role::Activation
                || (m_graph.isGraphOutput(tensor.name) && m_graph.producerOf(tensor.name)))
                continue;
            const auto readers = m_graph.consumersOf(tensor.name);
            const bool isRead = std::any_of(readers.begin(), readers.end(), [&](std::size_t reader) {
                const std::vector<std::string>& inputs = m_graph.nodes()[reader].inputs;
                for (std::size_t i = 0; i < inputs.size(); ++i) {
                    if (inputs[i] == tensor.name && !m_plan.isFloatBias(reader, i))
                        return true;
                }
                return m_plan.isFolded(tensor.name);
            });
            tensor.hasPair = tensor.hasPair && isRead;
        }
    }

    const Graph& m_graph;
    const QuantConfig& m_config;
    const PlannedEncoding m_encoding;
    const std::set<std::string> m_float; ///< values that stay float
    QdqPlan m_plan;
    NameGroups m_told; ///< nodes and weights for which something could not be done
    PlanMarks m_marks;
    NodePlacement m_nodes;
};

} // namespace

const PlannedTensor* QdqPlan::find(const std::string& name) const
{
    const auto at = index.find(name);
    return at == index.end() ? nullptr : &tensors[at->second];
}

std::vector<std::size_t> QdqPlan::owners() const
{
    return owners([](const PlannedTensor&) { return true; });
}

std::vector<std::size_t> QdqPlan::owners(const std::function<bool(const PlannedTensor&)>& accepted) const
{
    std::vector<std::size_t> owners(tensors.size(), tensors.size());
    std::vector<std::size_t> way;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        std::size_t owner = i;
        for (way.clear(); owners[owner] == tensors.size();) {
            way.push_back(owner);
            const auto provider = index.find(tensors[owner].sharesWith);
            if (provider == index.end() || !accepted(tensors[provider->second]))
                owners[owner] = owner;
            else
                owner = provider->second;
        }
        for (const std::size_t passed : way)
            owners[passed] = owners[owner];
    }
    return owners;
}

QdqPlan planQdq(const Graph& graph, const QuantConfig& config, const std::vector<std::size_t>& selected,
                const std::set<std::string>& infinite)
{
    return Planner(graph, config, infinite).run(selected);
}

} // namespace quantiscope
