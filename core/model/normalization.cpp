// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/normalization.h"

#include "core/model/message_text.h"
#include "core/model/sparse_initializers.h"
#include "core/model/subgraphs.h"
#include "core/model/tensor_proto_data.h"
#include "core/model/weights_aside.h"

#include <onnx/onnx_pb.h>

#include <algorithm>
#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace quantiscope {

namespace {

constexpr std::string_view kStandardDomain = "ai.onnx";

template <typename Owner>
Result<void> mergeImports(Owner& owner)
{
    std::map<std::string, std::int64_t> versions;
    google::protobuf::RepeatedPtrField<onnx::OperatorSetIdProto> merged;
    for (auto& import : *owner.mutable_opset_import()) {
        if (import.domain() == kStandardDomain)
            import.set_domain("");
        const auto [known, added] = versions.emplace(import.domain(), import.version());
        if (added) {
            merged.Add(std::move(import));
        } else if (known->second != import.version()) {
            const std::string domain =
                import.domain().empty() ? "the standard operator set" : inQuotes(import.domain());
            return refused("The model imports two versions of " + domain + ": " + std::to_string(known->second)
                           + " and " + std::to_string(import.version()) + ".");
        }
    }
    owner.mutable_opset_import()->Swap(&merged);
    return {};
}

void spellStandardDomain(onnx::NodeProto& node)
{
    if (node.domain() == kStandardDomain)
        node.clear_domain();
}

/// The tensor that a Constant node stands for; nothing for strings and sparse tensors.
bool takeConstant(onnx::NodeProto& node, onnx::TensorProto& tensor)
{
    if (node.op_type() != "Constant" || !node.domain().empty() || node.output_size() != 1 || node.attribute_size() != 1)
        return false;
    onnx::AttributeProto& attribute = *node.mutable_attribute(0);
    const std::string& name = attribute.name();
    if (name == "value" && attribute.has_t()) {
        tensor.Swap(attribute.mutable_t());
    } else if (name == "value_float" && attribute.has_f()) {
        tensor.set_data_type(onnx::TensorProto::FLOAT);
        tensor.add_float_data(attribute.f());
    } else if (name == "value_floats") {
        tensor.set_data_type(onnx::TensorProto::FLOAT);
        tensor.add_dims(attribute.floats_size());
        *tensor.mutable_float_data() = attribute.floats();
    } else if (name == "value_int" && attribute.has_i()) {
        tensor.set_data_type(onnx::TensorProto::INT64);
        tensor.add_int64_data(attribute.i());
    } else if (name == "value_ints") {
        tensor.set_data_type(onnx::TensorProto::INT64);
        tensor.add_dims(attribute.ints_size());
        *tensor.mutable_int64_data() = attribute.ints();
    } else {
        return false;
    }
    tensor.set_name(node.output(0));
    return true;
}

/// The same for a sparse tensor.
bool takeSparseConstant(onnx::NodeProto& node, onnx::SparseTensorProto& sparse)
{
    if (node.op_type() != "Constant" || !node.domain().empty() || node.output_size() != 1 || node.attribute_size() != 1
        || !node.attribute(0).has_sparse_tensor())
        return false;
    sparse.Swap(node.mutable_attribute(0)->mutable_sparse_tensor());
    sparse.mutable_values()->set_name(node.output(0));
    return true;
}

Result<void> embedExternal(onnx::TensorProto& tensor, const std::string& what, const std::filesystem::path& folder)
{
    ExternalData file;
    if (auto added = file.add(folder, tensor, what); !added)
        return added;
    embed(tensor, file.bytes(tensor));
    return {};
}

} // namespace

Result<void> normalizeDomains(onnx::ModelProto& model)
{
    if (auto merged = mergeImports(model); !merged)
        return merged;
    for (auto& function : *model.mutable_functions()) {
        if (auto merged = mergeImports(function); !merged)
            return merged;
        for (auto& node : *function.mutable_node()) {
            spellStandardDomain(node);
            forEachSubgraph(node, [](onnx::GraphProto& graph) { forEachNode(graph, spellStandardDomain); });
        }
    }
    if (model.has_graph())
        forEachNode(*model.mutable_graph(), spellStandardDomain);
    return {};
}

void openNegativeExtents(onnx::GraphProto& graph)
{
    for (auto* values : {graph.mutable_input(), graph.mutable_output()}) {
        for (auto& value : *values) {
            if (!value.type().tensor_type().has_shape())
                continue;
            for (auto& dim : *value.mutable_type()->mutable_tensor_type()->mutable_shape()->mutable_dim()) {
                if (dim.has_dim_value() && dim.dim_value() < 0)
                    dim.clear_dim_value();
            }
        }
    }
}

void separateInitializers(onnx::ModelProto& model)
{
    onnx::GraphProto& graph = *model.mutable_graph();
    std::unordered_set<std::string> names;
    for (const auto& initializer : graph.initializer())
        names.insert(initializer.name());
    for (const auto& initializer : graph.sparse_initializer())
        names.insert(initializer.values().name());
    google::protobuf::RepeatedPtrField<onnx::ValueInfoProto> inputs;
    for (auto& input : *graph.mutable_input()) {
        if (!names.contains(input.name()))
            inputs.Add(std::move(input));
    }
    graph.mutable_input()->Swap(&inputs);
    if (model.ir_version() < 4)
        model.set_ir_version(4);
}

std::size_t nameNodes(onnx::GraphProto& graph, Feedback& feedback)
{
    std::unordered_set<std::string> taken;
    for (const auto& node : graph.node())
        taken.insert(node.name());

    std::unordered_set<std::string> used;
    std::unordered_map<std::string, std::size_t> ofType;
    std::unordered_map<std::string, std::size_t> nextOfType; // numbers below it are taken from the first one tried on
    std::unordered_map<std::string, std::size_t> nextOfName;
    std::size_t unnamed = 0;
    std::size_t renamed = 0;
    std::string firstRenamed;
    for (auto& node : *graph.mutable_node()) {
        const std::size_t index = ofType[node.op_type()]++;
        if (!node.name().empty() && used.insert(node.name()).second)
            continue;
        const bool wasUnnamed = node.name().empty();
        if (!wasUnnamed && renamed++ == 0)
            firstRenamed = node.name();
        unnamed += wasUnnamed ? 1 : 0;
        const std::string stem = (wasUnnamed ? node.op_type() : node.name()) + "_";
        std::size_t& next = wasUnnamed ? nextOfType[stem] : nextOfName[stem];
        next = std::max(next, wasUnnamed ? index : 1);
        while (!taken.insert(stem + std::to_string(next)).second)
            ++next;
        node.set_name(stem + std::to_string(next++));
        used.insert(node.name());
    }
    if (renamed > 0) {
        feedback.warn(std::to_string(renamed) + " nodes have a name that another node has too (first "
                      + inQuotes(firstRenamed) + "); they were given new names.");
    }
    return unnamed;
}

void constantsToInitializers(onnx::GraphProto& graph)
{
    google::protobuf::RepeatedPtrField<onnx::NodeProto> nodes;
    nodes.Reserve(graph.node_size());
    for (auto& node : *graph.mutable_node()) {
        onnx::TensorProto tensor;
        onnx::SparseTensorProto sparse;
        if (takeConstant(node, tensor))
            graph.mutable_initializer()->Add(std::move(tensor));
        else if (takeSparseConstant(node, sparse))
            graph.mutable_sparse_initializer()->Add(std::move(sparse));
        else
            nodes.Add(std::move(node));
    }
    graph.mutable_node()->Swap(&nodes);
}

Result<void> normalizeTensors(onnx::GraphProto& graph, const std::filesystem::path& folder, ExternalData& external)
{
    for (auto& tensor : *graph.mutable_initializer()) {
        const std::string what = "initializer " + inQuotes(tensor.name());
        if (auto checked = checkTensorData(tensor, what); !checked)
            return checked;
        moveToRawData(tensor);
        if (!isExternal(tensor))
            continue;
        if (auto added = external.add(folder, tensor, what); !added)
            return added;
        // Small ones hold shapes and axes, which inference and passes read.
        if (*rawByteCount(tensor) <= kSmallInitializer)
            embed(tensor, external.bytes(tensor));
    }
    Result<void> result;
    forEachInnerTensor(graph, [&](onnx::TensorProto& tensor, const std::string& what) {
        if (!result)
            return;
        result = checkTensorData(tensor, what);
        if (result && isExternal(tensor))
            result = embedExternal(tensor, what, folder);
    });
    std::size_t room = kMostDenseBytes;
    return result ? makeSparseDense(graph, room) : result;
}

} // namespace quantiscope
