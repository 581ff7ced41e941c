// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/passes/passes.h"
#include "core/passes/patterns.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

namespace quantiscope {

namespace {

/// Operators that may give something else each time.
bool isRandom(const Node& node)
{
    constexpr std::array<std::string_view, 7> kTypes{"Bernoulli",        "Dropout",       "Multinomial",
                                                     "RandomNormal",     "RandomUniform", "RandomNormalLike",
                                                     "RandomUniformLike"};
    return std::find(kTypes.begin(), kTypes.end(), node.opType) != kTypes.end();
}

/// Texts that are equal for equal values: of a small constant what it holds, of any other value its name.
class ValueKeys
{
public:
    explicit ValueKeys(const Graph& graph) : m_graph(graph) { }

    const std::string& keyOf(const std::string& value)
    {
        const auto known = m_keys.find(value);
        if (known != m_keys.end())
            return known->second;
        const auto content = m_graph.smallConstant(value);
        return m_keys.emplace(value, content ? "=" + *content : "'" + value).first->second;
    }

    /// Lets @p value be read as @p other from now on.
    void join(const std::string& value, const std::string& other) { m_keys[value] = keyOf(other); }

private:
    const Graph& m_graph;
    std::unordered_map<std::string, std::string> m_keys;
};

void append(std::string& key, const std::string& part)
{
    key += std::to_string(part.size()) + ":" + part;
}

/// Of two names for the same value the one that is kept, whatever order the nodes come in.
bool isPreferred(const std::string& name, const std::string& other)
{
    return std::pair(name.size(), std::string_view(name)) < std::pair(other.size(), std::string_view(other));
}

} // namespace

void mergeEqualNodes(PassRun& run)
{
    const Graph& graph = run.graph();
    ValueKeys keys(graph);
    std::unordered_map<std::string, std::size_t> first;
    std::unordered_map<std::string, std::string> sources; ///< a removed node's value to the kept node's
    std::unordered_map<std::string, std::string> names; ///< a kept node's value to the name that it gets
    for (std::size_t i = 0; i < graph.nodes().size(); ++i) {
        const Node& node = run.node(i);
        // Bodies of control flow know values by their names.
        const bool isFixed = !node.isStandard() || graph.ownsSubgraphs(i) || isRandom(node)
            || std::any_of(node.outputs.begin(), node.outputs.end(), [&](const std::string& output) {
                   return graph.isGraphOutput(output) || graph.isUsedBySubgraph(output);
               });
        if (isFixed)
            continue;
        std::string key;
        append(key, node.opType);
        append(key, graph.attributesText(i));
        for (const std::string& input : node.inputs)
            append(key, keys.keyOf(input));
        for (const std::string& output : node.outputs)
            key += output.empty() ? '-' : '+';
        const auto [known, isNew] = first.emplace(std::move(key), i);
        if (isNew)
            continue;
        for (std::size_t k = 0; k < node.outputs.size(); ++k) {
            if (node.outputs[k].empty())
                continue;
            const std::string& kept = run.node(known->second).outputs[k];
            sources.emplace(node.outputs[k], kept);
            keys.join(node.outputs[k], kept);
            std::string& name = names.emplace(kept, kept).first->second;
            if (isPreferred(node.outputs[k], name))
                name = node.outputs[k];
        }
        run.edit().removeNode(i);
        run.countChange();
    }
    const auto finalName = [&](const std::string& value) {
        const auto source = sources.find(value);
        const auto name = names.find(source == sources.end() ? value : source->second);
        return name == names.end() ? value : name->second;
    };
    for (std::size_t i = 0; i < graph.nodes().size() && !names.empty(); ++i) {
        for (std::size_t k = 0; k < run.node(i).inputs.size(); ++k)
            run.edit().setInput(i, k, finalName(run.node(i).inputs[k]));
        for (std::size_t k = 0; k < run.node(i).outputs.size(); ++k)
            run.edit().setOutput(i, k, finalName(run.node(i).outputs[k]));
    }
}

} // namespace quantiscope
