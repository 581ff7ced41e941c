// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/qdq/stand_ins.h"

#include "core/graph/equal_nodes.h"

#include <algorithm>
#include <unordered_set>

namespace quantiscope {

namespace {

/// One name for all values that are equal in a graph.
class SameValues
{
public:
    /// @p first is firstEqualNodes() of @p graph.
    SameValues(const Graph& graph, const std::vector<std::size_t>& first)
    {
        for (std::size_t i = 0; i < first.size(); ++i) {
            const std::vector<std::string>& outputs = graph.nodes()[i].outputs;
            for (std::size_t k = 0; k < outputs.size() && first[i] != i; ++k)
                m_names.emplace(outputs[k], graph.nodes()[first[i]].outputs[k]);
        }
    }

    [[nodiscard]] const std::string& of(const std::string& value) const
    {
        const auto known = m_names.find(value);
        return known == m_names.end() ? value : known->second;
    }

private:
    std::unordered_map<std::string, std::string> m_names;
};

/// The names of the nodes of @p original between what the prepared node @p node makes and what it reads; @p made are
/// the values that the prepared graph makes.
std::set<std::string> workOf(const Node& node, const Graph& original, const SameValues& same,
                             const std::unordered_set<std::string>& made)
{
    std::set<std::string> work;
    if (original.nodeNamed(node.name))
        work.insert(node.name);
    std::set<std::string> seen;
    for (const std::string& input : node.inputs)
        seen.insert(same.of(input));
    std::vector<std::string> open(node.outputs.begin(), node.outputs.end());
    for (std::size_t i = 0; i < open.size(); ++i) {
        const std::string& value = same.of(open[i]);
        // A value that the prepared graph makes elsewhere is another node's work.
        const bool isElsewhere = i >= node.outputs.size() && made.count(value) > 0;
        const auto producer = original.producerOf(open[i]);
        if (isElsewhere || !producer || !seen.insert(value).second)
            continue;
        const Node& source = original.nodes()[*producer];
        work.insert(source.name);
        open.insert(open.end(), source.inputs.begin(), source.inputs.end());
    }
    return work;
}

/// A node that makes a value which the original lacks, the first of two into which one was split, does the work of the
/// first that reads it: of all readers it would tie nodes together that have nothing else in common. Readers come
/// behind it: their @p works are known.
std::set<std::string> workOfReader(const Node& node, const Graph& prepared,
                                   const std::vector<std::set<std::string>>& works)
{
    for (const std::string& output : node.outputs) {
        if (const auto readers = prepared.consumersOf(output); !readers.empty())
            return works[readers.front()];
    }
    return {};
}

} // namespace

StandIns::StandIns(const Graph& original, const Graph& prepared)
{
    const std::vector<std::size_t> first = firstEqualNodes(original, [](std::size_t) { return true; });
    const SameValues same(original, first);
    std::unordered_set<std::string> made;
    for (const Node& node : prepared.nodes()) {
        for (const std::string& output : node.outputs)
            made.insert(same.of(output));
    }
    std::vector<std::set<std::string>> works(prepared.nodes().size());
    for (std::size_t i = prepared.nodes().size(); i-- > 0;) {
        const Node& node = prepared.nodes()[i];
        works[i] = workOf(node, original, same, made);
        if (works[i].empty())
            works[i] = workOfReader(node, prepared, works);
        for (const std::string& name : works[i])
            m_standIns[name].insert(node.name);
        m_standIns[node.name].insert(node.name);
    }
    // What is left of equal nodes stands for those that are gone.
    std::map<std::size_t, std::set<std::string>> left;
    for (std::size_t i = 0; i < first.size(); ++i) {
        if (const auto found = m_standIns.find(original.nodes()[i].name); found != m_standIns.end())
            left[first[i]].insert(found->second.begin(), found->second.end());
    }
    for (std::size_t i = 0; i < first.size(); ++i) {
        if (const auto twins = left.find(first[i]); twins != left.end())
            m_standIns.emplace(original.nodes()[i].name, twins->second);
    }
    for (const auto& [name, standIns] : m_standIns) {
        for (const std::string& standIn : standIns) {
            if (original.nodeNamed(name))
                m_works[standIn].push_back(name);
        }
    }
}

bool StandIns::doesWorkBesides(const std::string& prepared, const std::set<std::string>& nodes) const
{
    const auto works = m_works.find(prepared);
    return works != m_works.end()
        && std::any_of(works->second.begin(), works->second.end(),
                       [&nodes](const std::string& name) { return !nodes.contains(name); });
}

std::set<std::string> StandIns::of(const std::set<std::string>& wanted) const
{
    std::set<std::string> standIns;
    for (const std::string& name : wanted) {
        if (const auto found = m_standIns.find(name); found != m_standIns.end())
            standIns.insert(found->second.begin(), found->second.end());
    }
    return standIns;
}

} // namespace quantiscope
