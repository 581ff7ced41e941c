// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/name_groups.h"
#include "core/qdq/plan_marks.h"
#include "core/qdq/planned_encoding.h"

#include <optional>
#include <set>
#include <string>

namespace quantiscope {

/// The placement rules of single operators: which values of a node are quantized, and as what.
/// Source: quark_behaviour 4.1, 4.5, 13; see planQdq().
class NodePlacement
{
public:
    /// All must outlive the object. @p told: nodes and weights for which something could not be done.
    NodePlacement(const Graph& graph, const QuantConfig& config, const PlannedEncoding& encoding, PlanMarks& marks,
                  QdqPlan& plan, NameGroups& told)
        : m_graph(graph)
        , m_config(config)
        , m_flow(config.flow())
        , m_encoding(encoding)
        , m_marks(marks)
        , m_plan(plan)
        , m_told(told)
    {
    }

    /// Marks what the node at @p position wants quantized. Some rules look at the marks of nodes visited before.
    void visit(std::size_t position);

    /// Values that vanish with a folded activation function behind them.
    [[nodiscard]] const std::set<std::string>& foldedInputs() const { return m_foldedInputs; }

private:
    [[nodiscard]] bool isOnnxRuntime() const { return m_flow == Flow::OnnxRuntime; }

    /// The channel axis of @p weight, which @p node reads: @p axis, or what is laid down for the operator type or the
    /// weight; nothing for one scale.
    [[nodiscard]] std::optional<int> weightAxis(const Node& node, const std::string& weight, int axis);
    void visitGeneric(const Node& node);
    void visitWeighted(std::size_t position, std::optional<int> axis, float beta);
    /// The last axis of a constant right operand holds the output channels; a left operand has none.
    [[nodiscard]] std::optional<int> operandAxis(const Node& node, const std::string& operand);
    void visitNormalization(std::size_t position);
    void planBias(std::size_t position, float beta);
    void visitRemovable(std::size_t position);
    void visitPassThrough(const std::string& input, const std::string& output);
    void visitWhere(const Node& node);
    [[nodiscard]] bool padsWithRepresentableValue(std::size_t position) const;

    const Graph& m_graph;
    const QuantConfig& m_config;
    const Flow m_flow;
    const PlannedEncoding& m_encoding;
    PlanMarks& m_marks;
    QdqPlan& m_plan;
    NameGroups& m_told;
    std::set<std::string> m_foldedInputs;
    std::set<std::string> m_axisWarnings; ///< weights that have not the axis laid down for them
};

} // namespace quantiscope
