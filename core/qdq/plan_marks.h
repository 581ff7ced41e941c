// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/qdq/qdq_plan.h"

#include <optional>
#include <set>
#include <string>
#include <unordered_map>

namespace quantiscope {

/// Writes tensors into a plan, as one operator after the other asks for them, and settles what they disagree on.
/// Only float32 values that need not stay float are marked; all else is passed over. Where only weights are to be
/// quantized, nothing but weights and biases is.
class PlanMarks
{
public:
    /// All must outlive the marks. @p keptFloat: values that are never marked.
    PlanMarks(const Graph& graph, const QuantConfig& config, const std::set<std::string>& keptFloat, QdqPlan& plan)
        : m_graph(graph), m_config(config), m_float(keptFloat), m_plan(plan)
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

    /// What an operator with weights computes with: it has no channels, constants or not.
    void data(const std::string& value, bool constantsAreActivations);

    /// A value with the parameters of @p provider, if that is marked. A provider so used has no channels. A value that
    /// something is laid down for has its own, in the extended flow also one whose provider has.
    void shared(const std::string& output, const std::string& provider);

    /// Takes marks back.
    void drop(const std::set<std::string>& values);

private:
    PlannedTensor* mark(const std::string& value, PlannedTensor::Role role);

    /// The tensor whose parameters @p value uses, itself when it shares with none. All questions together take time
    /// in proportion to their number and that of the tensors, nearly.
    [[nodiscard]] std::string ownerOf(const std::string& value);

    [[nodiscard]] bool isLaidDown(const std::string& value) const { return m_config.tensorOverrides.count(value) > 0; }

    const Graph& m_graph;
    const QuantConfig& m_config;
    const std::set<std::string>& m_float;
    QdqPlan& m_plan;
    std::unordered_map<std::string, std::string> m_owners; ///< towards the owner, of values that share parameters
};

} // namespace quantiscope
