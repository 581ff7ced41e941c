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

onnx::NodeProto observerOf(const std::string& value, std::size_t slot)
{
    onnx::NodeProto node;
    node.set_op_type(kObserveOperator);
    node.set_domain(kObserverDomain);
    node.set_name(std::string(kObserverDomain) + "." + std::to_string(slot));
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

} // namespace

void addObservers(onnx::ModelProto& model, std::span<const std::string> observed)
{
    if (observed.empty())
        return;
    onnx::OperatorSetIdProto* opset = model.add_opset_import();
    opset->set_domain(kObserverDomain);
    opset->set_version(1);
    onnx::GraphProto& graph = *model.mutable_graph();
    const std::unordered_set<std::string> read = readValues(graph, observed);
    google::protobuf::RepeatedPtrField<onnx::NodeProto> nodes;
    google::protobuf::RepeatedPtrField<onnx::NodeProto> goingOn;
    for (onnx::NodeProto& node : *graph.mutable_node()) {
        const bool isRead = std::any_of(node.output().begin(), node.output().end(),
                                        [&read](const std::string& value) { return read.contains(value); });
        (isRead ? goingOn : nodes).Add(std::move(node));
    }
    for (std::size_t slot = observed.size(); slot-- > 0;)
        nodes.Add(observerOf(observed[slot], slot));
    for (onnx::NodeProto& node : goingOn)
        nodes.Add(std::move(node));
    graph.mutable_node()->Swap(&nodes);
}

} // namespace quantiscope
