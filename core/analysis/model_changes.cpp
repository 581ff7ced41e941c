// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/model_changes.h"

#include "core/analysis/quantized_pairs.h"
#include "core/analysis/weight_changes.h"
#include "core/graph/constant_nodes.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <tuple>

namespace quantiscope {

namespace {

using Kind = NodeChange::Kind;

/// Operators that pass on what they read.
bool doesNothing(const Node& node)
{
    return node.opType == "Identity" || node.opType == "Dropout";
}

/// "Slice ×8, Concat", in the order of the graph.
std::string operatorsText(const Graph& graph, const std::vector<int>& nodes)
{
    std::vector<std::pair<std::string_view, int>> counts;
    for (const int node : nodes) {
        const std::string_view type = graph.nodes()[std::size_t(node)].opType;
        const auto known =
            std::find_if(counts.begin(), counts.end(), [type](const auto& count) { return count.first == type; });
        if (known == counts.end())
            counts.emplace_back(type, 1);
        else
            ++known->second;
    }
    std::string text;
    for (const auto& [type, count] : counts) {
        text += text.empty() ? "" : ", ";
        text += type;
        text += count > 1 ? " \u00D7" + std::to_string(count) : "";
    }
    return text;
}

std::string nameText(const Graph& graph, const std::vector<int>& nodes)
{
    std::string text = graph.nodes()[std::size_t(nodes.front())].name;
    return nodes.size() > 1 ? text + " + " + std::to_string(nodes.size() - 1) : text;
}

class Comparison
{
public:
    Comparison(const Graph& before, const Graph& after, const GraphCorrespondence& between)
        : m_before(before)
        , m_after(after)
        , m_between(between)
        , m_isConstant(constantNodes(before))
        , m_isSeenBefore(before.nodes().size(), false)
        , m_isSeenAfter(after.nodes().size(), false)
    {
    }

    void run(ModelChanges& changes, const Feedback& feedback)
    {
        for (std::size_t i = 0; i < m_before.nodes().size() && !feedback.isCanceled(); ++i) {
            if (m_between.foldsBefore().foldOf(i) >= 0)
                continue;
            ++changes.nodesBefore;
            if (!m_isSeenBefore[i])
                compareGroup(int(i), changes);
        }
        for (std::size_t i = 0; i < m_after.nodes().size(); ++i) {
            if (m_between.folds().foldOf(i) >= 0)
                continue;
            ++changes.nodesAfter;
            if (!m_isSeenAfter[i])
                add(changes, {.kind = Kind::Added, .after = {int(i)}});
        }
    }

private:
    /// Nodes that correspond to each other, directly or through others.
    struct Group
    {
        std::vector<int> before;
        std::vector<int> after;
    };

    Group groupOf(int node);
    void compareGroup(int first, ModelChanges& changes);
    int keptAs(int before, const std::vector<int>& after) const;
    void add(ModelChanges& changes, NodeChange change) const;

    const Graph& m_before;
    const Graph& m_after;
    const GraphCorrespondence& m_between;
    std::vector<bool> m_isConstant;
    std::vector<bool> m_isSeenBefore;
    std::vector<bool> m_isSeenAfter;
};

Comparison::Group Comparison::groupOf(int node)
{
    Group group{{node}, {}};
    m_isSeenBefore[std::size_t(node)] = true;
    std::size_t doneAfter = 0;
    for (std::size_t i = 0; i < group.before.size(); ++i) {
        for (const int other : m_between.afterOf(group.before[i])) {
            if (!m_isSeenAfter[std::size_t(other)]) {
                m_isSeenAfter[std::size_t(other)] = true;
                group.after.push_back(other);
            }
        }
        for (; doneAfter < group.after.size(); ++doneAfter) {
            for (const int other : m_between.beforeOf(group.after[doneAfter])) {
                if (!m_isSeenBefore[std::size_t(other)]) {
                    m_isSeenBefore[std::size_t(other)] = true;
                    group.before.push_back(other);
                }
            }
        }
    }
    std::sort(group.before.begin(), group.before.end());
    std::sort(group.after.begin(), group.after.end());
    return group;
}

/// The node among @p after that is still @p before; -1 when none is.
int Comparison::keptAs(int before, const std::vector<int>& after) const
{
    const Node& node = m_before.nodes()[std::size_t(before)];
    int kept = -1;
    for (const int other : m_between.afterOf(before)) {
        const Node& each = m_after.nodes()[std::size_t(other)];
        if (each.opType != node.opType || each.domain != node.domain
            || std::find(after.begin(), after.end(), other) == after.end())
            continue;
        if (each.name == node.name)
            return other;
        if (kept < 0 || other == m_between.makerAfter(before))
            kept = other;
    }
    return kept;
}

void Comparison::compareGroup(int first, ModelChanges& changes)
{
    Group group = groupOf(first);
    // Namesakes first: one of two convolutions that became one is still there.
    std::vector<int> order = group.before;
    std::stable_partition(order.begin(), order.end(), [&](int node) {
        const int kept = keptAs(node, group.after);
        return kept >= 0 && m_after.nodes()[std::size_t(kept)].name == m_before.nodes()[std::size_t(node)].name;
    });
    for (const int node : order) {
        if (const int kept = keptAs(node, group.after); kept >= 0) {
            ++changes.kept;
            std::erase(group.before, node);
            std::erase(group.after, kept);
        }
    }
    if (!group.before.empty() && !group.after.empty()) {
        add(changes, {.kind = Kind::Converted, .before = group.before, .after = group.after});
        return;
    }
    for (const int node : group.before) {
        const std::vector<int>& others = m_between.afterOf(node);
        if (others.empty())
            add(changes, {.kind = m_isConstant[std::size_t(node)] ? Kind::Folded : Kind::Removed, .before = {node}});
        else if (doesNothing(m_before.nodes()[std::size_t(node)]))
            add(changes, {.kind = Kind::Removed, .before = {node}});
        else
            add(changes, {.kind = Kind::Fused, .before = {node}, .into = others.front()});
    }
    for (const int node : group.after)
        add(changes, {.kind = Kind::Added, .after = {node}});
}

void Comparison::add(ModelChanges& changes, NodeChange change) const
{
    const bool isNew = change.before.empty();
    change.operators = isNew ? operatorsText(m_after, change.after) : operatorsText(m_before, change.before);
    if (change.kind == Kind::Converted)
        change.operators += " \u2192 " + operatorsText(m_after, change.after);
    change.name = isNew ? nameText(m_after, change.after) : nameText(m_before, change.before);
    changes.nodes.push_back(std::move(change));
}

std::vector<QuantizerCount> countQuantizers(const Graph& graph, const QuantizerFolds& folds)
{
    std::map<std::tuple<std::string, bool, DataType, bool>, std::vector<int>> counts;
    for (std::size_t i = 0; i < graph.nodes().size(); ++i) {
        if (folds.foldOf(i) < 0)
            continue;
        const Node& node = graph.nodes()[i];
        const std::optional<QuantParams> params = pairParams(graph, i);
        DataType type = params ? params->type : DataType::Undefined;
        if (const TensorSpec* codes = graph.spec(isDequantize(node) ? node.inputAt(0) : node.outputAt(0));
            codes && codes->type != DataType::Undefined)
            type = codes->type;
        const bool isOfConstant = graph.isInitializer(folds.source(node.inputAt(0)));
        const std::string name = node.isStandard() ? node.opType : node.domain + "." + node.opType;
        counts[{name, isOfConstant, type, params && params->isPerChannel()}].push_back(int(i));
    }
    std::vector<QuantizerCount> listed;
    for (const auto& [key, nodes] : counts) {
        const auto& [name, isOfConstant, type, isPerChannel] = key;
        listed.push_back({name, type, isOfConstant, isPerChannel, nodes});
    }
    return listed;
}

/// Of the domains that nodes are of.
std::map<std::string, std::pair<int, int>> opsetsOf(const Graph& before, const Graph& after)
{
    std::map<std::string, std::pair<int, int>> opsets;
    opsets[{}];
    for (const Graph* graph : {&before, &after}) {
        for (const Node& node : graph->nodes())
            opsets[node.domain];
    }
    for (auto& [domain, versions] : opsets)
        versions = {before.model().opset(domain), after.model().opset(domain)};
    return opsets;
}

} // namespace

ModelChanges modelChanges(const Graph& before, const Graph& after, const GraphCorrespondence& between,
                          const Feedback& feedback)
{
    ModelChanges changes;
    changes.opsets = opsetsOf(before, after);
    Comparison(before, after, between).run(changes, feedback);
    changes.quantizers = countQuantizers(after, between.folds());
    changes.weights = weightChanges(before, after, between, feedback);
    return changes;
}

std::string changeName(NodeChange::Kind kind)
{
    constexpr std::array<const char*, 5> kNames{"fused", "folded", "removed", "converted", "added"};
    return kNames[std::size_t(kind)];
}

std::string changeName(WeightChange::Kind kind)
{
    constexpr std::array<const char*, 4> kNames{"rounded", "changed", "fused", "reshaped"};
    return kNames[std::size_t(kind)];
}

} // namespace quantiscope
