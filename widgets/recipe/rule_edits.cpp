// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/recipe/rule_edits.h"

#include "core/qdq/group_rules.h"
#include "widgets/common/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
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

/// Rules by the nodes that they mean, enabled or not. Whoever points at one keeps it where it is.
struct OrderOfNodes
{
    bool operator()(const ExclusionRule* left, const ExclusionRule* right) const
    {
        return std::tie(left->kind, left->pattern, left->from, left->to)
            < std::tie(right->kind, right->pattern, right->from, right->to);
    }
};

bool isSameTensors(const LayerRule& left, const LayerRule& right)
{
    return left.input == right.input && left.weight == right.weight && left.bias == right.bias
        && left.output == right.output;
}

void addExclusions(std::vector<ExclusionRule>& exclude, const std::vector<ExclusionRule>& rules)
{
    exclude.reserve(exclude.size() + rules.size()); // none of them moves
    std::map<const ExclusionRule*, std::size_t, OrderOfNodes> places;
    for (std::size_t i = 0; i < exclude.size(); ++i)
        places.emplace(&exclude[i], i);
    for (const ExclusionRule& rule : rules) {
        const auto [place, isNew] = places.emplace(&rule, exclude.size());
        if (isNew)
            exclude.push_back(rule);
        exclude[place->second].enabled = true;
    }
}

void addLayers(Recipe& recipe, const std::vector<ExclusionRule>& rules, MarkPrecision precision)
{
    std::vector<LayerRule>& layers = recipe.config.layers;
    layers.reserve(layers.size() + rules.size());
    std::multimap<const ExclusionRule*, std::size_t, OrderOfNodes> places;
    for (std::size_t i = 0; i < layers.size(); ++i)
        places.emplace(&layers[i].match, i);
    for (const ExclusionRule& rule : rules) {
        LayerRule layer = layerFor(recipe, rule, precision);
        layer.match.enabled = true;
        const auto [first, last] = places.equal_range(&rule);
        const auto same =
            std::find_if(first, last, [&](const auto& place) { return isSameTensors(layers[place.second], layer); });
        if (same != last) {
            layers[same->second].match.enabled = true;
            continue;
        }
        places.emplace(&rule, layers.size());
        layers.push_back(std::move(layer));
    }
}

QString endsText(const std::vector<std::string>& names)
{
    if (names.empty())
        return QStringLiteral("…");
    if (names.size() == 1)
        return shownName(names.front());
    return QStringLiteral("{%1 +%2}").arg(shownName(names.front())).arg(names.size() - 1);
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

Recipe withoutRules(Recipe recipe, const std::vector<RuleRef>& refs)
{
    const auto rest = [&refs](List list, auto& rules) {
        std::vector<bool> isGone(rules.size(), false);
        for (const RuleRef& ref : refs) {
            if (ref.list == list)
                isGone[ref.index] = true;
        }
        std::size_t at = 0;
        std::erase_if(rules, [&](const auto&) { return isGone[at++]; });
    };
    rest(List::Exclude, recipe.config.exclude);
    rest(List::Layers, recipe.config.layers);
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
    recipe = withoutRules(std::move(recipe), {ref});
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
    return withRules(std::move(recipe), {std::move(nodes)}, precision);
}

Recipe withRules(Recipe recipe, const std::vector<ExclusionRule>& rules, MarkPrecision precision)
{
    const bool isFloat = precision == MarkPrecision::Float;
    std::set<const ExclusionRule*, OrderOfNodes> singles;
    for (const ExclusionRule& rule : rules) {
        if (rule.kind == Kind::Node)
            singles.insert(&rule);
    }
    std::erase_if(recipe.config.exclude,
                  [&](const ExclusionRule& rule) { return !isFloat && singles.contains(&rule); });
    std::erase_if(recipe.config.layers, [&](const LayerRule& rule) { return singles.contains(&rule.match); });
    if (isFloat)
        addExclusions(recipe.config.exclude, rules);
    else
        addLayers(recipe, rules, precision);
    return recipe;
}

QString ruleText(const ExclusionRule& rule)
{
    switch (rule.kind) {
    case Kind::Node:
    case Kind::Regex:
        return shownName(rule.pattern);
    case Kind::OpType:
        return QCoreApplication::translate("quantiscope::Rules", "operator %1").arg(shownName(rule.pattern));
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

QString ruleTexts(const std::vector<ExclusionRule>& rules)
{
    QStringList texts;
    for (const ExclusionRule& rule : rules)
        texts.append(ruleText(rule));
    return texts.join(QStringLiteral(", "));
}

QString scopeText(const Scope& scope)
{
    const std::string_view path = scope.path;
    return shownName(path.starts_with('/') ? path.substr(1) : path);
}

QString scopesText(const ScopeTree& scopes, const std::vector<int>& groups)
{
    constexpr std::size_t kMost = 6; // more names are no help
    QStringList names;
    for (std::size_t i = 0; i < groups.size() && groups.size() <= kMost; ++i)
        names.append(scopeText(scopes.at(groups[i])));
    return names.join(QStringLiteral(", "));
}

QString groupsText(const ScopeTree& scopes, const std::vector<std::size_t>& nodes)
{
    return scopesText(scopes, wholeScopes(scopes, nodes));
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

} // namespace quantiscope
