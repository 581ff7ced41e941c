// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/sha256.h"
#include "core/model/model.h"
#include "core/model/subgraphs.h"
#include "core/model/tensor_proto_data.h"

#include <onnx/onnx_pb.h>

#include <algorithm>
#include <map>

namespace quantiscope {

namespace {

/// Removes what does not change results from a node: documentation, metadata, the way tensors are stored.
void reduceNode(onnx::NodeProto& node);

void reduceGraph(onnx::GraphProto& graph)
{
    graph.clear_doc_string();
    graph.clear_metadata_props();
    graph.clear_value_info();
    graph.clear_name();
    for (auto& node : *graph.mutable_node())
        reduceNode(node);
}

void reduceTensor(onnx::TensorProto& tensor)
{
    tensor.clear_doc_string();
    tensor.clear_metadata_props();
    if (rawByteCount(tensor))
        moveToRawData(tensor);
}

void reduceNode(onnx::NodeProto& node)
{
    node.clear_doc_string();
    node.clear_metadata_props();
    for (auto& attribute : *node.mutable_attribute()) {
        attribute.clear_doc_string();
        if (attribute.has_t())
            reduceTensor(*attribute.mutable_t());
        for (auto& tensor : *attribute.mutable_tensors())
            reduceTensor(tensor);
    }
    forEachSubgraph(node, [](onnx::GraphProto& graph) {
        reduceGraph(graph);
        for (auto& tensor : *graph.mutable_initializer())
            reduceTensor(tensor);
    });
}

/// Protobuf serializes these messages, which have no maps, the same way every time.
template <typename Message>
void addMessage(Sha256& hash, const Message& message)
{
    hash.addField(message.SerializeAsString());
}

void addValues(Sha256& hash, const google::protobuf::RepeatedPtrField<onnx::ValueInfoProto>& values)
{
    hash.addField(std::to_string(values.size()));
    for (const auto& value : values) {
        hash.addField(value.name());
        addMessage(hash, value.type());
    }
}

/// False when canceled.
bool addBytes(Sha256& hash, std::span<const std::byte> bytes, const Feedback& feedback)
{
    constexpr std::size_t kBlock = std::size_t(4) << 20; // some milliseconds
    for (std::size_t at = 0; at < bytes.size(); at += kBlock) {
        if (feedback.isCanceled())
            return false;
        hash.add(bytes.subspan(at, std::min(kBlock, bytes.size() - at)));
    }
    return !feedback.isCanceled();
}

/// False when canceled.
bool addInitializers(Sha256& hash, const Model& model, const Feedback& feedback)
{
    std::map<std::string, const onnx::TensorProto*> byName;
    for (const auto& initializer : model.graph().initializer())
        byName.emplace(initializer.name(), &initializer);
    hash.addField(std::to_string(byName.size()));
    for (const auto& [name, tensor] : byName) {
        hash.addField(name);
        hash.addField(std::to_string(tensor->data_type()));
        hash.addField(shapeListText(Shape(tensor->dims().begin(), tensor->dims().end())));
        for (const auto& text : tensor->string_data())
            hash.addField(text);
        const auto bytes = model.bytesOf(*tensor);
        hash.addField(std::to_string(bytes.size()));
        if (!addBytes(hash, bytes, feedback))
            return false;
    }
    return true;
}

} // namespace

std::string Model::contentHash() const
{
    return *contentHash(Feedback());
}

Result<std::string> Model::contentHash(const Feedback& feedback) const
{
    Sha256 hash;
    hash.addField("quantiscope model 1");
    std::map<std::string, std::int64_t> opsets;
    for (const auto& import : proto().opset_import())
        opsets[import.domain()] = import.version();
    for (const auto& [domain, version] : opsets) {
        hash.addField(domain);
        hash.addField(std::to_string(version));
    }
    addValues(hash, graph().input());
    addValues(hash, graph().output());
    hash.addField(std::to_string(graph().node_size()));
    for (onnx::NodeProto node : graph().node()) {
        reduceNode(node);
        addMessage(hash, node);
    }
    for (const auto& function : proto().functions())
        addMessage(hash, function);
    if (!addInitializers(hash, *this, feedback))
        return Error{ErrorCode::Canceled, "Hashing the model was canceled.", {}};
    return hash.hexDigest();
}

} // namespace quantiscope
