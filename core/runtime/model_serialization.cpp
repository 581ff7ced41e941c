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

/// The values that the nodes of @p part of @p graph read, but not where @p switches feeds something else, and the
/// graph's outputs among its own or, of a whole graph, others.
std::set<std::string> readValues(const onnx::GraphProto& graph, const SwitchLayout& switches, const GraphPart& part)
{
    std::set<NodeInput> fed;
    for (const FedInput& input : switches.fed)
        fed.insert(input.reader);
    std::set<std::string> names(part.results.begin(), part.results.end());
    for (std::size_t n = part.first; n < part.last; ++n) {
        const onnx::NodeProto& node = graph.node(static_cast<int>(n));
        for (int i = 0; i < node.input_size(); ++i) {
            if (!fed.contains({n, static_cast<std::size_t>(i)}))
                names.insert(node.input(i));
        }
        if (hasSubgraphs(node)) {
            const std::set<std::string> outer = outerScopeReads(node);
            names.insert(outer.begin(), outer.end());
        }
    }
    return names;
}

/// Adds the values of @p from that @p wanted accepts to @p to, those that are not there yet.
template <typename Wanted>
void addValues(google::protobuf::RepeatedPtrField<onnx::ValueInfoProto>& to,
               const google::protobuf::RepeatedPtrField<onnx::ValueInfoProto>& from, std::set<std::string>& there,
               const Wanted& wanted)
{
    for (const onnx::ValueInfoProto& value : from) {
        if (wanted(value.name()) && there.insert(value.name()).second)
            *to.Add() = value;
    }
}

/// Everything of @p source but nodes, values and initializers.
onnx::ModelProto frameOf(const onnx::ModelProto& source)
{
    onnx::ModelProto proto;
    proto.set_ir_version(source.ir_version());
    proto.mutable_opset_import()->CopyFrom(source.opset_import());
    proto.mutable_functions()->CopyFrom(source.functions());
    proto.mutable_graph()->set_name(source.graph().name());
    return proto;
}

/// Copies or declares the initializers that @p isWanted accepts, one by one.
template <typename Wanted>
void addInitializers(const Model& model, bool inPlace, const Wanted& isWanted, onnx::GraphProto& graph,
                     SerializedModel& result)
{
    constexpr std::size_t kSmallWeight = 4096; // shape inference inside ONNX Runtime reads small constants
    const Ort::MemoryInfo memory = Ort::MemoryInfo::CreateCpu(OrtArenaAllocator, OrtMemTypeDefault);
    for (const onnx::TensorProto& tensor : model.graph().initializer()) {
        if (!isWanted(tensor.name()))
            continue;
        const std::span<const std::byte> bytes = model.bytesOf(tensor);
        onnx::TensorProto* copy = graph.add_initializer();
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
}

bool keepsWeightsInPlace(const Model& model)
{
    return model.usesExternalData() || model.weightBytes() > kCopiedWeights;
}

} // namespace

ONNXTensorElementDataType runtimeTypeOf(DataType type)
{
    const auto number = static_cast<std::int32_t>(type);
    return number > ONNX_TENSOR_ELEMENT_DATA_TYPE_UNDEFINED && number <= ONNX_TENSOR_ELEMENT_DATA_TYPE_INT4
        ? static_cast<ONNXTensorElementDataType>(number)
        : ONNX_TENSOR_ELEMENT_DATA_TYPE_UNDEFINED;
}

SerializedModel serializeForSession(const Model& model, const WatchedValues& watched)
{
    const bool inPlace = keepsWeightsInPlace(model);
    const onnx::ModelProto& source = model.proto();
    SerializedModel result;
    if (!inPlace && watched.empty()) {
        source.SerializeToString(&result.bytes);
        return result;
    }
    onnx::ModelProto proto = frameOf(source);
    onnx::GraphProto* graph = proto.mutable_graph();
    graph->mutable_node()->CopyFrom(source.graph().node());
    graph->mutable_input()->CopyFrom(source.graph().input());
    graph->mutable_output()->CopyFrom(source.graph().output());
    graph->mutable_value_info()->CopyFrom(source.graph().value_info());
    addInitializers(
        model, inPlace, [](const std::string&) { return true; }, *graph, result);
    addWatchers(proto, watched);
    proto.SerializeToString(&result.bytes);
    return result;
}

SerializedModel serializeSwitched(const Model& model, const SwitchLayout& switches, const GraphPart& part)
{
    const onnx::GraphProto& source = model.graph();
    SerializedModel result;
    onnx::ModelProto proto = frameOf(model.proto());
    onnx::GraphProto* graph = proto.mutable_graph();
    std::set<std::string> made;
    for (std::size_t n = part.first; n < part.last; ++n) {
        const onnx::NodeProto& node = source.node(static_cast<int>(n));
        *graph->add_node() = node;
        made.insert(node.output().begin(), node.output().end());
    }
    const std::set<std::string> inputs(part.inputs.begin(), part.inputs.end());
    std::set<std::string> outputs(part.results.begin(), part.results.end());
    outputs.insert(part.handed.begin(), part.handed.end());
    const auto addFrom = [&source](auto& to, const auto& wanted) {
        std::set<std::string> there;
        for (const auto* values : {&source.input(), &source.output(), &source.value_info()})
            addValues(to, *values, there, wanted);
    };
    addFrom(*graph->mutable_input(), [&](const std::string& name) { return inputs.contains(name); });
    addFrom(*graph->mutable_output(), [&](const std::string& name) { return outputs.contains(name); });
    addFrom(*graph->mutable_value_info(),
            [&](const std::string& name) { return made.contains(name) && !outputs.contains(name); });
    const std::set<std::string> read = readValues(source, switches, part);
    addInitializers(
        model, keepsWeightsInPlace(model), [&read](const std::string& name) { return read.contains(name); }, *graph,
        result);
    addSwitches(proto, switches, part);
    proto.SerializeToString(&result.bytes);
    return result;
}

} // namespace quantiscope
