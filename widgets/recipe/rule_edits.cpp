// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/recipe/rule_edits.h"

#include "core/config/name_pattern.h"
#include "core/qdq/rule_matching.h"
#include "widgets/common/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <string_view>
#include <utility>

namespace quantiscope {

namespace {

using Kind = ExclusionRule::Kind;
using List = RuleRef::List;

ExclusionRule& nodesOf(Recipe& recipe, const RuleRef& ref)
{
    return ref.list == List::Exclude ? recipe.config.exclude[ref.index] : recipe.config.layers[ref.index].match;
}

/// The type of @p precision with the sign that activations have in this recipe.
DataType typeOf(const Recipe& recipe, MarkPrecision precision)
{
    const DataType base = recipe.config.activationType;
    const bool isSigned = base == DataType::Int8 || base == DataType::Int16;
    if (precision == MarkPrecision::Int16)
        return isSigned ? DataType::Int16 : DataType::UInt16;
    return isSigned ? DataType::Int8 : DataType::UInt8;
}

LayerRule layerFor(const Recipe& recipe, ExclusionRule nodes, MarkPrecision precision)
{
    LayerRule rule;
    rule.match = std::move(nodes);
    rule.output.emplace();
    rule.output->type = typeOf(recipe, precision);
    return rule;
}

std::optional<DataType> typeIn(const LayerRule& rule)
{
    for (const auto* tensor : {&rule.output, &rule.input, &rule.weight, &rule.bias}) {
        if (*tensor && (*tensor)->type)
            return (*tensor)->type;
    }
    return std::nullopt;
}

bool isSameNodes(ExclusionRule left, const ExclusionRule& right)
{
    left.enabled = right.enabled;
    return left == right;
}

QString endsText(const std::vector<std::string>& names)
{
    if (names.empty())
        return QStringLiteral("…");
    if (names.size() == 1)
        return toQt(names.front());
    return QStringLiteral("{%1 +%2}").arg(toQt(names.front())).arg(names.size() - 1);
}

std::vector<std::string> namesAt(const Graph& graph, const std::vector<std::size_t>& nodes)
{
    std::vector<std::string> names;
    for (const std::size_t node : nodes)
        names.push_back(graph.nodes()[node].name);
    return names;
}

/// The nodes of the group with a neighbour outside (or none) in front of them, or behind them.
enum class Side
{
    Front,
    Behind,
};

std::vector<std::size_t> endsOf(const Graph& graph, const std::vector<std::size_t>& nodes, Side side)
{
    const auto isInside = [&nodes](std::size_t node) { return std::binary_search(nodes.begin(), nodes.end(), node); };
    std::vector<std::size_t> ends;
    for (const std::size_t at : nodes) {
        const Node& node = graph.nodes()[at];
        bool hasInside = false;
        bool hasOutside = false;
        const auto see = [&](std::size_t neighbour) { (isInside(neighbour) ? hasInside : hasOutside) = true; };
        if (side == Side::Front) {
            for (const std::string& input : node.inputs) {
                if (const auto producer = graph.producerOf(input))
                    see(*producer);
            }
        } else {
            for (const std::string& output : node.outputs) {
                for (const std::size_t reader : graph.consumersOf(output))
                    see(reader);
            }
        }
        if (hasOutside || !hasInside)
            ends.push_back(at);
    }
    return ends;
}

/// What all @p nodes' names begin with, up to the last separator in it.
std::string sharedFolder(const Graph& graph, const std::vector<std::size_t>& nodes)
{
    std::string_view shared = graph.nodes()[nodes.front()].name;
    for (const std::size_t node : nodes) {
        const std::string& name = graph.nodes()[node].name;
        const auto differs = std::mismatch(shared.begin(), shared.end(), name.begin(), name.end()).first;
        shared = shared.substr(0, std::size_t(differs - shared.begin()));
    }
    const std::size_t separator = shared.find_last_of("/.");
    return std::string(shared.substr(0, separator == std::string_view::npos ? 0 : separator + 1));
}

/// An expression of the folder that @p nodes, and no others, are in. Not all exporters begin names with a slash, which
/// @p path always does.
std::optional<ExclusionRule> folderRule(const Graph& graph, const std::vector<std::size_t>& nodes,
                                        const std::string& path)
{
    const std::string folder = path + "/";
    std::vector<std::string> candidates;
    if (!path.empty()) {
        candidates.push_back(folder);
        if (path.front() == '/')
            candidates.push_back(folder.substr(1));
    }
    candidates.push_back(sharedFolder(graph, nodes));
    for (const std::string& candidate : candidates) {
        constexpr std::size_t kLongest = 990; // characters of a rule
        const std::string escaped = escapedForPattern(candidate);
        if (candidate.size() < 2 || escaped.size() > kLongest)
            continue;
        std::size_t caught = 0;
        for (const Node& node : graph.nodes())
            caught += node.name.starts_with(candidate);
        if (caught == nodes.size() && std::all_of(nodes.begin(), nodes.end(), [&](std::size_t node) {
                return graph.nodes()[node].name.starts_with(candidate);
            }))
            return ExclusionRule{Kind::Regex, "^" + escaped, {}, {}};
    }
    return std::nullopt;
}

/// Expressions of all @p names, none longer than a rule may be.
std::vector<ExclusionRule> expressionsOf(const std::vector<std::string>& names)
{
    constexpr std::size_t kLongest = 990;
    std::vector<ExclusionRule> rules;
    std::string list;
    const auto close = [&] {
        if (!list.empty())
            rules.push_back({Kind::Regex, "^(" + list + ")$", {}, {}});
        list.clear();
    };
    for (const std::string& name : names) {
        const std::string escaped = escapedForPattern(name);
        if (escaped.size() > kLongest) {
            rules.push_back({Kind::Node, name, {}, {}});
            continue;
        }
        if (list.size() + escaped.size() + 1 > kLongest)
            close();
        list += (list.empty() ? "" : "|") + escaped;
    }
    close();
    return rules;
}

} // namespace

std::vector<RuleRef> ruleRefs(const Recipe& recipe)
{
    std::vector<RuleRef> refs;
    for (std::size_t i = 0; i < recipe.config.exclude.size(); ++i)
        refs.push_back({List::Exclude, i});
    for (std::size_t i = 0; i < recipe.config.layers.size(); ++i)
        refs.push_back({List::Layers, i});
    return refs;
}

const ExclusionRule& ruleAt(const Recipe& recipe, const RuleRef& ref)
{
    return ref.list == List::Exclude ? recipe.config.exclude[ref.index] : recipe.config.layers[ref.index].match;
}

std::optional<MarkPrecision> precisionOf(const Recipe& recipe, const RuleRef& ref)
{
    if (ref.list == List::Exclude)
        return MarkPrecision::Float;
    const std::optional<DataType> type = typeIn(recipe.config.layers[ref.index]);
    if (!type)
        return std::nullopt;
    if (*type == DataType::Float)
        return MarkPrecision::Float;
    return byteSize(*type) == 2 ? MarkPrecision::Int16 : MarkPrecision::Int8;
}

QString chipText(const Recipe& recipe, const RuleRef& ref)
{
    if (ref.list == List::Exclude)
        return QStringLiteral("f32");
    const std::optional<DataType> type = typeIn(recipe.config.layers[ref.index]);
    if (!type)
        return QStringLiteral("…");
    TensorSpec spec;
    spec.type = *type;
    return shortTypeText(spec);
}

QString precisionName(MarkPrecision precision)
{
    switch (precision) {
    case MarkPrecision::Float:
        return QCoreApplication::translate("quantiscope::Rules", "float");
    case MarkPrecision::Int16:
        return QCoreApplication::translate("quantiscope::Rules", "16 bit");
    case MarkPrecision::Int8:
        return QCoreApplication::translate("quantiscope::Rules", "8 bit");
    }
    return {};
}

Recipe withoutRule(Recipe recipe, const RuleRef& ref)
{
    const auto at = static_cast<std::ptrdiff_t>(ref.index);
    if (ref.list == List::Exclude)
        recipe.config.exclude.erase(recipe.config.exclude.begin() + at);
    else
        recipe.config.layers.erase(recipe.config.layers.begin() + at);
    return recipe;
}

Recipe withRuleEnabled(Recipe recipe, const RuleRef& ref, bool enabled)
{
    nodesOf(recipe, ref).enabled = enabled;
    return recipe;
}

Recipe withRuleNodes(Recipe recipe, const RuleRef& ref, ExclusionRule nodes)
{
    nodes.enabled = ruleAt(recipe, ref).enabled;
    nodesOf(recipe, ref) = std::move(nodes);
    return recipe;
}

Recipe withRulePrecision(Recipe recipe, const RuleRef& ref, MarkPrecision precision)
{
    const bool isExclusion = ref.list == List::Exclude;
    if (isExclusion && precision == MarkPrecision::Float)
        return recipe;
    ExclusionRule nodes = ruleAt(recipe, ref);
    if (!isExclusion && precision != MarkPrecision::Float) {
        LayerRule& rule = recipe.config.layers[ref.index];
        if (!rule.output)
            rule.output.emplace();
        rule.output->type = typeOf(recipe, precision);
        return recipe;
    }
    recipe = withoutRule(std::move(recipe), ref);
    if (precision == MarkPrecision::Float)
        recipe.config.exclude.push_back(std::move(nodes));
    else
        recipe.config.layers.push_back(layerFor(recipe, std::move(nodes), precision));
    return recipe;
}

Recipe withRuleMoved(Recipe recipe, const RuleRef& ref, std::size_t place)
{
    std::vector<LayerRule>& layers = recipe.config.layers;
    if (ref.list == List::Layers && place < layers.size())
        std::swap(layers[ref.index], layers[place]);
    return recipe;
}

Recipe withRule(Recipe recipe, ExclusionRule nodes, MarkPrecision precision)
{
    std::vector<ExclusionRule>& exclude = recipe.config.exclude;
    std::vector<LayerRule>& layers = recipe.config.layers;
    nodes.enabled = true;
    if (nodes.kind == Kind::Node) {
        const bool isFloat = precision == MarkPrecision::Float;
        std::erase_if(exclude, [&](const ExclusionRule& rule) { return !isFloat && isSameNodes(rule, nodes); });
        std::erase_if(layers, [&](const LayerRule& rule) { return isSameNodes(rule.match, nodes); });
    }
    if (precision == MarkPrecision::Float) {
        const auto same = std::find_if(exclude.begin(), exclude.end(),
                                       [&](const ExclusionRule& rule) { return isSameNodes(rule, nodes); });
        if (same == exclude.end())
            exclude.push_back(std::move(nodes));
        else
            same->enabled = true;
        return recipe;
    }
    LayerRule rule = layerFor(recipe, std::move(nodes), precision);
    const auto same = std::find_if(layers.begin(), layers.end(), [&](LayerRule other) {
        other.match.enabled = true;
        return other == rule;
    });
    if (same == layers.end())
        layers.push_back(std::move(rule));
    else
        same->match.enabled = true;
    return recipe;
}

QString ruleText(const ExclusionRule& rule)
{
    switch (rule.kind) {
    case Kind::Node:
    case Kind::Regex:
        return toQt(rule.pattern);
    case Kind::OpType:
        return QCoreApplication::translate("quantiscope::Rules", "operator %1").arg(toQt(rule.pattern));
    case Kind::Between:
        return QStringLiteral("%1 → %2").arg(endsText(rule.from), endsText(rule.to));
    case Kind::Upstream:
        return rule.from.empty()
            ? QCoreApplication::translate("quantiscope::Rules", "upstream of %1").arg(endsText(rule.to))
            : QCoreApplication::translate("quantiscope::Rules", "upstream of %1 until %2")
                  .arg(endsText(rule.to), endsText(rule.from));
    case Kind::Downstream:
        return rule.to.empty()
            ? QCoreApplication::translate("quantiscope::Rules", "downstream of %1").arg(endsText(rule.from))
            : QCoreApplication::translate("quantiscope::Rules", "downstream of %1 until %2")
                  .arg(endsText(rule.from), endsText(rule.to));
    }
    return {};
}

QString ruleIcon(const ExclusionRule& rule)
{
    switch (rule.kind) {
    case Kind::Node:
        return QStringLiteral("pointer");
    case Kind::Regex:
        return QStringLiteral("regex");
    case Kind::OpType:
        return QStringLiteral("operator");
    case Kind::Between:
        return QStringLiteral("between");
    case Kind::Upstream:
        return QStringLiteral("upstream");
    case Kind::Downstream:
        return QStringLiteral("downstream");
    }
    return {};
}

std::vector<ExclusionRule> rulesForGroup(const Graph& graph, const std::vector<std::size_t>& nodes,
                                         const std::string& path)
{
    if (nodes.size() == 1)
        return {{Kind::Node, graph.nodes()[nodes.front()].name, {}, {}}};
    const auto catchesExactly = [&](const ExclusionRule& rule) {
        const auto found = findRules(graph, {&rule, 1}, "Rule");
        return found && !found->front().error && found->front().nodes == nodes;
    };
    if (const auto folder = folderRule(graph, nodes, path))
        return {*folder};
    const ExclusionRule between{Kind::Between,
                                {},
                                namesAt(graph, endsOf(graph, nodes, Side::Front)),
                                namesAt(graph, endsOf(graph, nodes, Side::Behind))};
    constexpr std::size_t kFewEnds = 24; // more are no shorter than the names
    if (between.from.size() + between.to.size() <= kFewEnds && catchesExactly(between))
        return {between};
    return expressionsOf(namesAt(graph, nodes));
}

} // namespace quantiscope
