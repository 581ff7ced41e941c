// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/qdq/node_selection.h"

#include "core/base/nearest_name.h"
#include "core/graph/reachability.h"
#include "core/qdq/op_rules.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <regex>

namespace quantiscope {

namespace {

std::vector<std::string> nodeNames(const Graph& graph)
{
    std::vector<std::string> names;
    for (const Node& node : graph.nodes())
        names.push_back(node.name);
    return names;
}

Error deadRule(const ExclusionRule& rule, const std::string& reason)
{
    return {ErrorCode::InvalidArgument, "Exclusion " + describe(rule) + " " + reason, rule.pattern};
}

/// Positions of the named nodes, or the error of a rule that names one which does not exist.
Result<std::vector<std::size_t>> positionsOf(const Graph& graph, const ExclusionRule& rule,
                                             const std::vector<std::string>& names)
{
    std::vector<std::size_t> positions;
    for (const std::string& name : names) {
        const auto at = graph.nodeNamed(name);
        if (!at)
            return deadRule(
                rule, "names '" + name + "', but the model has no such node." + didYouMean(name, nodeNames(graph)));
        positions.push_back(*at);
    }
    return positions;
}

/// Control flow is kept untouched, and quantized operators are done already.
bool isNeverQuantized(const std::string& opType)
{
    static const std::set<std::string> kTypes{"DequantizeLinear", "If", "Loop", "QuantizeLinear", "Scan"};
    return kTypes.count(opType) > 0;
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

Result<std::vector<std::size_t>> matchesOf(const Graph& graph, const ExclusionRule& rule)
{
    switch (rule.kind) {
    case ExclusionRule::Kind::Node:
        return positionsOf(graph, rule, {rule.pattern});
    case ExclusionRule::Kind::Regex: {
        const std::regex expression(rule.pattern, std::regex::ECMAScript);
        // The library's matcher recurses once per character.
        constexpr std::size_t kLongestName = 4096;
        std::vector<std::size_t> found = positionsWhere(graph, [&](const Node& node) {
            return node.name.size() <= kLongestName && std::regex_search(node.name, expression);
        });
        if (found.empty()) {
            std::string plain = rule.pattern;
            std::erase_if(plain,
                          [](char c) { return std::string_view("^$.*+?()[]{}|\\").find(c) != std::string_view::npos; });
            return deadRule(rule, "matches no node." + didYouMean(plain, nodeNames(graph)));
        }
        return found;
    }
    case ExclusionRule::Kind::OpType: {
        std::vector<std::size_t> found =
            positionsWhere(graph, [&](const Node& node) { return node.opType == rule.pattern; });
        if (found.empty()) {
            std::set<std::string> types;
            for (const Node& node : graph.nodes())
                types.insert(node.opType);
            return deadRule(rule,
                            "matches no node: the model has none of that type."
                                + didYouMean(rule.pattern, std::vector<std::string>(types.begin(), types.end())));
        }
        return found;
    }
    case ExclusionRule::Kind::Between: {
        auto from = positionsOf(graph, rule, rule.from);
        if (!from)
            return from.error();
        auto to = positionsOf(graph, rule, rule.to);
        if (!to)
            return to.error();
        std::vector<std::size_t> found = nodesBetween(graph, *from, *to);
        if (found.empty())
            return deadRule(rule, "matches no node: no path leads from the start to the end.");
        // A start that leads to no end, or an end that is reached from no start, is a mistake as well.
        for (const std::vector<std::size_t>* ends : {&*from, &*to}) {
            for (const std::size_t end : *ends) {
                if (!std::binary_search(found.begin(), found.end(), end))
                    return deadRule(
                        rule, "names '" + graph.nodes()[end].name + "', which lies on no path from a start to an end.");
            }
        }
        return found;
    }
    }
    return std::vector<std::size_t>();
}

/// Tells which constants hold an infinity; each is looked through once.
class InfinityFinder
{
public:
    explicit InfinityFinder(const Graph& graph) : m_graph(graph) { }

    /// The first constant with an infinity that @p node would read as an operand; nothing when there is none.
    [[nodiscard]] std::optional<std::string> constantOf(const Node& node)
    {
        const bool isClip = node.isStandard() && node.opType == "Clip";
        for (const std::string& input : node.inputs) {
            if (m_graph.isInitializer(input) && !(isClip && input != node.inputs[0]) && holdsInfinity(input))
                return input;
        }
        return std::nullopt;
    }

private:
    [[nodiscard]] bool holdsInfinity(const std::string& constant)
    {
        const auto known = m_known.find(constant);
        if (known != m_known.end())
            return known->second;
        const std::vector<float> values = m_graph.initializerFloats(constant);
        const bool found = std::any_of(values.begin(), values.end(), [](float value) { return std::isinf(value); });
        m_known.emplace(constant, found);
        return found;
    }

    const Graph& m_graph;
    std::map<std::string, bool> m_known;
};

} // namespace

Result<std::vector<RuleMatch>> matchExclusions(const Graph& original, const std::vector<ExclusionRule>& rules)
{
    std::vector<RuleMatch> matches;
    for (const ExclusionRule& rule : rules) {
        auto positions = matchesOf(original, rule);
        if (!positions)
            return positions.error();
        RuleMatch match{rule, {}};
        for (const std::size_t position : *positions)
            match.nodes.push_back(original.nodes()[position].name);
        matches.push_back(std::move(match));
    }
    return matches;
}

std::set<std::string> excludedNodes(const Graph& original, const Graph& prepared, const std::vector<RuleMatch>& matches)
{
    std::set<std::string> wanted;
    for (const RuleMatch& match : matches)
        wanted.insert(match.nodes.begin(), match.nodes.end());
    std::set<std::string> excluded;
    if (wanted.empty())
        return excluded;
    for (const Node& node : prepared.nodes()) {
        // Walk back in the original from what the node makes to what it reads.
        std::set<std::string> seen(node.inputs.begin(), node.inputs.end());
        std::vector<std::string> open(node.outputs.begin(), node.outputs.end());
        bool found = wanted.count(node.name) > 0;
        while (!open.empty() && !found) {
            const std::string value = std::move(open.back());
            open.pop_back();
            if (!seen.insert(value).second)
                continue;
            // A value that the prepared graph makes elsewhere is another node's work.
            const auto preparedProducer = prepared.producerOf(value);
            if (preparedProducer && prepared.nodes()[*preparedProducer].name != node.name)
                continue;
            const auto producer = original.producerOf(value);
            if (!producer)
                continue;
            const Node& source = original.nodes()[*producer];
            found = wanted.count(source.name) > 0;
            open.insert(open.end(), source.inputs.begin(), source.inputs.end());
        }
        if (found)
            excluded.insert(node.name);
    }
    return excluded;
}

std::vector<std::size_t> selectNodes(const Graph& prepared, const QuantConfig& config,
                                     const std::set<std::string>& excluded, Feedback& feedback)
{
    const auto& defaults = defaultOpTypes(config.flow());
    const std::set<std::string> own(config.selection.opTypesToQuantize.begin(),
                                    config.selection.opTypesToQuantize.end());
    const std::set<std::string> extra(config.selection.extraOpTypesToQuantize.begin(),
                                      config.selection.extraOpTypesToQuantize.end());
    InfinityFinder infinities(prepared);
    std::vector<std::size_t> selected;
    for (std::size_t i = 0; i < prepared.nodes().size(); ++i) {
        const Node& node = prepared.nodes()[i];
        const bool wantedType = config.selection.quantizeAllOpTypes || extra.count(node.opType) > 0
            || (own.empty() ? defaults.count(node.opType) > 0 : own.count(node.opType) > 0);
        if (!wantedType || excluded.count(node.name) > 0 || isNeverQuantized(node.opType))
            continue;
        if (config.matMulConstBOnly() && node.opType == "MatMul" && node.inputs.size() > 1
            && !prepared.isInitializer(node.inputs[1]))
            continue;
        if (const auto constant = infinities.constantOf(node)) {
            feedback.warn("Node '" + node.name + "' stays float: its constant '" + *constant
                          + "' holds infinity, which no scale can cover.");
            continue;
        }
        selected.push_back(i);
    }
    return selected;
}

} // namespace quantiscope
