// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/model_serialization.h"

#include "core/model/subgraphs.h"

#include <onnx/onnx_pb.h>

#include <set>

namespace quantiscope {

namespace {

/// Above this, weights are handed over in place instead of being copied through a protobuf message.
constexpr std::size_t kCopiedWeights = std::size_t(256) << 20;

/// A declaration that ONNX Runtime accepts only together with AddExternalInitializers.
void declareExternal(onnx::TensorProto& tensor, std::size_t bytes)
{
    tensor.clear_raw_data();
    tensor.clear_external_data();
    tensor.set_data_location(onnx::TensorProto::EXTERNAL);
    const auto entry = [&tensor](const char* key, const std::string& value) {
        onnx::StringStringEntryProto* added = tensor.add_external_data();
        added->set_key(key);
        added->set_value(value);
    };
    entry("location", "in-memory");
    entry("offset", "0");
    entry("length", std::to_string(bytes));
}

/// The initializers of @p graph that are read only where @p switches feeds something else.
std::set<std::string> fedAway(const onnx::GraphProto& graph, const SwitchLayout& switches)
{
    std::set<std::string> names;
    std::set<NodeInput> fed;
    for (const FedInput& input : switches.fed) {
        const NodeInput& reader = input.reader;
        fed.insert(reader);
        names.insert(graph.node(static_cast<int>(reader.node)).input(static_cast<int>(reader.input)));
    }
    for (int n = 0; n < graph.node_size(); ++n) {
        const onnx::NodeProto& node = graph.node(n);
        for (int i = 0; i < node.input_size(); ++i) {
            if (!fed.contains({static_cast<std::size_t>(n), static_cast<std::size_t>(i)}))
                names.erase(node.input(i));
        }
        if (hasSubgraphs(node)) {
            for (const std::string& value : outerScopeReads(node))
                names.erase(value);
        }
    }
    for (const onnx::ValueInfoProto& output : graph.output())
        names.erase(output.name());
    return names;
}

} // namespace

ONNXTensorElementDataType runtimeTypeOf(DataType type)
{
    const auto number = static_cast<std::int32_t>(type);
    return number > ONNX_TENSOR_ELEMENT_DATA_TYPE_UNDEFINED && number <= ONNX_TENSOR_ELEMENT_DATA_TYPE_INT4
        ? static_cast<ONNXTensorElementDataType>(number)
        : ONNX_TENSOR_ELEMENT_DATA_TYPE_UNDEFINED;
}

SerializedModel serializeForSession(const Model& model, const WatchedValues& watched, const SwitchLayout* switches)
{
    constexpr std::size_t kSmallWeight = 4096; // shape inference inside ONNX Runtime reads small constants
    const bool inPlace = model.usesExternalData() || model.weightBytes() > kCopiedWeights;
    const onnx::ModelProto& source = model.proto();
    SerializedModel result;
    if (!inPlace && watched.empty() && !switches) {
        source.SerializeToString(&result.bytes);
        return result;
    }

    // Everything but the initializers is copied; they are copied or declared one by one.
    onnx::ModelProto proto;
    proto.set_ir_version(source.ir_version());
    proto.mutable_opset_import()->CopyFrom(source.opset_import());
    proto.mutable_functions()->CopyFrom(source.functions());
    onnx::GraphProto* graph = proto.mutable_graph();
    graph->set_name(source.graph().name());
    graph->mutable_node()->CopyFrom(source.graph().node());
    graph->mutable_input()->CopyFrom(source.graph().input());
    graph->mutable_output()->CopyFrom(source.graph().output());
    graph->mutable_value_info()->CopyFrom(source.graph().value_info());
    const Ort::MemoryInfo memory = Ort::MemoryInfo::CreateCpu(OrtArenaAllocator, OrtMemTypeDefault);
    const std::set<std::string> left = switches ? fedAway(source.graph(), *switches) : std::set<std::string>();
    for (const onnx::TensorProto& tensor : source.graph().initializer()) {
        if (left.contains(tensor.name()))
            continue;
        const std::span<const std::byte> bytes = model.bytesOf(tensor);
        onnx::TensorProto* copy = graph->add_initializer();
        if (!inPlace || bytes.size() < kSmallWeight) {
            if (tensor.data_location() != onnx::TensorProto::EXTERNAL) {
                copy->CopyFrom(tensor);
                continue;
            }
            copy->set_name(tensor.name());
            copy->set_data_type(tensor.data_type());
            copy->mutable_dims()->CopyFrom(tensor.dims());
            copy->set_raw_data(bytes.data(), bytes.size());
            continue;
        }
        copy->set_name(tensor.name());
        copy->set_data_type(tensor.data_type());
        copy->mutable_dims()->CopyFrom(tensor.dims());
        declareExternal(*copy, bytes.size());
        const std::vector<std::int64_t> dims(tensor.dims().begin(), tensor.dims().end());
        // The session only reads weights; the C API has no view of constant memory.
        result.externalValues.push_back(
            Ort::Value::CreateTensor(memory, const_cast<std::byte*>(bytes.data()), bytes.size(), dims.data(),
                                     dims.size(), runtimeTypeOf(static_cast<DataType>(tensor.data_type()))));
        result.externalNames.push_back(tensor.name());
    }
    if (switches)
        addSwitches(proto, *switches);
    addWatchers(proto, watched);
    proto.SerializeToString(&result.bytes);
    return result;
}

} // namespace quantiscope
