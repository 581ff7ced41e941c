// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/qdq/qdq_plan.h"

#include <optional>
#include <set>
#include <string>

namespace quantiscope {

/// Writes tensors into a plan, as one operator after the other asks for them, and settles what they disagree on.
/// Only float32 values in which no infinities were seen are marked; all else is passed over.
class PlanMarks
{
public:
    /// All three must outlive the marks. @p infinite: values in which infinities were seen.
    PlanMarks(const Graph& graph, const std::set<std::string>& infinite, QdqPlan& plan)
        : m_graph(graph), m_infinite(infinite), m_plan(plan)
    {
    }

    [[nodiscard]] bool has(const std::string& value) const { return m_plan.index.count(value) > 0; }
    [[nodiscard]] bool isQuantizable(const std::string& value) const;

    void activation(const std::string& value) { mark(value, PlannedTensor::Role::Activation); }

    /// A weight with one scale for each channel of @p axis. Readers that want different axes get one scale for all.
    void weight(const std::string& value, std::optional<int> axis);

    /// A bias with one scale for each channel of @p axis. What is a weight or a constant already stays so.
    void bias(const std::string& value, std::optional<int> axis);

    /// An operand of which the rules only know that it is read: constants become weights, or take part like
    /// activations.
    void operand(const std::string& value, bool constantsAreActivations);

    /// What an operator with weights computes with: constants take part like activations, which have no channels.
    void data(const std::string& value);

    /// A value with the parameters of @p provider, if that is marked. A provider so used has no channels.
    void shared(const std::string& output, const std::string& provider);

    /// Takes marks back.
    void drop(const std::set<std::string>& values);

private:
    PlannedTensor* mark(const std::string& value, PlannedTensor::Role role);

    const Graph& m_graph;
    const std::set<std::string>& m_infinite;
    QdqPlan& m_plan;
};

} // namespace quantiscope
