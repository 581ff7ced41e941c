// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/qdq/value_wiring.h"

namespace quantiscope {

ValueWiring::ValueWiring(const Graph& graph, GraphRewriter& rewriter) : m_graph(graph), m_rewriter(rewriter)
{
    for (std::size_t node = 0; node < graph.nodes().size(); ++node) {
        m_inputs.push_back(graph.nodes()[node].inputs);
        for (std::size_t i = 0; i < graph.nodes()[node].outputs.size(); ++i)
            m_makers.emplace(graph.nodes()[node].outputs[i], std::pair(node, i));
    }
}

const std::string& ValueWiring::inputOf(std::size_t node, std::size_t position) const
{
    return m_inputs[node][position];
}

void ValueWiring::setInput(std::size_t node, std::size_t position, const std::string& value)
{
    m_inputs[node][position] = value;
    m_rewriter.setInput(node, position, value);
}

void ValueWiring::removeNode(std::size_t node)
{
    for (const std::string& output : m_graph.nodes()[node].outputs)
        m_makers.erase(output);
    m_rewriter.removeNode(node);
}

void ValueWiring::renameOutput(const std::string& from, const std::string& to)
{
    const auto at = m_makers.find(from);
    if (at == m_makers.end())
        return;
    const auto [node, output] = at->second;
    m_makers.erase(at);
    m_makers.insert_or_assign(to, std::pair(node, output));
    m_rewriter.setOutput(node, output, to);
}

void ValueWiring::redirect(const std::string& from, const std::string& to, const Accept& wanted)
{
    for (const std::size_t node : m_graph.consumersOf(from))
        redirectReader(node, from, to, wanted);
}

void ValueWiring::redirectReader(std::size_t reader, const std::string& from, const std::string& to,
                                 const Accept& wanted)
{
    for (std::size_t i = 0; i < m_inputs[reader].size(); ++i) {
        if (m_inputs[reader][i] == from && wanted(reader, i))
            setInput(reader, i, to);
    }
}

std::vector<std::size_t> ValueWiring::readersOf(const std::string& value, const Accept& wanted) const
{
    std::vector<std::size_t> readers;
    for (const std::size_t node : m_graph.consumersOf(value)) {
        if (!readers.empty() && readers.back() == node)
            continue;
        for (std::size_t i = 0; i < m_inputs[node].size(); ++i) {
            if (m_inputs[node][i] == value && wanted(node, i)) {
                readers.push_back(node);
                break;
            }
        }
    }
    return readers;
}

} // namespace quantiscope
