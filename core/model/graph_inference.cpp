// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/graph_inference.h"

#include "core/model/message_text.h"
#include "core/model/onnx_library.h"
#include "core/model/shape_completion.h"
#include "core/model/subgraphs.h"
#include "core/model/weights_aside.h"

#include <algorithm>
#include <exception>
#include <new>

namespace quantiscope {

namespace {

namespace inference = onnx::shape_inference;

inference::ModelLocalFunctionsMap functionsOf(const onnx::ModelProto& model)
{
    inference::ModelLocalFunctionsMap functions;
    for (const auto& function : model.functions()) {
        const std::string overload = function.overload().empty() ? std::string() : ":" + function.overload();
        functions.emplace(function.domain() + ":" + function.name() + overload, &function);
    }
    return functions;
}

std::unordered_map<std::string, int> importsOf(const onnx::ModelProto& model)
{
    std::unordered_map<std::string, int> imports;
    for (const auto& import : model.opset_import())
        imports[import.domain()] = static_cast<int>(import.version());
    return imports;
}

bool isTypeKnown(const onnx::TypeProto& type)
{
    return type.value_case() != onnx::TypeProto::VALUE_NOT_SET
        && (!type.has_tensor_type() || type.tensor_type().elem_type() != onnx::TensorProto::UNDEFINED);
}

bool isShapeKnown(const onnx::TypeProto& type)
{
    return isTypeKnown(type) && (!type.has_tensor_type() || type.tensor_type().has_shape());
}

/// Is it the types that do not fit, not the shapes? "is null": an earlier node has no type, which is not this node's
/// fault.
bool isTypeProblem(const std::string& problem)
{
    const auto contains = [&problem](const char* words) { return problem.find(words) != std::string::npos; };
    if (contains("is null") || contains("expected to have"))
        return false;
    return contains("[TypeInferenceError]") || contains("unsupported type") || contains("inconsistent type");
}

void dropNegativeExtents(onnx::TypeProto& type)
{
    if (!type.has_tensor_type() || !type.tensor_type().has_shape())
        return;
    for (auto& dim : *type.mutable_tensor_type()->mutable_shape()->mutable_dim()) {
        if (dim.has_dim_value() && dim.dim_value() < 0)
            dim.clear_dim_value();
    }
}

} // namespace

GraphInference::GraphInference(onnx::ModelProto& model)
    : m_graph(*model.mutable_graph())
    , m_functions(functionsOf(model))
    , m_context(m_types, importsOf(model), &m_symbols, m_functions, onnx::OpSchemaRegistry::Instance(), &m_partial,
                model.ir_version())
{
    inference::TraverseGraphsToAddExistingSymbols(m_graph, m_symbols);
    for (const auto* values : {&m_graph.value_info(), &m_graph.output()}) {
        for (const auto& value : *values)
            m_hints.emplace(value.name(), value.type());
    }
    for (const auto& input : m_graph.input())
        m_types[input.name()] = store(input.type());
    for (const auto& initializer : m_graph.initializer())
        addInitializer(initializer);
}

Result<void> GraphInference::run()
{
    for (auto& node : *m_graph.mutable_node()) {
        Result<void> done;
        if (hasSubgraphs(node)) {
            onnx::NodeProto copy = node; // inference writes into subgraphs, which are to stay as they are
            done = infer(copy);
        } else {
            done = infer(node);
        }
        if (!done)
            return done;
    }
    return {};
}

const onnx::TypeProto* GraphInference::typeOf(const std::string& value) const
{
    const auto found = m_types.find(value);
    return found == m_types.end() ? nullptr : found->second;
}

void GraphInference::addInitializer(const onnx::TensorProto& tensor)
{
    m_types[tensor.name()] = store(inputLike(tensor).type());
    if (!isSmall(tensor))
        return;
    m_constants[tensor.name()] = &tensor;
    m_values.addInitializer(tensor);
}

Result<void> GraphInference::infer(onnx::NodeProto& node)
{
    const onnx::ShapeInferenceOptions options(/*check_type=*/true, /*strict=*/0, /*data_prop=*/false);
    // A model has no sparse initializers any more (sparse_initializers.h).
    static const std::unordered_map<std::string, const onnx::SparseTensorProto*> kNoSparse;
    Context context(node, m_types, m_constants, kNoSparse, options, &m_partial, &m_context);
    const std::string problem = callOnnx(node, context);
    if (!problem.empty() && hasTypedInputs(node)) {
        const std::string reason = plainOnnxMessage(problem);
        if (isTypeProblem(problem))
            return refused(node, "does not fit its inputs or outputs: " + reason);
        if (m_warning.empty())
            m_warning = "The shapes behind " + describe(node) + " are not known: " + reason;
    }
    for (int i = 0; i < node.output_size(); ++i) {
        onnx::TypeProto type = *context.getOutputType(static_cast<std::size_t>(i));
        if (i == 0 && isTypeKnown(type))
            completeShape(node, m_types, m_values, type);
        take(node.output(i), std::move(type));
    }
    m_values.visit(node, m_types);
    if (node.output_size() > 0)
        publishValue(node.output(0));
    return {};
}

/// Returns what went wrong, empty when nothing did (or the operator is none of onnx's).
std::string GraphInference::callOnnx(const onnx::NodeProto& node, Context& context)
{
    const auto version = m_context.opset_imports.find(node.domain());
    const auto* registry = onnx::OpSchemaRegistry::Instance();
    const onnx::OpSchema* schema = version == m_context.opset_imports.end()
        ? nullptr
        : registry->GetSchema(node.op_type(), version->second, node.domain());
    const auto call = [&](const onnx::FunctionProto& function) {
        const onnx::ShapeInferenceOptions options(/*check_type=*/false, /*strict=*/0, /*data_prop=*/false);
        inference::InferShapeForFunctionNode(function, registry, context, options, m_functions, &m_symbols, nullptr);
    };
    try {
        if (schema) {
            if (schema->has_type_and_shape_inference_function())
                schema->GetTypeAndShapeInferenceFunction()(context);
            else if (schema->HasFunction())
                call(*schema->GetFunction());
            schema->CheckInputOutputType(context);
            return {};
        }
        const std::string overload = node.overload().empty() ? std::string() : ":" + node.overload();
        const auto function = m_functions.find(node.domain() + ":" + node.op_type() + overload);
        if (function != m_functions.end())
            call(*function->second);
        return {};
    } catch (const std::bad_alloc&) {
        throw; // told about where the model is loaded
    } catch (const std::exception& exception) {
        return exception.what();
    }
}

bool GraphInference::hasTypedInputs(const onnx::NodeProto& node) const
{
    return std::all_of(node.input().begin(), node.input().end(),
                       [this](const std::string& name) { return name.empty() || m_types.contains(name); });
}

void GraphInference::take(const std::string& name, onnx::TypeProto type)
{
    if (name.empty())
        return;
    const auto hint = m_hints.find(name);
    if (hint != m_hints.end() && !isShapeKnown(type) && isTypeKnown(hint->second)) {
        const bool isSameType = hint->second.tensor_type().elem_type() == type.tensor_type().elem_type();
        if (!isTypeKnown(type) || (isSameType && isShapeKnown(hint->second)))
            type = hint->second;
    }
    if (!isTypeKnown(type))
        return;
    dropNegativeExtents(type);
    inference::MaterializeSymbolicShape(&type, m_symbols);
    m_types[name] = store(std::move(type));
}

/// Lets onnx's inference functions see the elements that ShapeValues knows.
void GraphInference::publishValue(const std::string& name)
{
    const ShapeValue* value = m_values.find(name);
    const auto type = m_types.find(name);
    if (!value || type == m_types.end())
        return;
    const std::int32_t elementType = type->second->tensor_type().elem_type();
    const bool isWide = elementType == onnx::TensorProto::INT64;
    if (!isWide && elementType != onnx::TensorProto::INT32)
        return;
    if (value->isComplete()) {
        onnx::TensorProto tensor;
        tensor.set_data_type(elementType);
        if (!value->isScalar)
            tensor.add_dims(static_cast<std::int64_t>(value->elements.size()));
        for (const ShapeElement& element : value->elements) {
            if (isWide)
                tensor.add_int64_data(*element.number);
            else
                tensor.add_int32_data(static_cast<std::int32_t>(*element.number));
        }
        m_computed.push_back(std::move(tensor));
        m_constants[name] = &m_computed.back();
    } else if (!value->isScalar) {
        onnx::TensorShapeProto& shape = m_partial[name];
        for (const ShapeElement& element : value->elements) {
            auto* dim = shape.add_dim();
            if (element.number)
                dim->set_dim_value(*element.number);
            else if (!element.symbol.empty())
                dim->set_dim_param(element.symbol);
        }
    }
}

onnx::TypeProto* GraphInference::store(onnx::TypeProto type)
{
    m_storage.push_back(std::move(type));
    return &m_storage.back();
}

} // namespace quantiscope
