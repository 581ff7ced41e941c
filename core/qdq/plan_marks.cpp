// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/qdq/plan_marks.h"

#include <algorithm>
#include <utility>

namespace quantiscope {

bool PlanMarks::isQuantizable(const std::string& value) const
{
    const TensorSpec* spec = value.empty() ? nullptr : m_graph.spec(value);
    return spec && spec->type == DataType::Float && m_float.count(value) == 0;
}

PlannedTensor* PlanMarks::mark(const std::string& value, PlannedTensor::Role role)
{
    const bool isComputed = role == PlannedTensor::Role::Activation || role == PlannedTensor::Role::Constant;
    if (!isQuantizable(value) || (m_config.selection.weightsOnly && isComputed))
        return nullptr;
    const auto [at, added] = m_plan.index.emplace(value, m_plan.tensors.size());
    if (added)
        m_plan.tensors.push_back({value, role, {}, {}, true, {}});
    return &m_plan.tensors[at->second];
}

void PlanMarks::weight(const std::string& value, std::optional<int> axis)
{
    const bool isNew = !has(value);
    PlannedTensor* tensor = mark(value, PlannedTensor::Role::Weight);
    if (!tensor)
        return;
    if (isNew)
        tensor->axis = axis;
    else if (tensor->axis != axis)
        tensor->axis.reset(); // two readers with different channels: one scale for all
    tensor->role = PlannedTensor::Role::Weight;
}

void PlanMarks::bias(const std::string& value, std::optional<int> axis)
{
    const bool isNew = !has(value);
    PlannedTensor* tensor = mark(value, PlannedTensor::Role::Bias);
    if (tensor && isNew)
        tensor->axis = axis;
    else if (tensor && tensor->axis != axis)
        tensor->axis.reset();
}

void PlanMarks::operand(const std::string& value, bool constantsAreActivations)
{
    if (!m_graph.isInitializer(value))
        activation(value);
    else if (constantsAreActivations)
        mark(value, PlannedTensor::Role::Constant);
    else if (!has(value))
        weight(value, {});
}

void PlanMarks::data(const std::string& value, bool constantsAreActivations)
{
    operand(value, constantsAreActivations);
    if (has(value))
        m_plan.tensors[m_plan.index.at(value)].axis.reset();
}

void PlanMarks::shared(const std::string& output, const std::string& provider)
{
    if (!has(provider) || output == provider)
        return;
    if (isLaidDown(output) || (m_config.isExtended() && isLaidDown(provider)))
        return activation(output);
    // A value cannot take its parameters from one that takes them from it.
    const std::string owner = ownerOf(provider);
    if (owner == output)
        return;
    if (PlannedTensor* tensor = mark(output, PlannedTensor::Role::Activation)) {
        tensor->sharesWith = provider;
        m_owners[output] = owner;
        // What is looked up in a weight, or is a view of it, has no channels on the weight's axis: one scale for all.
        m_plan.tensors[m_plan.index.at(owner)].axis.reset();
    }
}

std::string PlanMarks::ownerOf(const std::string& value)
{
    std::string owner = value;
    for (auto at = m_owners.find(owner); at != m_owners.end(); at = m_owners.find(owner))
        owner = at->second;
    // The next question takes one step.
    for (std::string passed = value; passed != owner;)
        passed = std::exchange(m_owners.at(passed), owner);
    return owner;
}

void PlanMarks::drop(const std::set<std::string>& values)
{
    std::erase_if(m_plan.tensors, [&values](const PlannedTensor& tensor) { return values.count(tensor.name) > 0; });
    m_plan.index.clear();
    for (std::size_t i = 0; i < m_plan.tensors.size(); ++i)
        m_plan.index.emplace(m_plan.tensors[i].name, i);
}

} // namespace quantiscope
