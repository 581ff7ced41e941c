// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/subgraphs.h"

#include "core/model/message_text.h"

#include <onnx/onnx_pb.h>

#include <algorithm>
#include <vector>

namespace quantiscope {

namespace {

void collectReads(const onnx::GraphProto& graph, std::set<std::string>& reads)
{
    std::set<std::string> made;
    for (const auto& input : graph.input())
        made.insert(input.name());
    for (const auto& initializer : graph.initializer())
        made.insert(initializer.name());
    for (const auto& initializer : graph.sparse_initializer())
        made.insert(initializer.values().name());
    for (const auto& node : graph.node())
        made.insert(node.output().begin(), node.output().end());

    const auto read = [&](const std::string& name) {
        if (!name.empty() && !made.contains(name))
            reads.insert(name);
    };
    for (const auto& node : graph.node()) {
        std::for_each(node.input().begin(), node.input().end(), read);
        const std::set<std::string> inner = outerScopeReads(node);
        std::for_each(inner.begin(), inner.end(), read);
    }
    for (const auto& output : graph.output())
        read(output.name());
}

using TensorVisit = std::function<void(onnx::TensorProto&, const std::string&)>;

void visitSparseTensor(onnx::SparseTensorProto& sparse, const std::string& what, const TensorVisit& visit)
{
    if (sparse.has_values())
        visit(*sparse.mutable_values(), "values of the " + what);
    if (sparse.has_indices())
        visit(*sparse.mutable_indices(), "indices of the " + what);
}

void visitAttributeTensors(onnx::NodeProto& node, const TensorVisit& visit)
{
    for (auto& attribute : *node.mutable_attribute()) {
        const auto what = [&] { return "tensor attribute " + inQuotes(attribute.name()) + " of " + describe(node); };
        if (attribute.has_t())
            visit(*attribute.mutable_t(), what());
        for (auto& tensor : *attribute.mutable_tensors())
            visit(tensor, what());
        const auto visitSparse = [&](onnx::SparseTensorProto& sparse) {
            visitSparseTensor(sparse, "sparse " + what(), visit);
        };
        if (attribute.has_sparse_tensor())
            visitSparse(*attribute.mutable_sparse_tensor());
        for (auto& sparse : *attribute.mutable_sparse_tensors())
            visitSparse(sparse);
    }
}

void visitSubgraphTensors(onnx::NodeProto& owner, const TensorVisit& visit)
{
    forEachSubgraph(owner, [&](onnx::GraphProto& graph) {
        for (auto& tensor : *graph.mutable_initializer())
            visit(tensor, "initializer " + inQuotes(tensor.name()) + " in a subgraph of " + describe(owner));
        forEachInnerTensor(graph, visit);
    });
}

} // namespace

bool hasSubgraphs(const onnx::NodeProto& node)
{
    return std::any_of(node.attribute().begin(), node.attribute().end(),
                       [](const auto& attribute) { return attribute.has_g() || attribute.graphs_size() > 0; });
}

int subgraphDepth(const onnx::GraphProto& graph)
{
    // Breadth first, one level at a time: a file made by hand may nest deeper than the stack allows.
    std::vector<const onnx::GraphProto*> level{&graph};
    for (int depth = 0;; ++depth) {
        std::vector<const onnx::GraphProto*> below;
        for (const auto* current : level) {
            for (const auto& node : current->node())
                forEachSubgraph(node, [&](const onnx::GraphProto& inner) { below.push_back(&inner); });
        }
        if (below.empty() || depth > kDeepestSubgraph)
            return depth;
        level = std::move(below);
    }
}

void forEachSubgraph(const onnx::NodeProto& node, const std::function<void(const onnx::GraphProto&)>& visit)
{
    for (const auto& attribute : node.attribute()) {
        if (attribute.has_g())
            visit(attribute.g());
        for (const auto& graph : attribute.graphs())
            visit(graph);
    }
}

void forEachSubgraph(onnx::NodeProto& node, const std::function<void(onnx::GraphProto&)>& visit)
{
    for (auto& attribute : *node.mutable_attribute()) {
        if (attribute.has_g())
            visit(*attribute.mutable_g());
        for (auto& graph : *attribute.mutable_graphs())
            visit(graph);
    }
}

void forEachNode(const onnx::GraphProto& graph, const std::function<void(const onnx::NodeProto&)>& visit)
{
    for (const auto& node : graph.node()) {
        visit(node);
        forEachSubgraph(node, [&](const onnx::GraphProto& inner) { forEachNode(inner, visit); });
    }
}

void forEachNode(onnx::GraphProto& graph, const std::function<void(onnx::NodeProto&)>& visit)
{
    for (auto& node : *graph.mutable_node()) {
        visit(node);
        forEachSubgraph(node, [&](onnx::GraphProto& inner) { forEachNode(inner, visit); });
    }
}

const onnx::AttributeProto* findAttribute(const onnx::NodeProto& node, std::string_view name)
{
    const auto found = std::find_if(node.attribute().begin(), node.attribute().end(),
                                    [name](const auto& attribute) { return attribute.name() == name; });
    return found == node.attribute().end() ? nullptr : &*found;
}

void collectValueNames(const onnx::GraphProto& graph, std::unordered_set<std::string>& names)
{
    for (const auto* values : {&graph.input(), &graph.output()}) {
        for (const auto& value : *values)
            names.insert(value.name());
    }
    for (const auto& initializer : graph.initializer())
        names.insert(initializer.name());
    for (const auto& initializer : graph.sparse_initializer())
        names.insert(initializer.values().name());
    for (const auto& node : graph.node()) {
        names.insert(node.output().begin(), node.output().end());
        names.insert(node.input().begin(), node.input().end());
        forEachSubgraph(node, [&](const onnx::GraphProto& inner) { collectValueNames(inner, names); });
    }
}

std::set<std::string> outerScopeReads(const onnx::NodeProto& node)
{
    std::set<std::string> reads;
    forEachSubgraph(node, [&](const onnx::GraphProto& graph) { collectReads(graph, reads); });
    return reads;
}

void forEachInnerTensor(onnx::GraphProto& graph, const TensorVisit& visit)
{
    for (auto& sparse : *graph.mutable_sparse_initializer()) {
        visitSparseTensor(sparse, "sparse initializer " + inQuotes(sparse.values().name()), visit);
    }
    for (auto& node : *graph.mutable_node()) {
        visitAttributeTensors(node, visit);
        visitSubgraphTensors(node, visit);
    }
}

} // namespace quantiscope
