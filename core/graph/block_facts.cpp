// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/block_facts.h"

#include "core/graph/node_folders.h"

#include <algorithm>
#include <map>
#include <optional>

namespace quantiscope {

namespace {

bool hasStride(const Graph& graph, std::size_t node)
{
    const auto strides = graph.intsAttribute(node, "strides");
    return strides && std::any_of(strides->begin(), strides->end(), [](std::int64_t stride) { return stride > 1; });
}

bool isOneOf(const std::string& type, std::initializer_list<const char*> types)
{
    return std::find(types.begin(), types.end(), type) != types.end();
}

} // namespace

BlockFacts::BlockFacts(const Graph& graph, const FloatView& view)
    : m_graph(graph), m_view(view), m_consumers(graph.nodes().size()), m_kinds(graph.nodes().size())
{
    for (std::size_t i = 0; i < graph.nodes().size(); ++i) {
        if (view.isServant(i))
            continue;
        const Node& node = graph.nodes()[i];
        for (const auto* reads : {&node.inputs, &node.captures}) {
            for (const std::string& value : *reads) {
                const auto producer = view.producerOf(value);
                if (producer && (m_consumers[*producer].empty() || m_consumers[*producer].back() != int(i)))
                    m_consumers[*producer].push_back(int(i));
            }
        }
        Kind& kind = m_kinds[i];
        kind.hasWeights = std::any_of(node.inputs.begin(), node.inputs.end(), [&](const std::string& input) {
            const std::string& weight = view.source(input);
            return graph.isInitializer(weight) && graph.initializerShape(weight).size() >= 2;
        });
        if (!node.isStandard())
            continue;
        kind.isConvolution = isOneOf(node.opType, {"Conv", "ConvTranspose"});
        kind.enlarges =
            isOneOf(node.opType, {"Resize", "Upsample"}) || (node.opType == "ConvTranspose" && hasStride(graph, i));
        kind.isClassifier = isOneOf(node.opType, {"Gemm", "GlobalAveragePool", "GlobalMaxPool"});
        kind.changesResolution = kind.enlarges || kind.isClassifier
            || (isOneOf(node.opType, {"Conv", "MaxPool", "AveragePool", "LpPool"}) && hasStride(graph, i));
    }
}

bool BlockFacts::isStart(int node) const
{
    const Kind& kind = m_kinds[std::size_t(node)];
    return kind.hasWeights || kind.changesResolution;
}

std::string BlockFacts::sharedPrefix(const std::vector<int>& nodes, const std::string& around) const
{
    std::optional<std::vector<std::string>> shared; // parts by place, "" where they differ
    for (const int node : nodes) {
        for (const std::string& input : m_graph.nodes()[std::size_t(node)].inputs) {
            const std::string& weight = m_view.source(input);
            if (!m_graph.isInitializer(weight))
                continue;
            const std::vector<std::string> parts = dottedPrefix(weight);
            if (parts.empty())
                continue;
            if (!shared) {
                shared = parts;
                continue;
            }
            shared->resize(std::min(shared->size(), parts.size()));
            for (std::size_t i = 0; i < shared->size(); ++i) {
                if ((*shared)[i] != parts[i])
                    (*shared)[i].clear();
            }
        }
    }
    const std::vector<std::string> known = dottedPrefix(around + ".");
    std::string name;
    for (const std::string& part : shared.value_or(std::vector<std::string>())) {
        if (!part.empty() && std::find(known.begin(), known.end(), part) == known.end())
            name += (name.empty() ? "" : ".") + part;
    }
    return name;
}

std::vector<std::string> BlockFacts::namesOf(std::span<const std::vector<int>> blocks, const std::string& around) const
{
    const auto anyOf = [this](const std::vector<int>& nodes, bool Kind::*what) {
        return std::any_of(nodes.begin(), nodes.end(), [&](int node) { return m_kinds[std::size_t(node)].*what; });
    };
    const bool isPicture = around.empty() && std::any_of(blocks.begin(), blocks.end(), [&](const auto& nodes) {
                               return anyOf(nodes, &Kind::isConvolution);
                           });

    std::vector<std::string> names;
    std::map<std::string, int> total;
    bool enlarged = false;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        enlarged = enlarged || anyOf(blocks[i], &Kind::enlarges);
        std::string name = sharedPrefix(blocks[i], around);
        if (name.empty() && isPicture) {
            const bool isHead = i + 1 == blocks.size() && anyOf(blocks[i], &Kind::isClassifier);
            name = i == 0 ? "stem" : isHead ? "head" : enlarged ? "neck " : "stage ";
        } else if (name.empty()) {
            name = "block ";
        }
        ++total[name];
        names.push_back(std::move(name));
    }
    std::map<std::string, int> number;
    for (std::string& name : names) {
        const bool wantsNumber = name.ends_with(' ');
        const int k = ++number[name];
        if (wantsNumber)
            name += std::to_string(k);
        else if (total[name] > 1)
            name += " " + std::to_string(k);
    }
    return names;
}

} // namespace quantiscope
