// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/onnx_library.h"

#include "core/model/message_text.h"
#include "core/model/weights_aside.h"

#include <onnx/checker.h>
#include <onnx/inliner/inliner.h>
#include <onnx/onnx_pb.h>

#include <algorithm>
#include <exception>
#include <new>
#include <string>
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

/// Longer messages are cut.
constexpr std::size_t kLongestMessage = 1000;

/// A phrase of onnx and how a user would say it. "{}" stands for some text; "{0}", "{1}", … repeat the first, second, …
/// of them.
struct Phrase
{
    std::string_view theirs;
    std::string_view ours;
};

constexpr Phrase kPhrases[] = {
    {"Inference error(s): ", ""},
    {"[TypeInferenceError] ", ""},
    {"[ShapeInferenceError] ", ""},
    {"Warning: ", ""},
    {"\n", " "},
    {"Node({}) with schema({})", "it"},
    {"Node with schema({})", "it"},
    {"has input size {} not in range [min=1, max=1]", "has {0} inputs, 1 is allowed"},
    {"has input size {} not in range [min=2, max=2]", "has {0} inputs, 2 are needed"},
    {"has input size {} not in range [min={}, max=2147483647]", "has {0} inputs, at least {1} are needed"},
    {"has input size {} not in range [min={}, max={}]", "has {0} inputs, {1} to {2} are allowed"},
    {"has output size {} not in range [min=1, max=1]", "has {0} outputs, 1 is allowed"},
    {"has output size {} not in range [min={}, max=2147483647]", "has {0} outputs, at least {1} are needed"},
    {"has output size {} not in range [min={}, max={}]", "has {0} outputs, {1} to {2} are allowed"},
    {"has input size {} not in allowed input sizes", "has {0} inputs, which is not allowed"},
    {"has output size {} not in allowed output sizes", "has {0} outputs, which is not allowed"},
    {"Node ({})'s input {} is marked single but has an empty string in the graph", "its input {1} is missing"},
    {"Node ({})'s output {} is marked single but has an empty string in the graph", "its output {1} is missing"},
    {"No Op registered for {} with domain_version of ", "there is no operator {0} in operator set (opset) "},
    {"Op registered for {} is deprecated in domain_version of ",
     "the operator {0} is deprecated in operator set (opset) "},
    {"No opset import for domain ", "the model does not import the operator set "},
    {"Unrecognized attribute: {} for operator ", "unknown attribute '{0}' of operator "},
    {"Mismatched attribute type in '{} : {}'. Expected: '{}', actual: '{}'",
     "its attribute '{1}' has the type {3} instead of {2}"},
    {" has inconsistent type tensor({})", " is of type {0}, which does not fit the rest"},
    {" typestr: {}, has unsupported type: tensor({})", " is of type {1}, which it does not accept"},
    {" has unsupported type tensor({})", " is of type {0}, which it does not accept"},
    {"NodeProto", "node"},
    {"TensorProto", "tensor"},
};

/// Where @p pattern stands in @p text at or after @p from; its texts for "{}" go to @p gaps.
std::pair<std::size_t, std::size_t> findPhrase(std::string_view text, std::string_view pattern, std::size_t from,
                                               std::vector<std::string_view>& gaps)
{
    gaps.clear();
    auto gap = pattern.find("{}");
    const std::size_t start = text.find(pattern.substr(0, gap), from);
    if (start == std::string_view::npos)
        return {start, start};
    std::size_t end = start + std::min(gap, pattern.size());
    while (gap != std::string_view::npos) {
        pattern.remove_prefix(gap + 2);
        gap = pattern.find("{}");
        const std::string_view next = pattern.substr(0, gap);
        const std::size_t found = next.empty() ? text.size() : text.find(next, end);
        if (found == std::string_view::npos)
            return {found, found};
        gaps.push_back(text.substr(end, found - end));
        end = found + next.size();
    }
    return {start, end};
}

void translate(std::string& text, const Phrase& phrase)
{
    std::vector<std::string_view> gaps;
    std::size_t from = 0;
    for (;;) {
        const auto [start, end] = findPhrase(text, phrase.theirs, from, gaps);
        if (start == std::string::npos)
            return;
        std::string ours(phrase.ours);
        for (std::size_t i = 0; i < gaps.size(); ++i) {
            const auto at = ours.find("{" + std::to_string(i) + "}");
            if (at != std::string::npos)
                ours.replace(at, 3, gaps[i]);
        }
        text.replace(start, end - start, ours);
        from = start + ours.size();
    }
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
    for (const Phrase& phrase : kPhrases)
        translate(text, phrase);
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
    onnx::ModelProto inlined = model;
    try {
        onnx::inliner::InlineLocalFunctions(inlined, /*convert_version=*/true);
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception& exception) {
        feedback.warn("The model's functions stay as they are, their content is not quantized: "
                      + plainOnnxMessage(exception.what()));
        return {};
    }
    // Contents are swapped, not the models: aside refers to the graph object.
    model.mutable_graph()->Swap(inlined.mutable_graph());
    model.mutable_functions()->Swap(inlined.mutable_functions());
    model.mutable_opset_import()->Swap(inlined.mutable_opset_import());
    if (model.functions_size() > 0) {
        feedback.warn(std::to_string(model.functions_size())
                      + " of the model's functions cannot be expanded, their content is not quantized.");
    }
    return {};
}

} // namespace quantiscope
