// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/graph.h"

#include "core/model/subgraphs.h"
#include "core/tensor/float16.h"
#include "core/tensor/shape.h"

#include <onnx/onnx_pb.h>

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstring>

namespace quantiscope {

Graph::Graph(const Model& model) : m_model(&model), m_opset(model.opset()), m_specs(model.values())
{
    const onnx::GraphProto& graph = model.graph();
    m_nodes.reserve(static_cast<std::size_t>(graph.node_size()));
    for (const onnx::NodeProto& proto : graph.node()) {
        const std::size_t index = m_nodes.size();
        Node node{proto.name(),
                  proto.op_type(),
                  proto.domain(),
                  {proto.input().begin(), proto.input().end()},
                  {proto.output().begin(), proto.output().end()},
                  {}};
        if (hasSubgraphs(proto)) {
            const std::set<std::string> reads = outerScopeReads(proto);
            node.captures.assign(reads.begin(), reads.end());
        }
        m_nodeByName.emplace(node.name, index);
        for (const std::string& input : node.inputs) {
            if (!input.empty())
                m_consumers[input].push_back(index);
        }
        for (const std::string& output : node.outputs) {
            if (!output.empty())
                m_producers.emplace(output, index);
        }
        for (const std::string& value : node.captures)
            m_capturers[value].push_back(index);
        m_nodes.push_back(std::move(node));
    }
    for (int i = 0; i < graph.initializer_size(); ++i)
        m_initializers.emplace(graph.initializer(i).name(), i);
    for (const TensorSpec& output : model.outputs())
        m_outputs.insert(output.name);
}

std::optional<std::size_t> Graph::nodeNamed(std::string_view name) const
{
    const auto at = m_nodeByName.find(std::string(name));
    return at == m_nodeByName.end() ? std::nullopt : std::optional(at->second);
}

std::optional<std::size_t> Graph::producerOf(const std::string& value) const
{
    const auto at = m_producers.find(value);
    return at == m_producers.end() ? std::nullopt : std::optional(at->second);
}

std::span<const std::size_t> Graph::consumersOf(const std::string& value) const
{
    const auto at = m_consumers.find(value);
    return at == m_consumers.end() ? std::span<const std::size_t>() : std::span<const std::size_t>(at->second);
}

std::span<const std::size_t> Graph::capturersOf(const std::string& value) const
{
    const auto at = m_capturers.find(value);
    return at == m_capturers.end() ? std::span<const std::size_t>() : std::span<const std::size_t>(at->second);
}

const TensorSpec* Graph::spec(const std::string& value) const
{
    const auto at = m_specs.find(value);
    return at == m_specs.end() ? nullptr : &at->second;
}

std::int64_t Graph::intAttribute(std::size_t node, std::string_view name, std::int64_t fallback) const
{
    const auto* attribute = findAttribute(m_model->graph().node(static_cast<int>(node)), name);
    return attribute && attribute->type() == onnx::AttributeProto::INT ? attribute->i() : fallback;
}

float Graph::floatAttribute(std::size_t node, std::string_view name, float fallback) const
{
    const auto* attribute = findAttribute(m_model->graph().node(static_cast<int>(node)), name);
    return attribute && attribute->type() == onnx::AttributeProto::FLOAT ? attribute->f() : fallback;
}

std::string Graph::stringAttribute(std::size_t node, std::string_view name, std::string fallback) const
{
    const auto* attribute = findAttribute(m_model->graph().node(static_cast<int>(node)), name);
    return attribute && attribute->type() == onnx::AttributeProto::STRING ? attribute->s() : fallback;
}

std::optional<std::vector<std::int64_t>> Graph::intsAttribute(std::size_t node, std::string_view name) const
{
    const auto* attribute = findAttribute(m_model->graph().node(static_cast<int>(node)), name);
    if (!attribute || attribute->type() != onnx::AttributeProto::INTS)
        return std::nullopt;
    return std::vector<std::int64_t>(attribute->ints().begin(), attribute->ints().end());
}

std::string Graph::attributesText(std::size_t node) const
{
    const onnx::NodeProto& proto = m_model->graph().node(static_cast<int>(node));
    std::map<std::string, std::string> sorted;
    for (const onnx::AttributeProto& attribute : proto.attribute()) {
        onnx::AttributeProto bare = attribute;
        bare.clear_doc_string();
        sorted.emplace(attribute.name(), bare.SerializeAsString());
    }
    std::string text;
    for (const auto& [name, bytes] : sorted)
        text += std::to_string(bytes.size()) + ":" + bytes;
    return text;
}

bool Graph::ownsSubgraphs(std::size_t node) const
{
    return hasSubgraphs(m_model->graph().node(static_cast<int>(node)));
}

std::optional<std::string> Graph::smallConstant(const std::string& name) const
{
    constexpr std::size_t kMostBytes = 4096;
    const auto at = m_initializers.find(name);
    if (at == m_initializers.end())
        return std::nullopt;
    const onnx::TensorProto& tensor = m_model->graph().initializer(at->second);
    if (static_cast<DataType>(tensor.data_type()) == DataType::String)
        return std::nullopt;
    const std::span<const std::byte> bytes = m_model->bytesOf(tensor);
    if (bytes.size() > kMostBytes)
        return std::nullopt;
    std::string text = std::to_string(tensor.data_type());
    for (const std::int64_t extent : tensor.dims())
        text += "," + std::to_string(extent);
    text += ";";
    return text.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

std::optional<std::vector<std::int64_t>> Graph::initializerInts(const std::string& name) const
{
    const auto at = m_initializers.find(name);
    if (at == m_initializers.end())
        return std::nullopt;
    const onnx::TensorProto& tensor = m_model->graph().initializer(at->second);
    const std::span<const std::byte> bytes = m_model->bytesOf(tensor);
    const auto read = [bytes]<typename T>(T) {
        std::vector<std::int64_t> values;
        for (std::size_t offset = 0; offset + sizeof(T) <= bytes.size(); offset += sizeof(T)) {
            T value;
            std::memcpy(&value, bytes.data() + offset, sizeof value);
            values.push_back(value);
        }
        return values;
    };
    const auto readNibbles = [&](std::int64_t sign) { // two a byte, the first in the lower bits
        std::vector<std::int64_t> values;
        const std::size_t count = elementCount(initializerShape(name)).value_or(0);
        for (std::size_t i = 0; i < count && i / 2 < bytes.size(); ++i) {
            const std::int64_t code = std::to_integer<std::int64_t>(bytes[i / 2] >> (i % 2 * 4)) & 15;
            values.push_back((code ^ sign) - sign);
        }
        return values;
    };
    switch (static_cast<DataType>(tensor.data_type())) {
    case DataType::Int4:
        return readNibbles(8);
    case DataType::UInt4:
        return readNibbles(0);
    case DataType::Int64:
        return read(std::int64_t());
    case DataType::Int32:
        return read(std::int32_t());
    case DataType::Int16:
        return read(std::int16_t());
    case DataType::UInt16:
        return read(std::uint16_t());
    case DataType::Int8:
        return read(std::int8_t());
    case DataType::UInt8:
        return read(std::uint8_t());
    default:
        return std::nullopt;
    }
}

std::vector<float> Graph::initializerFloats(const std::string& name) const
{
    const auto at = m_initializers.find(name);
    if (at == m_initializers.end())
        return {};
    const onnx::TensorProto& tensor = m_model->graph().initializer(at->second);
    const std::span<const std::byte> bytes = m_model->bytesOf(tensor);
    const auto type = static_cast<DataType>(tensor.data_type());
    if (type == DataType::Float) {
        std::vector<float> values(bytes.size() / sizeof(float));
        if (!values.empty())
            std::memcpy(values.data(), bytes.data(), values.size() * sizeof(float));
        return values;
    }
    if (type != DataType::Float16 && type != DataType::BFloat16)
        return {};
    std::vector<float> values(bytes.size() / 2);
    for (std::size_t i = 0; i < values.size(); ++i) {
        std::uint16_t bits;
        std::memcpy(&bits, bytes.data() + 2 * i, sizeof bits);
        values[i] = type == DataType::Float16 ? float16ToFloat(bits) : bfloat16ToFloat(bits);
    }
    return values;
}

const Shape& Graph::initializerShape(const std::string& name) const
{
    const TensorSpec* found = spec(name);
    assert(found && isInitializer(name));
    return found->shape;
}

} // namespace quantiscope
