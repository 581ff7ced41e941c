// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/switch_groups.h"

#include <algorithm>
#include <utility>

namespace quantiscope {

namespace {

const ValueSteps kNoSteps;

const ValueSteps& stepsOf(const VariantWiring& wiring, const NodeInput& reader)
{
    const auto at = wiring.inputs.find(reader);
    return at == wiring.inputs.end() ? kNoSteps : at->second;
}

const ValueSteps& stepsOf(const VariantWiring& wiring, const std::string& output)
{
    const auto at = wiring.outputs.find(output);
    return at == wiring.outputs.end() ? kNoSteps : at->second;
}

} // namespace

bool SwitchGroups::serve(const VariantWiring& wiring)
{
    std::set<std::string> values;
    for (const auto& [reader, steps] : wiring.inputs)
        values.insert(m_prepared->nodes()[reader.node].inputs[reader.input]);
    for (const auto& [output, steps] : wiring.outputs)
        values.insert(output);
    bool isChanged = false;
    for (const std::string& value : values)
        isChanged = serve(value, wiring) || isChanged;
    for (const auto& [reader, constant] : wiring.constants)
        isChanged = m_fed.insert(reader).second || isChanged;
    for (const auto& [node, form] : wiring.forms)
        isChanged = m_alternatives.insert({node, form}).second || isChanged;
    return isChanged;
}

std::set<NodeInput> SwitchGroups::ungrouped(const std::string& value) const
{
    std::set<NodeInput> readers;
    for (const std::size_t node : m_prepared->consumersOf(value)) {
        const std::vector<std::string>& inputs = m_prepared->nodes()[node].inputs;
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            if (inputs[i] == value)
                readers.insert({node, i});
        }
    }
    const auto groups = m_groups.find(value);
    if (groups != m_groups.end()) {
        for (const Group& group : groups->second) {
            for (const NodeInput& reader : group.readers)
                readers.erase(reader);
        }
    }
    return readers;
}

bool SwitchGroups::serve(const std::string& value, const VariantWiring& wiring)
{
    // The parts of a group, by what the variant lets them read; few, so that a list will do.
    const auto partsOf = [&](const Group& group) {
        std::vector<std::pair<const ValueSteps*, Group>> parts;
        const auto partWith = [&parts](const ValueSteps& steps) -> Group& {
            for (auto& [other, part] : parts) {
                if (*other == steps)
                    return part;
            }
            return parts.emplace_back(&steps, Group{}).second;
        };
        for (const NodeInput& reader : group.readers)
            partWith(stepsOf(wiring, reader)).readers.insert(reader);
        if (group.isOutput)
            partWith(stepsOf(wiring, value)).isOutput = true;
        return parts;
    };
    std::vector<Group>& groups = m_groups[value];
    Group rest{ungrouped(value),
               m_prepared->isGraphOutput(value)
                   && std::none_of(groups.begin(), groups.end(), [](const Group& group) { return group.isOutput; })};
    std::vector<Group> served;
    for (const Group& group : groups) {
        for (auto& [steps, part] : partsOf(group))
            served.push_back(std::move(part));
    }
    for (auto& [steps, part] : partsOf(rest)) {
        if (!steps->empty())
            served.push_back(std::move(part));
    }
    const bool isChanged = served.size() != groups.size();
    groups = std::move(served);
    return isChanged;
}

SwitchLayout SwitchGroups::layout() const
{
    SwitchLayout layout;
    for (const auto& [value, groups] : m_groups) {
        for (const Group& group : groups)
            layout.switches.push_back({value, {group.readers.begin(), group.readers.end()}, group.isOutput});
    }
    for (const NodeInput& reader : m_fed) {
        const std::string& constant = m_prepared->nodes()[reader.node].inputs[reader.input];
        layout.fed.push_back({reader, m_prepared->initializerShape(constant)});
    }
    layout.alternatives.assign(m_alternatives.begin(), m_alternatives.end());
    return layout;
}

} // namespace quantiscope
