// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/omitted_values.h"

#include "core/model/message_text.h"
#include "core/model/subgraphs.h"

#include <onnx/defs/schema.h>
#include <onnx/onnx_pb.h>

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

namespace quantiscope {

namespace {

using Option = onnx::OpSchema::FormalParameterOption;

/// The standard operators of the opset that a model uses.
class Operators
{
public:
    explicit Operators(const onnx::ModelProto& model)
    {
        for (const auto& import : model.opset_import()) {
            if (import.domain().empty())
                m_version = static_cast<int>(import.version());
        }
    }

    /// The description of the node's operator; nullptr when it is not a standard one.
    [[nodiscard]] const onnx::OpSchema* of(const onnx::NodeProto& node) const
    {
        return node.domain().empty() ? onnx::OpSchemaRegistry::Schema(node.op_type(), m_version, "") : nullptr;
    }

private:
    int m_version = 0;
};

/// What the parameter at @p index is; the last one of a list stands for all behind it.
std::optional<Option> optionOf(const std::vector<onnx::OpSchema::FormalParameter>& parameters, int index)
{
    if (parameters.empty())
        return std::nullopt;
    const std::size_t last = parameters.size() - 1;
    const auto at = static_cast<std::size_t>(index);
    if (at > last && parameters[last].GetOption() != onnx::OpSchema::Variadic)
        return std::nullopt; // the checker refuses it
    return parameters[std::min(at, last)].GetOption();
}

bool hasOmitted(const google::protobuf::RepeatedPtrField<std::string>& names)
{
    return std::find(names.begin(), names.end(), "") != names.end();
}

/// The positions of the outputs that @p node has to give and leaves out.
std::vector<int> missingOutputs(const onnx::NodeProto& node, const Operators& operators)
{
    std::vector<int> missing;
    const onnx::OpSchema* schema = hasOmitted(node.output()) ? operators.of(node) : nullptr;
    if (!schema)
        return missing;
    const bool writesAll = node.op_type() == "BatchNormalization"; // that trains
    for (int i = 0; i < node.output_size(); ++i) {
        const auto option = optionOf(schema->outputs(), i);
        if (node.output(i).empty() && option && (writesAll || *option != onnx::OpSchema::Optional))
            missing.push_back(i);
    }
    return missing;
}

/// Cuts off what a normalization that does not train leaves out behind its result, and says how many outputs that were:
/// ONNX Runtime trains, or crashes, when more than the result is listed.
std::size_t cutUnusedStatistics(onnx::NodeProto& node)
{
    const auto trains = [](const onnx::AttributeProto& attribute) {
        return attribute.name() == "training_mode" && attribute.i() != 0;
    };
    if (node.op_type() != "BatchNormalization" || !node.domain().empty()
        || std::any_of(node.attribute().begin(), node.attribute().end(), trains))
        return 0;
    std::size_t cut = 0;
    for (; node.output_size() > 1 && node.output(node.output_size() - 1).empty(); ++cut)
        node.mutable_output()->RemoveLast();
    return cut;
}

} // namespace

std::size_t nameOmittedOutputs(onnx::ModelProto& model, Feedback& feedback)
{
    const Operators operators(model);
    std::unordered_set<std::string> taken; // collected when there is something to name
    std::size_t next = 0; // one number for all: a search never starts again
    std::size_t named = 0;
    std::size_t cut = 0;
    std::string first;
    std::string firstCut;
    forEachNode(*model.mutable_graph(), [&](onnx::NodeProto& node) {
        if (const std::size_t more = cutUnusedStatistics(node); more > 0) {
            firstCut = cut == 0 ? describe(node) : firstCut;
            cut += more;
        }
        for (const int output : missingOutputs(node, operators)) {
            if (named++ == 0) {
                collectValueNames(model.graph(), taken);
                first = describe(node);
            }
            std::string name;
            do
                name = "omitted_output_" + std::to_string(next++);
            while (taken.contains(name));
            node.set_output(output, name);
        }
    });
    if (named > 0) {
        feedback.warn(std::to_string(named)
                      + (named == 1 ? " output that its operator has to give is left out (of "
                                    : " outputs that their operators have to give are left out (first of ")
                      + first + "); " + (named == 1 ? "it was given a name" : "they were given names")
                      + ". ONNX Runtime cannot run the file itself.");
    }
    if (cut > 0) {
        feedback.warn(
            std::to_string(cut)
            + (cut == 1 ? " output without a name was taken off " : " outputs without a name were taken off, first of ")
            + firstCut + ". ONNX Runtime cannot run the file itself.");
    }
    return named + cut;
}

Result<void> checkListedInputs(const onnx::ModelProto& model)
{
    const Operators operators(model);
    Result<void> result;
    forEachNode(model.graph(), [&](const onnx::NodeProto& node) {
        const onnx::OpSchema* schema = result && hasOmitted(node.input()) ? operators.of(node) : nullptr;
        if (!schema)
            return;
        for (int i = 0; result && i < node.input_size(); ++i) {
            if (node.input(i).empty() && optionOf(schema->inputs(), i) == onnx::OpSchema::Variadic)
                result = refused(node,
                                 "leaves out number " + std::to_string(i + 1)
                                     + " of its inputs, which is not optional. Give it a value.");
        }
    });
    return result;
}

} // namespace quantiscope
