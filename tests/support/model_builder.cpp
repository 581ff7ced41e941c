// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/model_builder.h"

#include <QtGlobal>

#include <random>

namespace quantiscope::test {

namespace {

template <typename T>
std::string bytesOf(const std::vector<T>& values)
{
    return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

void setType(onnx::ValueInfoProto& value, const std::string& name, DataType type, const Extents& shape)
{
    value.set_name(name);
    auto* tensorType = value.mutable_type()->mutable_tensor_type();
    tensorType->set_elem_type(static_cast<std::int32_t>(type));
    auto* dims = tensorType->mutable_shape();
    for (const Extent& extent : shape.all) {
        auto* dim = dims->add_dim();
        if (!extent.name.empty())
            dim->set_dim_param(extent.name);
        else if (extent.value != kDynamic)
            dim->set_dim_value(extent.value);
    }
}

} // namespace

onnx::AttributeProto& NodeBuilder::add(const std::string& name, onnx::AttributeProto::AttributeType type)
{
    auto* attribute = m_node->add_attribute();
    attribute->set_name(name);
    attribute->set_type(type);
    return *attribute;
}

NodeBuilder& NodeBuilder::intAttribute(const std::string& name, std::int64_t value)
{
    add(name, onnx::AttributeProto::INT).set_i(value);
    return *this;
}

NodeBuilder& NodeBuilder::floatAttribute(const std::string& name, float value)
{
    add(name, onnx::AttributeProto::FLOAT).set_f(value);
    return *this;
}

NodeBuilder& NodeBuilder::attribute(const std::string& name, const std::string& value)
{
    add(name, onnx::AttributeProto::STRING).set_s(value);
    return *this;
}

NodeBuilder& NodeBuilder::attribute(const std::string& name, std::initializer_list<std::int64_t> values)
{
    return attribute(name, std::vector<std::int64_t>(values));
}

NodeBuilder& NodeBuilder::attribute(const std::string& name, const std::vector<std::int64_t>& values)
{
    auto& attribute = add(name, onnx::AttributeProto::INTS);
    attribute.mutable_ints()->Add(values.begin(), values.end());
    return *this;
}

NodeBuilder& NodeBuilder::floats(const std::string& name, const std::vector<float>& values)
{
    add(name, onnx::AttributeProto::FLOATS).mutable_floats()->Add(values.begin(), values.end());
    return *this;
}

NodeBuilder& NodeBuilder::strings(const std::string& name, const std::vector<std::string>& values)
{
    auto& attribute = add(name, onnx::AttributeProto::STRINGS);
    for (const std::string& value : values)
        attribute.add_strings(value);
    return *this;
}

NodeBuilder& NodeBuilder::tensor(const std::string& name, const onnx::TensorProto& value)
{
    *add(name, onnx::AttributeProto::TENSOR).mutable_t() = value;
    return *this;
}

NodeBuilder& NodeBuilder::graph(const std::string& name, const onnx::GraphProto& value)
{
    *add(name, onnx::AttributeProto::GRAPH).mutable_g() = value;
    return *this;
}

NodeBuilder& NodeBuilder::domain(const std::string& domain)
{
    m_node->set_domain(domain);
    return *this;
}

ModelBuilder::ModelBuilder(int opset)
{
    m_model.set_ir_version(10);
    m_model.set_producer_name("quantiscope test");
    m_model.mutable_graph()->set_name("test");
    import("", opset);
}

ModelBuilder& ModelBuilder::import(const std::string& domain, int version)
{
    auto* opset = m_model.add_opset_import();
    opset->set_domain(domain);
    opset->set_version(version);
    return *this;
}

ModelBuilder& ModelBuilder::irVersion(int version)
{
    m_model.set_ir_version(version);
    return *this;
}

ModelBuilder& ModelBuilder::input(const std::string& name, DataType type, const Extents& shape)
{
    setType(*m_model.mutable_graph()->add_input(), name, type, shape);
    return *this;
}

ModelBuilder& ModelBuilder::output(const std::string& name, DataType type, const Extents& shape)
{
    setType(*m_model.mutable_graph()->add_output(), name, type, shape);
    return *this;
}

ModelBuilder& ModelBuilder::output(const std::string& name)
{
    auto* output = m_model.mutable_graph()->add_output();
    output->set_name(name);
    output->mutable_type()->mutable_tensor_type()->set_elem_type(onnx::TensorProto::FLOAT);
    return *this;
}

ModelBuilder& ModelBuilder::value(const std::string& name, DataType type, const Extents& shape)
{
    setType(*m_model.mutable_graph()->add_value_info(), name, type, shape);
    return *this;
}

ModelBuilder& ModelBuilder::initializer(const std::string& name, const Shape& shape, const std::vector<float>& values)
{
    return initializer(makeFloatTensor(name, shape, values));
}

ModelBuilder& ModelBuilder::int64s(const std::string& name, const Shape& shape, const std::vector<std::int64_t>& values)
{
    return initializer(makeInt64Tensor(name, shape, values));
}

ModelBuilder& ModelBuilder::int64s(const std::string& name, const std::vector<std::int64_t>& values)
{
    return int64s(name, Shape{static_cast<std::int64_t>(values.size())}, values);
}

ModelBuilder& ModelBuilder::initializer(const onnx::TensorProto& tensor)
{
    *m_model.mutable_graph()->add_initializer() = tensor;
    return *this;
}

ModelBuilder& ModelBuilder::randomInitializer(const std::string& name, const Shape& shape, float amplitude,
                                              std::uint32_t seed)
{
    std::mt19937 generator(seed);
    std::vector<float> values(elementCount(shape).value_or(0));
    for (float& value : values)
        value = amplitude * (static_cast<float>(generator() >> 8) / float(1 << 23) - 1.0F); // the same on every machine
    return initializer(name, shape, values);
}

NodeBuilder ModelBuilder::node(const std::string& type, const std::vector<std::string>& inputs,
                               const std::vector<std::string>& outputs, const std::string& name)
{
    auto* node = m_model.mutable_graph()->add_node();
    node->set_op_type(type);
    node->set_name(name);
    for (const std::string& input : inputs)
        node->add_input(input);
    for (const std::string& output : outputs)
        node->add_output(output);
    return NodeBuilder(*node);
}

Model ModelBuilder::model(const Model::LoadOptions& options) const
{
    auto result = tryModel(options);
    if (!result)
        qFatal("the test's model is refused: %s", result.error().message.c_str());
    return std::move(*result);
}

Result<Model> ModelBuilder::tryModel(const Model::LoadOptions& options) const
{
    Feedback feedback;
    onnx::ModelProto copy = m_model;
    return Model::fromProto(std::move(copy), {}, options, feedback);
}

onnx::TensorProto makeTensor(const std::string& name, DataType type, const Shape& shape, const std::string& bytes)
{
    onnx::TensorProto tensor;
    tensor.set_name(name);
    tensor.set_data_type(static_cast<std::int32_t>(type));
    tensor.mutable_dims()->Add(shape.begin(), shape.end());
    tensor.set_raw_data(bytes);
    return tensor;
}

onnx::TensorProto makeFloatTensor(const std::string& name, const Shape& shape, const std::vector<float>& values)
{
    return makeTensor(name, DataType::Float, shape, bytesOf(values));
}

onnx::TensorProto makeInt64Tensor(const std::string& name, const Shape& shape, const std::vector<std::int64_t>& values)
{
    return makeTensor(name, DataType::Int64, shape, bytesOf(values));
}

const onnx::NodeProto* findNode(const onnx::GraphProto& graph, const std::string& name)
{
    for (const auto& node : graph.node()) {
        if (node.name() == name)
            return &node;
    }
    return nullptr;
}

const onnx::TensorProto* findInitializer(const onnx::GraphProto& graph, const std::string& name)
{
    for (const auto& initializer : graph.initializer()) {
        if (initializer.name() == name)
            return &initializer;
    }
    return nullptr;
}

int countNodes(const onnx::GraphProto& graph, const std::string& type)
{
    int count = 0;
    for (const auto& node : graph.node())
        count += node.op_type() == type ? 1 : 0;
    return count;
}

} // namespace quantiscope::test
