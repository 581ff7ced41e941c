// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/changes_text.h"

#include "app/cli/text_table.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace quantiscope {

namespace {

constexpr std::size_t kFirstWeights = 20;

/// Changes of one kind and of the same operators.
struct Group
{
    std::string change;
    std::string operators;
    std::string names;
    std::string now;
    std::size_t count = 0;
};

std::string nowOf(const NodeChange& change, const Graph& after)
{
    if (change.into >= 0)
        return after.nodes()[std::size_t(change.into)].name;
    return change.after.empty() ? "-" : after.nodes()[std::size_t(change.after.back())].name;
}

std::vector<Group> groupsOf(const ModelChanges& changes, const Graph& after, bool withNodes)
{
    std::vector<Group> groups;
    for (const NodeChange& change : changes.nodes) {
        const std::string kind = changeName(change.kind);
        const auto known = std::find_if(groups.begin(), groups.end(), [&](const Group& group) {
            return !withNodes && group.change == kind && group.operators == change.operators;
        });
        const std::string name = change.before.empty() ? "-" : change.name;
        if (known == groups.end())
            groups.push_back({kind, change.operators, name, nowOf(change, after), 1});
        else
            ++known->count;
    }
    for (Group& group : groups) {
        if (group.count > 1) {
            group.names += group.names == "-" ? "" : ", ...";
            group.now += group.now == "-" ? "" : ", ...";
        }
    }
    return groups;
}

std::string weightsText(const ModelChanges& changes, bool withNodes)
{
    if (changes.weights.empty())
        return {};
    using Align = TextTable::Align;
    TextTable table({"weight", "now", "change", "elements", "largest change"},
                    {Align::Left, Align::Left, Align::Left, Align::Right, Align::Right});
    std::size_t shown = 0;
    for (const WeightChange& change : changes.weights) {
        if (!withNodes && shown++ == kFirstWeights)
            break;
        const bool isCompared = change.kind != WeightChange::Kind::Reshaped;
        table.addRow(
            {change.before, change.after, changeName(change.kind),
             isCompared ? std::to_string(change.changed) + " of " + std::to_string(change.elements) : "-",
             isCompared && std::isfinite(change.maxRelative) ? fixedText(100.0 * change.maxRelative, 2) + " %" : "-"});
    }
    std::string text = "\nWeights that are not only rounded to codes: " + std::to_string(changes.weights.size()) + "\n"
        + table.text(2);
    if (!withNodes && changes.weights.size() > kFirstWeights)
        text += "  and " + std::to_string(changes.weights.size() - kFirstWeights) + " more (--nodes)\n";
    return text;
}

} // namespace

std::string changesText(const ModelChanges& changes, const Graph& before, const Graph& after, bool withNodes)
{
    using Align = TextTable::Align;
    std::string text = std::to_string(before.nodes().size()) + " nodes before, " + std::to_string(changes.nodesAfter)
        + " now and " + std::to_string(after.nodes().size() - changes.nodesAfter) + " that quantize; "
        + std::to_string(changes.kept) + " are kept\n";
    for (const auto& [domain, versions] : changes.opsets) {
        const auto version = [](int number) { return number > 0 ? std::to_string(number) : std::string("none"); };
        if (versions.first != versions.second)
            text += "Operator set " + (domain.empty() ? std::string("ai.onnx") : domain) + ": "
                + version(versions.first) + " before, " + version(versions.second) + " now\n";
    }
    if (!changes.nodes.empty()) {
        TextTable table({"change", "operators", "count", "nodes", "now"},
                        {Align::Left, Align::Left, Align::Right, Align::Left, Align::Left});
        for (const Group& group : groupsOf(changes, after, withNodes))
            table.addRow({group.change, group.operators, std::to_string(group.count), group.names, group.now});
        text += "\n" + table.text(2);
    }
    if (!changes.quantizers.empty()) {
        TextTable table({"quantizer", "type", "of", "scales", "count"},
                        {Align::Left, Align::Left, Align::Left, Align::Left, Align::Right});
        for (const QuantizerCount& each : changes.quantizers)
            table.addRow({each.opType, std::string(dataTypeName(each.type)),
                          each.isOfConstant ? "constants" : "activations",
                          each.isPerChannel ? "per channel" : "per tensor", std::to_string(each.nodes.size())});
        text += "\n" + table.text(2);
    }
    return text + weightsText(changes, withNodes);
}

} // namespace quantiscope
