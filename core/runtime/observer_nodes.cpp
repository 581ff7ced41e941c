// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/observer_nodes.h"

#include "core/model/subgraphs.h"

#include <onnx/onnx_pb.h>

#include <algorithm>
#include <cstdint>
#include <unordered_set>
#include <utility>

namespace quantiscope {

namespace {

constexpr std::size_t kMany = 1000; ///< fewer observers cost ONNX Runtime's sorting some milliseconds

/// @p end begins the end of its name.
onnx::NodeProto watcherOf(std::initializer_list<std::string> values, const char* opType, const std::string& end,
                          std::size_t slot)
{
    onnx::NodeProto node;
    node.set_op_type(opType);
    node.set_domain(kObserverDomain);
    node.set_name(kObserverDomain + end + std::to_string(slot));
    for (const std::string& value : values)
        node.add_input(value);
    onnx::AttributeProto* attribute = node.add_attribute();
    attribute->set_name(kSlotAttribute);
    attribute->set_type(onnx::AttributeProto::INT);
    attribute->set_i(static_cast<std::int64_t>(slot));
    return node;
}

/// Everything that a node of @p graph reads or an observer will.
std::unordered_set<std::string> readValues(const onnx::GraphProto& graph, std::span<const std::string> observed)
{
    std::unordered_set<std::string> values(observed.begin(), observed.end());
    for (const onnx::NodeProto& node : graph.node()) {
        values.insert(node.input().begin(), node.input().end());
        if (hasSubgraphs(node)) {
            for (const std::string& value : outerScopeReads(node))
                values.insert(value);
        }
    }
    values.erase(""); // an input that is left out
    return values;
}

bool hasQdq(const onnx::GraphProto& graph)
{
    bool found = false;
    forEachNode(graph, [&found](const onnx::NodeProto& node) {
        found = found || node.op_type() == "QuantizeLinear" || node.op_type() == "DequantizeLinear";
    });
    return found;
}

/// Takes the nodes out of @p graph of which something is read.
google::protobuf::RepeatedPtrField<onnx::NodeProto> takeReadNodes(onnx::GraphProto& graph,
                                                                  std::span<const std::string> observed)
{
    const std::unordered_set<std::string> values = readValues(graph, observed);
    google::protobuf::RepeatedPtrField<onnx::NodeProto> readNodes;
    google::protobuf::RepeatedPtrField<onnx::NodeProto> others;
    for (onnx::NodeProto& node : *graph.mutable_node()) {
        const bool isRead = std::any_of(node.output().begin(), node.output().end(),
                                        [&values](const std::string& value) { return values.contains(value); });
        (isRead ? readNodes : others).Add(std::move(node));
    }
    graph.mutable_node()->Swap(&others);
    return readNodes;
}

} // namespace

void addWatchers(onnx::ModelProto& model, const WatchedValues& watched)
{
    if (watched.empty())
        return;
    onnx::OperatorSetIdProto* opset = model.add_opset_import();
    opset->set_domain(kObserverDomain);
    opset->set_version(1);
    onnx::GraphProto& graph = *model.mutable_graph();
    google::protobuf::RepeatedPtrField<onnx::NodeProto> readNodes;
    if (watched.observed.size() >= kMany && !hasQdq(graph))
        readNodes = takeReadNodes(graph, watched.observed);
    for (std::size_t slot = watched.observed.size(); slot-- > 0;)
        *graph.add_node() = watcherOf({watched.observed[slot]}, kObserveOperator, ".", slot);
    for (std::size_t slot = watched.compared.size(); slot-- > 0;)
        *graph.add_node() = watcherOf({watched.compared[slot].first, watched.compared[slot].second}, kCompareOperator,
                                      ".compare.", slot);
    for (onnx::NodeProto& node : readNodes)
        graph.mutable_node()->Add(std::move(node));
}

} // namespace quantiscope
