// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/structure_hash.h"

#include "core/model/subgraphs.h"

#include <onnx/onnx_pb.h>

#include <string_view>
#include <unordered_map>

namespace quantiscope {

namespace {

/// FNV-1a, by which numbers do not depend on the library.
std::uint64_t hashOf(std::string_view text)
{
    std::uint64_t hash = 0xCBF29CE484222325U;
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
    return hash;
}

std::uint64_t mixed(std::uint64_t hash, std::uint64_t value)
{
    hash ^= value + 0x9E3779B97F4A7C15U + (hash << 6) + (hash >> 2);
    hash *= 0xBF58476D1CE4E5B9U;
    return hash ^ (hash >> 29);
}

std::uint64_t labelOf(const onnx::NodeProto& node)
{
    std::uint64_t hash = mixed(hashOf(node.op_type()), hashOf(node.domain()));
    std::uint64_t attributes = 0; // a sum: their order says nothing
    for (const onnx::AttributeProto& attribute : node.attribute()) {
        if (attribute.name() == "group") {
            attributes += mixed(hashOf("group"), attribute.i() > 1 ? 2 : 1);
            continue;
        }
        onnx::AttributeProto bare = attribute;
        bare.clear_doc_string();
        attributes += hashOf(bare.SerializeAsString());
    }
    return mixed(hash, attributes);
}

std::uint64_t kindOf(const Graph& graph, const std::string& value)
{
    if (value.empty())
        return 1;
    if (!graph.isInitializer(value))
        return 2;
    const TensorSpec* spec = graph.spec(value);
    return spec ? mixed(3 + std::uint64_t(spec->type), spec->shape.size()) : 3;
}

} // namespace

StructureHash::StructureHash(const Graph& graph, const Feedback& feedback)
    : m_reads(graph.nodes().size()), m_place(graph.nodes().size(), 0), m_group(graph.nodes().size(), 0)
{
    std::unordered_map<std::string_view, std::uint64_t> places; // of outputs that are not the first of their node
    for (const Node& node : graph.nodes()) {
        for (std::size_t output = 1; output < node.outputs.size(); ++output)
            places.emplace(node.outputs[output], output);
    }
    m_labels.reserve(graph.nodes().size());
    for (std::size_t i = 0; i < graph.nodes().size() && !feedback.isCanceled(); ++i) {
        m_labels.push_back(labelOf(graph.model().graph().node(static_cast<int>(i))));
        for (const std::string& input : graph.nodes()[i].inputs) {
            const auto producer = graph.producerOf(input);
            if (!producer) {
                m_reads[i].push_back({-1, kindOf(graph, input)});
                continue;
            }
            const auto place = places.find(input);
            m_reads[i].push_back({static_cast<int>(*producer), place == places.end() ? 0 : place->second});
        }
    }
}

std::uint64_t StructureHash::of(const std::vector<int>& nodes)
{
    ++m_groups;
    std::uint64_t hash = nodes.size();
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const auto node = std::size_t(nodes[i]);
        m_group[node] = m_groups;
        m_place[node] = static_cast<int>(i);
        hash = mixed(hash, m_labels[node]);
        for (const Read& read : m_reads[node]) {
            const bool isInside = read.producer >= 0 && m_group[std::size_t(read.producer)] == m_groups;
            // What comes from outside is the same whoever makes it there, a node or an input.
            const std::uint64_t from = isInside ? 4 + std::uint64_t(m_place[std::size_t(read.producer)]) : 0;
            hash = mixed(mixed(hash, from), isInside || read.producer < 0 ? read.label : 2);
        }
    }
    return hash;
}

} // namespace quantiscope
