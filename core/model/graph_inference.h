// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/model/shape_values.h"

#include <onnx/shape_inference/implementation.h>

#include <deque>
#include <string>
#include <unordered_map>

namespace quantiscope {

/// Runs onnx's inference functions node by node over a top-level graph that is in topological order.
///
/// onnx::shape_inference::InferShapes() would do that in one call, but it stops at the first unexpected failure, tells
/// only by its text which node a problem belongs to, does not see through the shape calculations of many exporters
/// (ShapeValues does), and makes one object for each element of a long vector.
class GraphInference
{
public:
    /// @p model must outlive this object and is not changed. Its value_info serve where onnx finds nothing.
    explicit GraphInference(onnx::ModelProto& model);

    /// ModelRefused with the node's name when a node cannot accept the types of its inputs.
    [[nodiscard]] Result<void> run();

    /// The type of a value, or nullptr when it is unknown.
    [[nodiscard]] const onnx::TypeProto* typeOf(const std::string& value) const;

    /// A sentence about the first node whose shapes could not be inferred; empty when there was none.
    [[nodiscard]] const std::string& warning() const { return m_warning; }

private:
    using Context = onnx::shape_inference::InferenceContextImpl;

    void addInitializer(const onnx::TensorProto& tensor);
    [[nodiscard]] Result<void> infer(onnx::NodeProto& node);
    [[nodiscard]] std::string callOnnx(const onnx::NodeProto& node, Context& context);
    [[nodiscard]] bool hasTypedInputs(const onnx::NodeProto& node) const;
    void take(const std::string& name, onnx::TypeProto type);
    void publishValue(const std::string& name);
    onnx::TypeProto* store(onnx::TypeProto type);

    onnx::GraphProto& m_graph;
    onnx::shape_inference::SymbolTableImpl m_symbols;
    onnx::shape_inference::DataValueMap m_partial; ///< partly known shape values, for onnx
    ValueTypes m_types;
    onnx::shape_inference::ModelLocalFunctionsMap m_functions;
    onnx::shape_inference::GraphInferenceContext m_context;
    std::unordered_map<std::string, onnx::TypeProto> m_hints; ///< what the model says about its values
    std::unordered_map<std::string, const onnx::TensorProto*> m_constants; ///< known elements, for onnx
    std::deque<onnx::TypeProto> m_storage; // a deque: its elements stay where they are
    std::deque<onnx::TensorProto> m_computed;
    ShapeValues m_values;
    std::string m_warning;
};

} // namespace quantiscope
