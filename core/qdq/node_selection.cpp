// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/qdq/node_selection.h"

#include "core/base/name_groups.h"
#include "core/qdq/dpu_simulation.h"
#include "core/qdq/op_rules.h"
#include "core/qdq/stand_ins.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace quantiscope {

namespace {

/// Control flow is kept untouched, and quantized operators are done already.
bool isNeverQuantized(const std::string& opType)
{
    static const std::set<std::string> kTypes{"DequantizeLinear", "If", "Loop", "QuantizeLinear", "Scan"};
    return kTypes.count(opType) > 0;
}

/// Tells which constants hold an infinity or NaN; each is looked through once.
class NotFiniteFinder
{
public:
    explicit NotFiniteFinder(const Graph& graph) : m_graph(graph) { }

    /// The first constant with such an element that @p node would read as an operand; nothing when there is none.
    [[nodiscard]] std::optional<std::string> constantOf(const Node& node)
    {
        const bool isClip = node.isStandard() && node.opType == "Clip";
        for (const std::string& input : node.inputs) {
            if (m_graph.isInitializer(input) && !(isClip && input != node.inputs[0]) && holdsNotFinite(input))
                return input;
        }
        return std::nullopt;
    }

private:
    [[nodiscard]] bool holdsNotFinite(const std::string& constant)
    {
        const auto known = m_known.find(constant);
        if (known != m_known.end())
            return known->second;
        const std::vector<float> values = m_graph.initializerFloats(constant);
        const bool found = std::any_of(values.begin(), values.end(), [](float value) { return !std::isfinite(value); });
        m_known.emplace(constant, found);
        return found;
    }

    const Graph& m_graph;
    std::map<std::string, bool> m_known;
};

/// What keeps nodes from being selected, but for their constants.
class Bars
{
public:
    Bars(const Graph& prepared, const QuantConfig& config, const std::set<std::string>& excluded)
        : m_graph(prepared)
        , m_config(config)
        , m_excluded(excluded)
        , m_defaults(config.selection.dynamic ? dynamicOpTypes() : defaultOpTypes(config))
        , m_own(config.selection.opTypesToQuantize.begin(), config.selection.opTypesToQuantize.end())
        , m_extra(config.selection.extraOpTypesToQuantize.begin(), config.selection.extraOpTypesToQuantize.end())
    {
    }

    [[nodiscard]] std::optional<SelectionBar> of(std::size_t i) const
    {
        const Node& node = m_graph.nodes()[i];
        const bool wantedType = m_config.selection.quantizeAllOpTypes || m_extra.count(node.opType) > 0
            || (m_own.empty() ? m_defaults.count(node.opType) > 0 : m_own.count(node.opType) > 0);
        if (isNeverQuantized(node.opType))
            return SelectionBar::NeverQuantized;
        if (!wantedType)
            return SelectionBar::OtherType;
        if (m_excluded.count(node.name) > 0)
            return SelectionBar::KeptFloat;
        const bool isForTheNpu = m_config.flow() == Flow::Npu || m_config.flow() == Flow::Extended;
        if (isForTheNpu && node.isStandard() && node.opType == "HardSigmoid" && !isNpuHardSigmoid(m_graph, i))
            return SelectionBar::OtherHardSigmoid;
        if (m_config.matMulConstBOnly() && node.isStandard() && node.opType == "MatMul" && node.inputs.size() > 1
            && !m_graph.isInitializer(node.inputs[1]))
            return SelectionBar::ComputedOperands;
        return std::nullopt;
    }

private:
    const Graph& m_graph;
    const QuantConfig& m_config;
    const std::set<std::string>& m_excluded;
    const std::set<std::string, std::less<>>& m_defaults;
    std::set<std::string> m_own;
    std::set<std::string> m_extra;
};

} // namespace

std::set<std::string> preparedNodesOf(const Graph& original, const Graph& prepared, const std::set<std::string>& wanted,
                                      const StandIns* known)
{
    if (wanted.empty())
        return {};
    return known ? known->of(wanted) : StandIns(original, prepared).of(wanted);
}

std::set<std::string> nodesKeptFloat(const Graph& original, const Graph& prepared,
                                     const std::vector<RuleMatch>& exclusions,
                                     const std::optional<std::set<std::string>>& listed, const StandIns* known)
{
    std::set<std::string> excluded;
    for (const RuleMatch& match : exclusions)
        excluded.insert(match.nodes.begin(), match.nodes.end());
    std::set<std::string> kept = preparedNodesOf(original, prepared, excluded, known);
    if (!listed)
        return kept;
    const std::set<std::string> wanted = preparedNodesOf(original, prepared, *listed, known);
    for (const Node& node : prepared.nodes()) {
        if (wanted.count(node.name) == 0)
            kept.insert(node.name);
    }
    return kept;
}

SelectionBar selectionBar(const Graph& prepared, std::size_t node, const QuantConfig& config,
                          const std::set<std::string>& excluded)
{
    return Bars(prepared, config, excluded).of(node).value_or(SelectionBar::NotFiniteConstant);
}

std::vector<std::size_t> selectNodes(const Graph& prepared, const QuantConfig& config,
                                     const std::set<std::string>& excluded, Feedback& feedback)
{
    const Bars bars(prepared, config, excluded);
    NotFiniteFinder notFinite(prepared);
    NameGroups left;
    std::vector<std::size_t> selected;
    for (std::size_t i = 0; i < prepared.nodes().size(); ++i) {
        const Node& node = prepared.nodes()[i];
        if (const auto bar = bars.of(i)) {
            if (*bar == SelectionBar::OtherHardSigmoid)
                left.add("A node stays float: the only HardSigmoid of the NPU is that with alpha 1/6 and beta 1/2",
                         quotedName(node.name));
            continue;
        }
        if (const auto constant = notFinite.constantOf(node)) {
            left.add("A node stays float where its constant holds infinity or NaN, which no scale can cover",
                     quotedName(node.name) + " (" + quotedName(*constant) + ")");
            continue;
        }
        selected.push_back(i);
    }
    for (const std::string& sentence : left.sentences())
        feedback.warn(sentence);
    return selected;
}

} // namespace quantiscope
