// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/model.h"
#include "core/tensor/tensor_spec.h"

#include <onnx/onnx_pb.h>

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

namespace quantiscope::test {

/// One extent of a shape: a number, or a name for an open one ("N"); kDynamic is open without a name.
struct Extent
{
    template <std::integral T>
    Extent(T extent) : value(static_cast<std::int64_t>(extent))
    {
    }
    Extent(const char* extentName) : name(extentName) { }
    std::int64_t value = kDynamic;
    std::string name;
};

/// The shape of an input, an output or a value: `{"N", 3, 8, 8}`, or a Shape.
struct Extents
{
    Extents(std::initializer_list<Extent> list) : all(list) { }
    Extents(const Shape& shape) : all(shape.begin(), shape.end()) { }
    std::vector<Extent> all;
};

/// Sets attributes of a node that ModelBuilder has just added; calls can be chained.
class NodeBuilder
{
public:
    explicit NodeBuilder(onnx::NodeProto& proto) : m_node(&proto) { }

    template <std::integral T>
    NodeBuilder& attribute(const std::string& name, T value)
    {
        return intAttribute(name, static_cast<std::int64_t>(value));
    }
    template <std::floating_point T>
    NodeBuilder& attribute(const std::string& name, T value)
    {
        return floatAttribute(name, static_cast<float>(value));
    }
    NodeBuilder& attribute(const std::string& name, const std::string& value);
    NodeBuilder& attribute(const std::string& name, const char* value) { return attribute(name, std::string(value)); }
    NodeBuilder& attribute(const std::string& name, std::initializer_list<std::int64_t> values);
    NodeBuilder& attribute(const std::string& name, const std::vector<std::int64_t>& values);
    NodeBuilder& floats(const std::string& name, const std::vector<float>& values);
    NodeBuilder& strings(const std::string& name, const std::vector<std::string>& values);
    NodeBuilder& tensor(const std::string& name, const onnx::TensorProto& value);
    NodeBuilder& graph(const std::string& name, const onnx::GraphProto& value);
    NodeBuilder& domain(const std::string& domain);

    [[nodiscard]] onnx::NodeProto& proto() { return *m_node; }

private:
    NodeBuilder& intAttribute(const std::string& name, std::int64_t value);
    NodeBuilder& floatAttribute(const std::string& name, float value);
    onnx::AttributeProto& add(const std::string& name, onnx::AttributeProto::AttributeType type);

    onnx::NodeProto* m_node;
};

/// Builds tiny models in code, in the manner of ONNX Runtime's ModelTestBuilder:
///
///     ModelBuilder b(13);
///     b.input("x", DataType::Float, {"N", 3, 8, 8});
///     b.initializer("w", {4, 3, 3, 3}, floats);
///     b.node("Conv", {"x", "w"}, {"y"}, "conv1").attribute("pads", {1, 1, 1, 1});
///     b.output("y");
///     Model m = b.model();
///
/// The builder checks nothing, so that broken models can be built as well. A subgraph is built by another ModelBuilder,
/// see graph().
class ModelBuilder
{
public:
    explicit ModelBuilder(int opset = 13);

    /// Imports another operator set.
    ModelBuilder& import(const std::string& domain, int version);
    ModelBuilder& irVersion(int version);

    ModelBuilder& input(const std::string& name, DataType type, const Extents& shape);
    ModelBuilder& output(const std::string& name, DataType type, const Extents& shape);

    /// An output of type float32 without a declared shape.
    ModelBuilder& output(const std::string& name);

    /// Adds a value_info entry.
    ModelBuilder& value(const std::string& name, DataType type, const Extents& shape);

    /// Initializers with their elements in raw_data.
    ModelBuilder& initializer(const std::string& name, const Shape& shape, const std::vector<float>& values);
    ModelBuilder& int64s(const std::string& name, const Shape& shape, const std::vector<std::int64_t>& values);
    ModelBuilder& int64s(const std::string& name, const std::vector<std::int64_t>& values); ///< one-dimensional
    ModelBuilder& initializer(const onnx::TensorProto& tensor);

    /// An initializer with values that repeat from run to run, evenly spread over -@p amplitude … @p amplitude.
    ModelBuilder& randomInitializer(const std::string& name, const Shape& shape, float amplitude = 1.0F,
                                    std::uint32_t seed = 1);

    NodeBuilder node(const std::string& type, const std::vector<std::string>& inputs,
                     const std::vector<std::string>& outputs, const std::string& name = {});

    [[nodiscard]] const onnx::ModelProto& build() const { return m_model; }

    /// The graph alone, to be an attribute of an If, Loop or Scan node.
    [[nodiscard]] const onnx::GraphProto& graph() const { return m_model.graph(); }

    /// For what the builder has no function for.
    [[nodiscard]] onnx::ModelProto& proto() { return m_model; }

    /// The model, checked and inferred; the test ends with the reason when it is refused.
    [[nodiscard]] Model model(const Model::LoadOptions& options = {}) const;

    /// The same for models that are expected to be refused.
    [[nodiscard]] Result<Model> tryModel(const Model::LoadOptions& options = {}) const;

private:
    onnx::ModelProto m_model;
};

/// A tensor with its elements in raw_data; @p bytes must have the right size.
[[nodiscard]] onnx::TensorProto makeTensor(const std::string& name, DataType type, const Shape& shape,
                                           const std::string& bytes);
[[nodiscard]] onnx::TensorProto makeFloatTensor(const std::string& name, const Shape& shape,
                                                const std::vector<float>& values);
[[nodiscard]] onnx::TensorProto makeInt64Tensor(const std::string& name, const Shape& shape,
                                                const std::vector<std::int64_t>& values);

/// The node of @p graph with this name, or nullptr.
[[nodiscard]] const onnx::NodeProto* findNode(const onnx::GraphProto& graph, const std::string& name);

/// The initializer of @p graph with this name, or nullptr.
[[nodiscard]] const onnx::TensorProto* findInitializer(const onnx::GraphProto& graph, const std::string& name);

/// Number of nodes of an operator type in the top-level graph.
[[nodiscard]] int countNodes(const onnx::GraphProto& graph, const std::string& type);

} // namespace quantiscope::test
