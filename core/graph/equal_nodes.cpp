// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/equal_nodes.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
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

std::string keyOf(const Graph& graph, std::size_t i, ValueKeys& values)
{
    const Node& node = graph.nodes()[i];
    std::string key;
    append(key, node.opType);
    append(key, graph.attributesText(i));
    for (const std::string& input : node.inputs)
        append(key, values.keyOf(input));
    for (const std::string& output : node.outputs)
        key += output.empty() ? '-' : '+';
    return key;
}

} // namespace

std::vector<std::size_t> firstEqualNodes(const Graph& graph, const std::function<bool(std::size_t)>& mayBeEqual)
{
    ValueKeys values(graph);
    std::unordered_map<std::string, std::size_t> known;
    std::vector<std::size_t> first;
    for (std::size_t i = 0; i < graph.nodes().size(); ++i) {
        first.push_back(i);
        const Node& node = graph.nodes()[i];
        if (!node.isStandard() || graph.ownsSubgraphs(i) || isRandom(node) || !mayBeEqual(i))
            continue;
        first[i] = known.emplace(keyOf(graph, i, values), i).first->second;
        if (first[i] == i)
            continue;
        for (std::size_t k = 0; k < node.outputs.size(); ++k) {
            if (!node.outputs[k].empty())
                values.join(node.outputs[k], graph.nodes()[first[i]].outputs[k]);
        }
    }
    return first;
}

} // namespace quantiscope
