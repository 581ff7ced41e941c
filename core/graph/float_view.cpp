// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/float_view.h"

#include <algorithm>

namespace quantiscope {

namespace {

bool isServantNode(const Graph& graph, const Node& node)
{
    const bool isQuantize = node.opType.ends_with("QuantizeLinear") || node.opType.ends_with("DequantizeLinear");
    if (!isQuantize || node.outputs.size() != 1 || node.outputs[0].empty() || node.inputAt(0).empty())
        return false;
    return std::none_of(node.inputs.begin() + 1, node.inputs.end(),
                        [&](const std::string& input) { return graph.producerOf(input).has_value(); });
}

int commonScope(int a, int b, const std::vector<int>& parents)
{
    while (a != b)
        (a > b ? a : b) = parents[std::size_t(std::max(a, b))];
    return a;
}

} // namespace

FloatView::FloatView(const Graph& graph) : m_graph(&graph), m_isServant(graph.nodes().size(), false)
{
    for (std::size_t i = 0; i < graph.nodes().size(); ++i)
        m_isServant[i] = isServantNode(graph, graph.nodes()[i]);
    for (std::size_t i = 0; i < graph.nodes().size(); ++i) {
        if (!m_isServant[i])
            continue;
        // Up to what is known already or no servant's; a ring of servants, which a broken file may hold, ends where it
        // began.
        std::vector<const std::string*> chain;
        const std::string* value = &graph.nodes()[i].outputs[0];
        while (!m_sources.contains(*value)) {
            const auto producer = graph.producerOf(*value);
            if (!producer || !m_isServant[*producer])
                break;
            m_sources.emplace(*value, *value);
            chain.push_back(value);
            value = &graph.nodes()[*producer].inputs[0];
        }
        const std::string start = source(*value);
        for (const std::string* each : chain)
            m_sources[*each] = start;
    }
}

const std::string& FloatView::source(const std::string& value) const
{
    const auto known = m_sources.find(value);
    return known == m_sources.end() ? value : known->second;
}

std::optional<std::size_t> FloatView::producerOf(const std::string& value) const
{
    const auto producer = m_graph->producerOf(source(value));
    return producer && m_isServant[*producer] ? std::nullopt : producer;
}

void FloatView::placeServants(std::vector<int>& scopeOf, const std::vector<int>& parents) const
{
    std::vector<int> open; // those whose readers all have a scope
    std::vector<int> waiting(scopeOf.size(), 0); // for how many servants that read it
    for (std::size_t i = 0; i < scopeOf.size(); ++i) {
        if (!m_isServant[i])
            continue;
        const std::string& made = m_graph->nodes()[i].outputs[0];
        if (const auto producer = producerOf(made)) {
            scopeOf[i] = scopeOf[*producer];
            continue;
        }
        scopeOf[i] = 0;
        const auto readers = m_graph->consumersOf(made);
        waiting[i] = int(std::count_if(readers.begin(), readers.end(), [&](std::size_t r) { return m_isServant[r]; }));
        if (waiting[i] == 0)
            open.push_back(int(i));
    }
    while (!open.empty()) {
        const auto servant = std::size_t(open.back());
        open.pop_back();
        const std::string& made = m_graph->nodes()[servant].outputs[0];
        int scope = -1;
        for (const auto readers : {m_graph->consumersOf(made), m_graph->capturersOf(made)}) {
            for (const std::size_t reader : readers)
                scope = scope < 0 ? scopeOf[reader] : commonScope(scope, scopeOf[reader], parents);
        }
        scopeOf[servant] = std::max(scope, 0);
        const auto maker = m_graph->producerOf(m_graph->nodes()[servant].inputs[0]);
        if (maker && m_isServant[*maker] && --waiting[*maker] == 0)
            open.push_back(int(*maker));
    }
}

} // namespace quantiscope
