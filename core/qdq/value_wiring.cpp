// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/qdq/value_wiring.h"

namespace quantiscope {

ValueWiring::ValueWiring(const Graph& graph, GraphRewriter& rewriter) : m_graph(graph), m_rewriter(rewriter)
{
    for (const Node& node : graph.nodes()) {
        m_inputs.push_back(node.inputs);
        m_outputs.push_back(node.outputs);
    }
}

const std::string& ValueWiring::inputOf(std::size_t node, std::size_t position) const
{
    return m_inputs[node][position];
}

const std::string& ValueWiring::outputOf(std::size_t node, std::size_t position) const
{
    return m_outputs[node][position];
}

void ValueWiring::setInput(std::size_t node, std::size_t position, const std::string& value)
{
    m_inputs[node][position] = value;
    m_rewriter.setInput(node, position, value);
}

void ValueWiring::setOutput(std::size_t node, std::size_t position, const std::string& value)
{
    m_outputs[node][position] = value;
    m_rewriter.setOutput(node, position, value);
}

void ValueWiring::removeNode(std::size_t node)
{
    m_outputs[node].clear();
    m_rewriter.removeNode(node);
}

void ValueWiring::renameOutput(const std::string& from, const std::string& to)
{
    for (std::size_t node = 0; node < m_outputs.size(); ++node) {
        for (std::size_t i = 0; i < m_outputs[node].size(); ++i) {
            if (m_outputs[node][i] == from)
                return setOutput(node, i, to);
        }
    }
}

void ValueWiring::redirect(const std::string& from, const std::string& to, const Accept& wanted)
{
    for (const std::size_t node : m_graph.consumersOf(from)) {
        for (std::size_t i = 0; i < m_inputs[node].size(); ++i) {
            if (m_inputs[node][i] == from && wanted(node, i))
                setInput(node, i, to);
        }
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
