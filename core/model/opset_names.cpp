// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/opset_names.h"

#include "core/model/subgraphs.h"
#include "core/tensor/float16.h"

#include <onnx/defs/schema.h>
#include <onnx/onnx_pb.h>

#include <limits>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace quantiscope {

namespace {

bool isMadeUp(const std::string& name)
{
    return name.starts_with("_v_") && name.find_first_not_of("0123456789", 3) == std::string::npos;
}

/// What input @p index of an operator is called in the newest version of its definition ("min"), or its number.
std::string inputName(const std::string& type, int index)
{
    const auto* schema = onnx::OpSchemaRegistry::Schema(type);
    if (schema && static_cast<std::size_t>(index) < schema->inputs().size())
        return schema->inputs()[static_cast<std::size_t>(index)].GetName();
    return std::to_string(index);
}

class Renaming
{
public:
    Renaming(const onnx::GraphProto& before, const onnx::GraphProto& after)
    {
        collectValueNames(before, m_old);
        m_taken = m_old;
        collectValueNames(after, m_taken);
    }

    void run(onnx::GraphProto& graph, std::unordered_map<std::string, std::string> names)
    {
        for (auto& initializer : *graph.mutable_initializer()) { // of subgraphs
            if (isMadeUp(initializer.name()) && !m_old.contains(initializer.name())) {
                names[initializer.name()] = unique("Constant_output");
                initializer.set_name(names[initializer.name()]);
            }
        }
        const FirstReaders readers = firstReaders(graph);
        for (auto& node : *graph.mutable_node()) {
            for (auto& output : *node.mutable_output()) {
                if (!output.empty() && isMadeUp(output) && !m_old.contains(output))
                    names[output] = unique(baseName(readers, node, output));
            }
        }
        const auto rename = [&names](std::string& name) {
            const auto found = names.find(name);
            if (found != names.end())
                name = found->second;
        };
        for (auto& node : *graph.mutable_node()) {
            for (auto& input : *node.mutable_input())
                rename(input);
            for (auto& output : *node.mutable_output())
                rename(output);
            forEachSubgraph(node, [&](onnx::GraphProto& inner) { run(inner, names); });
        }
    }

private:
    /// Who reads a value first, and at which place.
    using FirstReaders = std::unordered_map<std::string, std::pair<const onnx::NodeProto*, int>>;

    static FirstReaders firstReaders(const onnx::GraphProto& graph)
    {
        FirstReaders readers;
        for (const auto& node : graph.node()) {
            for (int i = 0; i < node.input_size(); ++i)
                readers.emplace(node.input(i), std::pair(&node, i));
        }
        return readers;
    }

    static std::string baseName(const FirstReaders& readers, const onnx::NodeProto& producer, const std::string& value)
    {
        const auto reader = readers.find(value);
        if (reader == readers.end())
            return producer.op_type() + "_output";
        const auto& [node, place] = reader->second;
        const std::string stem = node->name().empty() ? node->op_type() : node->name();
        const bool isConstant = producer.op_type() == "Constant";
        return stem + "_" + (isConstant ? inputName(node->op_type(), place) : producer.op_type());
    }

    std::string unique(const std::string& base)
    {
        std::string name = base;
        for (int& k = m_numbers[base]; !m_taken.insert(name).second;)
            name = base + "_" + std::to_string(++k);
        return name;
    }

    std::unordered_set<std::string> m_old;
    std::unordered_set<std::string> m_taken;
    std::unordered_map<std::string, int> m_numbers; ///< the last one tried behind each base
};

void retype(onnx::TensorProto& tensor, DataType type)
{
    if (tensor.data_type() != onnx::TensorProto::FLOAT || tensor.float_data_size() == 0)
        return;
    const auto floats = tensor.float_data();
    if (type == DataType::Float16) {
        tensor.clear_float_data();
        for (const float value : floats)
            tensor.add_int32_data(floatToFloat16(value));
    } else if (type == DataType::Double) {
        tensor.clear_float_data();
        for (const float value : floats)
            tensor.add_double_data(value == std::numeric_limits<float>::lowest() ? std::numeric_limits<double>::lowest()
                                                                                 : static_cast<double>(value));
    } else {
        return;
    }
    tensor.set_data_type(static_cast<std::int32_t>(type));
}

} // namespace

void initializersToConstants(onnx::GraphProto& after)
{
    google::protobuf::RepeatedPtrField<onnx::NodeProto> nodes;
    for (auto& initializer : *after.mutable_initializer()) {
        auto* node = nodes.Add();
        node->set_op_type("Constant");
        node->add_output(initializer.name());
        auto* attribute = node->add_attribute();
        attribute->set_name("value");
        attribute->set_type(onnx::AttributeProto::TENSOR);
        attribute->mutable_t()->Swap(&initializer);
        attribute->mutable_t()->clear_name();
    }
    for (auto& node : *after.mutable_node())
        nodes.Add(std::move(node));
    after.mutable_node()->Swap(&nodes);
    after.clear_initializer();
}

void restoreNodes(const onnx::GraphProto& before, onnx::GraphProto& after)
{
    std::unordered_map<std::string, const onnx::NodeProto*> makers;
    std::unordered_map<std::string, const onnx::NodeProto*> byName;
    for (const auto& node : before.node()) {
        byName.emplace(node.name(), &node);
        for (const auto& output : node.output())
            makers.emplace(output, &node);
    }
    std::unordered_set<std::string> used;
    for (const auto& node : after.node())
        used.insert(node.name());
    for (auto& node : *after.mutable_node()) {
        if (node.name().empty() && node.output_size() > 0) {
            const auto maker = makers.find(node.output(0));
            if (maker != makers.end() && used.insert(maker->second->name()).second)
                node.set_name(maker->second->name());
        }
        const auto old = byName.find(node.name());
        if (!node.name().empty() && old != byName.end())
            *node.mutable_metadata_props() = old->second->metadata_props();
    }
}

void renameNewValues(const onnx::GraphProto& before, onnx::GraphProto& after)
{
    Renaming(before, after).run(after, {});
}

void matchConstantTypes(onnx::GraphProto& after, const std::map<std::string, TensorSpec>& values)
{
    std::unordered_map<std::string, DataType> wanted;
    for (const auto& node : after.node()) {
        if (!node.domain().empty() || (node.op_type() != "Clip" && node.op_type() != "Pad"))
            continue;
        const auto data = values.find(node.input(0));
        if (data == values.end())
            continue;
        for (int i = node.op_type() == "Clip" ? 1 : 2; i < std::min(node.input_size(), 3); ++i)
            wanted.emplace(node.input(i), data->second.type);
    }
    for (auto& node : *after.mutable_node()) {
        if (node.op_type() != "Constant" || node.output_size() != 1 || node.attribute_size() != 1)
            continue;
        const auto type = wanted.find(node.output(0));
        if (type != wanted.end() && node.attribute(0).has_t())
            retype(*node.mutable_attribute(0)->mutable_t(), type->second);
    }
}

} // namespace quantiscope
