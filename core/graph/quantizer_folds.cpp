// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/quantizer_folds.h"

#include "core/graph/float_view.h"

#include <algorithm>
#include <set>

namespace quantiscope {

namespace {

constexpr const char* kDynamicType = "DynamicQuantizeLinear";

/// Does @p node give back the codes that a DynamicQuantizeLinear made, with its own scale?
bool dequantizesDynamic(const Graph& graph, const Node& node)
{
    if (!node.opType.ends_with("DequantizeLinear") || node.outputs.size() != 1 || node.inputs.size() < 2)
        return false;
    const auto codes = graph.producerOf(node.inputs[0]);
    return codes && graph.nodes()[*codes].opType == kDynamicType
        && std::all_of(node.inputs.begin() + 1, node.inputs.end(),
                       [&](const std::string& input) { return input.empty() || graph.producerOf(input) == codes; });
}

} // namespace

QuantizerFolds::QuantizerFolds(const Graph& graph) : m_foldOf(graph.nodes().size(), -1)
{
    const FloatView view(graph);
    for (std::size_t i = 0; i < graph.nodes().size(); ++i) { // makers come before readers
        const Node& node = graph.nodes()[i];
        const bool isDynamic = node.opType == kDynamicType && !node.inputAt(0).empty();
        if (view.isServant(i) || isDynamic || dequantizesDynamic(graph, node))
            add(i, node, source(node.inputs[0]));
    }
}

void QuantizerFolds::add(std::size_t node, const Node& quantizer, const std::string& source)
{
    const auto [fold, isNew] = m_foldOfSource.try_emplace(source, int(m_folds.size()));
    if (isNew)
        m_folds.push_back({source, {}});
    m_folds[std::size_t(fold->second)].nodes.push_back(int(node));
    m_foldOf[node] = fold->second;
    for (const std::string& output : quantizer.outputs) {
        if (!output.empty())
            m_sources.emplace(output, fold->first);
    }
}

int QuantizerFolds::foldOfSource(const std::string& source) const
{
    const auto known = m_foldOfSource.find(source);
    return known == m_foldOfSource.end() ? -1 : known->second;
}

const std::string& QuantizerFolds::source(const std::string& value) const
{
    const auto known = m_sources.find(value);
    return known == m_sources.end() ? value : known->second;
}

std::vector<int> readersOf(const Graph& graph, const QuantizerFolds& folds, int fold)
{
    std::set<int> readers;
    for (const int node : folds.folds()[std::size_t(fold)].nodes) {
        for (const std::string& output : graph.nodes()[std::size_t(node)].outputs) {
            for (const auto list : {graph.consumersOf(output), graph.capturersOf(output)}) {
                for (const std::size_t reader : list) {
                    if (folds.foldOf(reader) != fold)
                        readers.insert(int(reader));
                }
            }
        }
    }
    return {readers.begin(), readers.end()};
}

} // namespace quantiscope
