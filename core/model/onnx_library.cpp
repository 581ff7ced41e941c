// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/onnx_library.h"

#include "core/model/message_text.h"
#include "core/model/weights_aside.h"

#include <onnx/checker.h>
#include <onnx/inliner/inliner.h>
#include <onnx/onnx_pb.h>

#include <exception>
#include <regex>
#include <utility>
#include <vector>

namespace quantiscope {

namespace {

/// Gives inputs and outputs without a shape an empty one for as long as it lives.
class ShapesFilledIn
{
public:
    explicit ShapesFilledIn(onnx::GraphProto& graph)
    {
        for (auto* values : {graph.mutable_input(), graph.mutable_output()}) {
            for (auto& value : *values) {
                const bool hasOtherType = value.has_type() && !value.type().has_tensor_type()
                    && value.type().value_case() != onnx::TypeProto::VALUE_NOT_SET;
                if (hasOtherType || value.type().tensor_type().has_shape())
                    continue;
                m_saved.emplace_back(&value, value);
                auto* type = value.mutable_type()->mutable_tensor_type();
                if (!type->has_elem_type())
                    type->set_elem_type(onnx::TensorProto::FLOAT);
                type->mutable_shape();
            }
        }
    }
    ~ShapesFilledIn()
    {
        for (auto& [value, saved] : m_saved)
            *value = std::move(saved);
    }
    ShapesFilledIn(const ShapesFilledIn&) = delete;
    ShapesFilledIn& operator=(const ShapesFilledIn&) = delete;

private:
    std::vector<std::pair<onnx::ValueInfoProto*, onnx::ValueInfoProto>> m_saved;
};

/// Removes everything from @p mark on.
void cutAt(std::string& text, std::string_view mark)
{
    const auto at = text.find(mark);
    if (at != std::string::npos)
        text.erase(at);
}

void replaceAll(std::string& text, std::string_view from, std::string_view to)
{
    for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
}

/// The checker's message, with the node that its context names ("Bad node spec for node. Name: n OpType: t").
Error checkerError(const onnx::GraphProto& graph, const std::string& message)
{
    static constexpr std::string_view kContext = "Bad node spec for node. Name: ";
    const auto context = message.find(kContext);
    const std::string plain = plainOnnxMessage(message);
    if (context == std::string::npos)
        return refused("The model is not valid ONNX: " + plain);
    const auto type = message.rfind(" OpType: ");
    const std::string name = message.substr(context + kContext.size(), type - context - kContext.size());
    for (const auto& node : graph.node()) {
        if (node.name() == name)
            return refused(node, "is not valid: " + plain);
    }
    return refused("Node " + inQuotes(name) + " is not valid: " + plain, name);
}

} // namespace

std::string plainOnnxMessage(std::string_view message)
{
    std::string text(message.substr(0, 2000));
    cutAt(text, "\n\n==> Context:");
    cutAt(text, "==> Context:");
    // "/path/file.h:12: function: Assertion `condition` failed: what it means"
    const auto assertion = text.find("Assertion `");
    if (assertion != std::string::npos) {
        const auto failed = text.find("failed", assertion);
        const auto meaning = failed == std::string::npos ? failed : text.find_first_not_of(":. ", failed + 6);
        text = meaning == std::string::npos ? "a condition inside onnx failed" : text.substr(meaning);
    }
    static const std::pair<std::string_view, std::string_view> kWords[] = {
        {"Inference error(s): ", ""},
        {"[TypeInferenceError] ", ""},
        {"[ShapeInferenceError] ", ""},
        {"NodeProto", "node"},
        {"TensorProto", "tensor"},
        {" has input size ", " has this many inputs: "},
        {" has output size ", " has this many outputs: "},
        {"No Op registered for ", "there is no standard operator "},
        {" with domain_version of ", " in operator set (opset) "},
        {"Op registered for ", "the operator "},
        {"domain_version of ", "operator set (opset) "},
        {"No opset import for domain ", "the model does not import the operator set "},
        {"Unrecognized attribute: ", "unknown attribute "},
        {" for operator ", " of operator "},
        {"not in range [min=", "allowed are "},
        {", max=2147483647]", " or more"},
        {", max=", " to "},
        {"Warning: ", ""},
        {"\n", " "},
    };
    for (const auto& [from, to] : kWords)
        replaceAll(text, from, to);
    // "with schema(::Conv:11)" says nothing to a user, nor does a C++ function or a source position.
    static const std::regex kNoise(R"(Node(\([^)]*\))? with schema\([^)]*\)|\S*\.(cc|h|cpp):\d+:? ?|\b\w+::\w[\w:]*\([^)]*\))");
    text = std::regex_replace(text, kNoise, "it");
    static const std::regex kBracket(R"((allowed are \d+( to \d+| or more)?)\])");
    text = std::regex_replace(text, kBracket, "$1");
    while (!text.empty() && (text.back() == ' ' || text.back() == '.'))
        text.pop_back();
    const auto first = text.find_first_not_of(' ');
    text = first == std::string::npos ? "no reason is given" : text.substr(first);
    const std::string escaped = inQuotes(text);
    return (text.size() < 120 ? escaped.substr(1, escaped.size() - 2) : text) + ".";
}

Result<void> runOnnxChecker(onnx::ModelProto& model)
{
    const WeightsAside aside(*model.mutable_graph());
    const ShapesFilledIn filled(*model.mutable_graph());
    try {
        onnx::checker::check_model(model);
        return {};
    } catch (const std::bad_alloc&) {
        return Error{ErrorCode::OutOfMemory, "There is not enough memory to check the model.", {}};
    } catch (const std::exception& exception) {
        return checkerError(model.graph(), exception.what());
    }
}

Result<void> inlineFunctions(onnx::ModelProto& model, Feedback& feedback)
{
    if (model.functions_size() == 0)
        return {};
    const WeightsAside aside(*model.mutable_graph());
    onnx::ModelProto before = model;
    try {
        onnx::inliner::InlineLocalFunctions(model, /*convert_version=*/true);
    } catch (const std::exception& exception) {
        model = std::move(before);
        feedback.warn("The model's functions stay as they are, their content is not quantized: "
                      + plainOnnxMessage(exception.what()));
        return {};
    }
    if (model.functions_size() > 0) {
        feedback.warn(std::to_string(model.functions_size())
                      + " of the model's functions cannot be expanded, their content is not quantized.");
    }
    return {};
}

} // namespace quantiscope
