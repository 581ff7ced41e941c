// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/qdq/rule_matching.h"

#include "core/base/nearest_name.h"
#include "core/config/name_pattern.h"
#include "core/graph/reachability.h"
#include "core/qdq/rule_hints.h"

#include <algorithm>

namespace quantiscope {

namespace {

std::vector<std::string> nodeNames(const Graph& graph)
{
    std::vector<std::string> names;
    for (const Node& node : graph.nodes())
        names.push_back(node.name);
    return names;
}

/// A rule with the word that it is called by in errors.
struct NamedRule
{
    const char* kind = nullptr; ///< "Exclusion", "Layer rule"
    const ExclusionRule& rule;
    RuleHints& hints;
};

Error deadRule(const NamedRule& named, const std::string& reason)
{
    return {ErrorCode::InvalidArgument, std::string(named.kind) + " " + describe(named.rule) + " " + reason,
            named.rule.pattern};
}

/// Positions of the named nodes, or the error of a rule that names one which does not exist.
Result<std::vector<std::size_t>> positionsOf(const Graph& graph, const NamedRule& named,
                                             const std::vector<std::string>& names)
{
    std::vector<std::size_t> positions;
    for (const std::string& name : names) {
        const auto at = graph.nodeNamed(name);
        if (!at)
            return deadRule(named,
                            "names '" + name + "', but the model has no such node." + named.hints.didYouMeanNode(name));
        positions.push_back(*at);
    }
    return positions;
}

template <typename Wanted>
std::vector<std::size_t> positionsWhere(const Graph& graph, Wanted wanted)
{
    std::vector<std::size_t> positions;
    for (std::size_t i = 0; i < graph.nodes().size(); ++i) {
        if (wanted(graph.nodes()[i]))
            positions.push_back(i);
    }
    return positions;
}

Result<std::vector<std::size_t>> matchesOfExpression(const Graph& graph, const NamedRule& named,
                                                     const Feedback& feedback)
{
    const std::string& text = named.rule.pattern;
    const auto expression = NamePattern::compile(text, ErrorCode::InvalidArgument, named.kind);
    if (!expression)
        return expression.error();
    const auto dead = [&] { return deadRule(named, "matches no node." + named.hints.didYouMeanByExpression(text)); };
    std::vector<std::size_t> found;
    if (!expression->names().empty()) { // long lists of a large model are not held against each of its nodes
        for (const std::string& name : expression->names()) {
            if (const auto at = graph.nodeNamed(name))
                found.push_back(*at);
        }
        std::sort(found.begin(), found.end());
        found.erase(std::unique(found.begin(), found.end()), found.end());
        return found.empty() ? Result<std::vector<std::size_t>>(dead()) : found;
    }
    // Honest expressions take some hundred steps a name; so many are a matter of seconds on the largest models.
    std::uint64_t steps = 10'000'000 + 10'000 * static_cast<std::uint64_t>(graph.nodes().size());
    for (std::size_t i = 0; i < graph.nodes().size(); ++i) {
        const auto isMatch = expression->isIn(graph.nodes()[i].name, steps, feedback);
        if (feedback.isCanceled())
            return Error{ErrorCode::Canceled, "Canceled while rules were matched.", {}};
        if (!isMatch)
            return deadRule(named, "takes too long to match; write a simpler expression.");
        if (*isMatch)
            found.push_back(i);
    }
    return found.empty() ? Result<std::vector<std::size_t>>(dead()) : found;
}

/// What leads to or follows from nodes. It always holds these, so that only a name can be dead.
Result<std::vector<std::size_t>> matchesOfStream(const Graph& graph, const NamedRule& named)
{
    const bool isUpstream = named.rule.kind == ExclusionRule::Kind::Upstream;
    auto from = positionsOf(graph, named, named.rule.from);
    if (!from)
        return from.error();
    auto to = positionsOf(graph, named, named.rule.to);
    if (!to)
        return to.error();
    std::vector<std::size_t> found =
        isUpstream ? nodesLeadingTo(graph, *to, *from) : nodesReachableFrom(graph, *from, *to);
    // One that is not met stops nothing: a mistake.
    for (const std::size_t last : isUpstream ? *from : *to) {
        if (!std::binary_search(found.begin(), found.end(), last))
            return deadRule(named,
                            "is to end at '" + graph.nodes()[last].name + "', which is not met on the way "
                                + (isUpstream ? "up." : "down."));
    }
    return found;
}

Result<std::vector<std::size_t>> matchesOf(const Graph& graph, const NamedRule& named, const Feedback& feedback)
{
    const ExclusionRule& rule = named.rule;
    if (!rule.enabled)
        return std::vector<std::size_t>();
    switch (rule.kind) {
    case ExclusionRule::Kind::Node:
        return positionsOf(graph, named, {rule.pattern});
    case ExclusionRule::Kind::Regex:
        return matchesOfExpression(graph, named, feedback);
    case ExclusionRule::Kind::OpType: {
        std::vector<std::size_t> found =
            positionsWhere(graph, [&](const Node& node) { return node.opType == rule.pattern; });
        if (found.empty())
            return deadRule(
                named, "matches no node: the model has none of that type." + named.hints.didYouMeanType(rule.pattern));
        return found;
    }
    case ExclusionRule::Kind::Between: {
        auto from = positionsOf(graph, named, rule.from);
        if (!from)
            return from.error();
        auto to = positionsOf(graph, named, rule.to);
        if (!to)
            return to.error();
        std::vector<std::size_t> found = nodesBetween(graph, *from, *to);
        if (found.empty())
            return deadRule(named, "matches no node: no path leads from the start to the end.");
        // A start that leads to no end, or an end that is reached from no start, is a mistake as well.
        for (const std::vector<std::size_t>* ends : {&*from, &*to}) {
            for (const std::size_t end : *ends) {
                if (!std::binary_search(found.begin(), found.end(), end))
                    return deadRule(named,
                                    "names '" + graph.nodes()[end].name
                                        + "', which lies on no path from a start to an end.");
            }
        }
        return found;
    }
    case ExclusionRule::Kind::Upstream:
    case ExclusionRule::Kind::Downstream:
        return matchesOfStream(graph, named);
    }
    return std::vector<std::size_t>();
}

Result<RuleMatch> matchOf(const Graph& graph, const NamedRule& named, const Feedback& feedback)
{
    auto positions = matchesOf(graph, named, feedback);
    if (!positions)
        return positions.error();
    RuleMatch match{named.rule, {}};
    for (const std::size_t position : *positions)
        match.nodes.push_back(graph.nodes()[position].name);
    return match;
}

Error unknownName(const std::string& option, const std::string& name, const std::string& what,
                  const std::vector<std::string>& known)
{
    return {ErrorCode::InvalidArgument,
            option + " names '" + name + "', but the model has no such " + what + "." + didYouMean(name, known),
            option};
}

/// Positions of what InputNodes (or OutputNodes) names: nodes, or the readers of a graph input (the producer of a graph
/// output).
Result<std::vector<std::size_t>> endsOf(const Graph& graph, const std::vector<std::string>& names, bool isInput)
{
    std::vector<std::string> known = nodeNames(graph);
    std::set<std::string> values;
    for (const TensorSpec& spec : isInput ? graph.model().inputs() : graph.model().outputs()) {
        known.push_back(spec.name);
        values.insert(spec.name);
    }
    std::vector<std::size_t> ends;
    for (const std::string& name : names) {
        if (const auto at = graph.nodeNamed(name)) {
            ends.push_back(*at);
        } else if (values.count(name) == 0) {
            return isInput ? unknownName("InputNodes", name, "node or input", known)
                           : unknownName("OutputNodes", name, "node or output", known);
        } else if (isInput) {
            const auto readers = graph.consumersOf(name);
            ends.insert(ends.end(), readers.begin(), readers.end());
            const auto capturers = graph.capturersOf(name);
            ends.insert(ends.end(), capturers.begin(), capturers.end());
        } else if (const auto producer = graph.producerOf(name)) {
            ends.push_back(*producer);
        }
    }
    return ends;
}

} // namespace

Result<std::vector<RuleFinding>> findRules(const Graph& original, std::span<const ExclusionRule> rules,
                                           const char* kind, const Feedback& feedback)
{
    std::vector<RuleFinding> findings;
    RuleHints hints(original);
    for (const ExclusionRule& rule : rules) {
        auto found = matchesOf(original, {kind, rule, hints}, feedback);
        if (feedback.isCanceled())
            return Error{ErrorCode::Canceled, "Canceled while rules were matched.", {}};
        RuleFinding& finding = findings.emplace_back();
        if (found) {
            finding.nodes = std::move(*found);
            continue;
        }
        finding.error = found.error();
        auto repaired = hints.repaired(rule);
        if (repaired && *repaired != rule && matchesOf(original, {kind, *repaired, hints}, feedback))
            finding.repaired = std::move(*repaired);
    }
    return findings;
}

Result<std::vector<RuleMatch>> matchExclusions(const Graph& original, const std::vector<ExclusionRule>& rules,
                                               const Feedback& feedback)
{
    std::vector<RuleMatch> matches;
    RuleHints hints(original);
    for (const ExclusionRule& rule : rules) {
        auto match = matchOf(original, {"Exclusion", rule, hints}, feedback);
        if (!match)
            return match.error();
        matches.push_back(std::move(*match));
    }
    return matches;
}

Result<std::vector<RuleMatch>> matchLayers(const Graph& original, const std::vector<LayerRule>& rules,
                                           const Feedback& feedback)
{
    std::vector<RuleMatch> matches;
    RuleHints hints(original);
    for (const LayerRule& rule : rules) {
        auto match = matchOf(original, {"Layer rule", rule.match, hints}, feedback);
        if (!match)
            return match.error();
        matches.push_back(std::move(*match));
    }
    return matches;
}

Result<std::optional<std::set<std::string>>> matchNodeLists(const Graph& original, const SelectionConfig& config)
{
    if (config.nodesToQuantize.empty() && config.inputNodes.empty() && config.outputNodes.empty())
        return std::optional<std::set<std::string>>();
    std::vector<bool> kept(original.nodes().size(), true);
    const auto keepOnly = [&kept](const std::vector<std::size_t>& positions) {
        std::vector<bool> listed(kept.size(), false);
        for (const std::size_t position : positions)
            listed[position] = true;
        for (std::size_t i = 0; i < kept.size(); ++i)
            kept[i] = kept[i] && listed[i];
    };
    if (!config.nodesToQuantize.empty()) {
        std::vector<std::size_t> positions;
        for (const std::string& name : config.nodesToQuantize) {
            const auto at = original.nodeNamed(name);
            if (!at)
                return unknownName("NodesToQuantize", name, "node", nodeNames(original));
            positions.push_back(*at);
        }
        keepOnly(positions);
    }
    for (const bool isInput : {true, false}) {
        const std::vector<std::string>& names = isInput ? config.inputNodes : config.outputNodes;
        if (names.empty())
            continue;
        auto ends = endsOf(original, names, isInput);
        if (!ends)
            return ends.error();
        keepOnly(isInput ? nodesReachableFrom(original, *ends) : nodesLeadingTo(original, *ends));
    }
    std::set<std::string> names;
    for (std::size_t i = 0; i < kept.size(); ++i) {
        if (kept[i])
            names.insert(original.nodes()[i].name);
    }
    if (names.empty()) {
        return Error{
            ErrorCode::InvalidArgument,
            "NodesToQuantize, InputNodes and OutputNodes together leave no node: no listed node is reached from "
            "an input node and leads to an output node.",
            "NodesToQuantize"};
    }
    return std::optional(std::move(names));
}

} // namespace quantiscope
