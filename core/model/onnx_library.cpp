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

/// Messages of onnx are cut after this many bytes: std::regex recurses over the text.
constexpr std::size_t kLongestMessage = 1000;

/// What onnx says, and how a user would say it, in the order of replacement.
const std::vector<std::pair<std::regex, std::string>>& patterns()
{
    static const std::vector<std::pair<std::regex, std::string>> kPatterns = [] {
        static constexpr std::pair<const char*, const char*> kTexts[] = {
            {R"(Inference error\(s\): |\[(Type|Shape)InferenceError\] |Warning: )", ""},
            {R"(\s*\n\s*)", " "},
            {R"(Node(\([^)]*\))? with schema\([^)]*\))", "it"},
            {R"(has (in|out)put size (\d+) not in range \[min=(\d+), max=\3\])", "has $2 $1puts, $3 are allowed"},
            {R"(has (in|out)put size (\d+) not in range \[min=(\d+), max=2147483647\])",
             "has $2 $1puts, at least $3 are needed"},
            {R"(has (in|out)put size (\d+) not in range \[min=(\d+), max=(\d+)\])",
             "has $2 $1puts, $3 to $4 are allowed"},
            {R"(has (in|out)put size (\d+) not in allowed (in|out)put sizes)", "has $2 $1puts, which is not allowed"},
            {R"(Node \([^)]*\)'s (in|out)put (\d+) is marked single but has an empty string in the graph)",
             "its $1put $2 is missing"},
            {R"(No Op registered for (\S*) with domain_version of )",
             "there is no operator $1 in operator set (opset) "},
            {R"(Op registered for (\S*) is deprecated in domain_version of )",
             "the operator $1 is deprecated in operator set (opset) "},
            {R"(No opset import for domain )", "the model does not import the operator set "},
            {R"(Unrecognized attribute: (\S*) for operator )", "unknown attribute '$1' of operator "},
            {R"(Mismatched attribute type in '.* : ([^']*)'\. Expected: '(\w+)', actual: '(\w+)')",
             "its attribute '$1' has the type $3 instead of $2"},
            {R"((\w+) has inconsistent type tensor\((\w+)\))", "$1 is of type $2, which does not fit the rest"},
            {R"((\w+) typestr: \w+, has unsupported type: tensor\((\w+)\))",
             "$1 is of type $2, which it does not accept"},
            {R"((\w+) has unsupported type tensor\((\w+)\))", "$1 is of type $2, which it does not accept"},
            {R"(NodeProto)", "node"},
            {R"(TensorProto)", "tensor"},
            // A C++ function or a source position says nothing to a user.
            {R"(\S*\.(cc|h|cpp):\d+:? ?|\b\w+::\w[\w:]*\([^)]*\))", ""},
        };
        std::vector<std::pair<std::regex, std::string>> compiled;
        for (const auto& [pattern, words] : kTexts)
            compiled.emplace_back(std::regex(pattern), words);
        return compiled;
    }();
    return kPatterns;
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
    std::string text(message.substr(0, kLongestMessage));
    cutAt(text, "\n\n==> Context:");
    // "/path/file.h:12: function: Assertion `condition` failed: what it means"
    const auto assertion = text.find("Assertion `");
    if (assertion != std::string::npos) {
        const auto failed = text.find("failed", assertion);
        const auto meaning = failed == std::string::npos ? failed : text.find_first_not_of(":. ", failed + 6);
        text = meaning == std::string::npos ? "a condition inside onnx failed" : text.substr(meaning);
    }
    for (const auto& [pattern, words] : patterns())
        text = std::regex_replace(text, pattern, words);
    text = printable(text, kLongestMessage);
    while (!text.empty() && (text.back() == ' ' || text.back() == '.'))
        text.pop_back();
    const auto first = text.find_first_not_of(' ');
    return (first == std::string::npos ? "no reason is given" : text.substr(first)) + ".";
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
