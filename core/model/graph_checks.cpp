// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/graph_checks.h"

#include "core/model/message_text.h"
#include "core/model/subgraphs.h"

#include <onnx/checker.h>
#include <onnx/onnx_pb.h>

#include <limits>
#include <string>
#include <unordered_map>
#include <unordered_set>

namespace quantiscope {

namespace {

bool usesStandardDomain(const onnx::GraphProto& graph)
{
    bool found = false;
    forEachNode(graph, [&](const onnx::NodeProto& node) { found = found || node.domain().empty(); });
    return found;
}

Result<void> checkOpsets(const onnx::ModelProto& model)
{
    const std::string range = std::to_string(kLowestOpset) + " to " + std::to_string(kHighestOpset);
    bool hasStandard = false;
    for (const auto& import : model.opset_import()) {
        if (!import.domain().empty())
            continue;
        hasStandard = true;
        const std::string version = "operator set (opset) " + std::to_string(import.version());
        if (import.version() > kHighestOpset) {
            return refused("The model uses " + version + ", the highest supported one is "
                           + std::to_string(kHighestOpset) + ". Export it with a lower opset.");
        }
        if (import.version() < kLowestOpset) {
            return refused("The model uses " + version + ", the lowest supported one is " + std::to_string(kLowestOpset)
                           + ". Convert it to a newer opset first, for example with onnx.version_converter.");
        }
    }
    if (!hasStandard && usesStandardDomain(model.graph())) {
        return refused("The model does not say which version of the standard operator set (opset) it uses; " + range
                       + " are supported. The file may be cut off.");
    }
    return {};
}

/// Who made a value, for the message about a second producer.
using Producers = std::unordered_map<std::string, std::string>;

Result<void> addProducer(Producers& producers, const std::string& value, const std::string& who)
{
    const auto [known, added] = producers.emplace(value, who);
    if (added)
        return {};
    if (known->second == who)
        return refused(sentenceCase(who) + " defines the value " + inQuotes(value) + " twice.", value);
    return refused("The value " + inQuotes(value) + " is made more than once: by " + known->second + " and by " + who
                       + ".",
                   value);
}

Result<void> addInputsAndInitializers(const onnx::GraphProto& graph, Producers& producers)
{
    for (const auto& input : graph.input()) {
        if (input.name().empty())
            return refused("The model has an input without a name.");
        if (!producers.emplace(input.name(), "a graph input").second)
            return refused("The graph input " + inQuotes(input.name()) + " is listed twice.", input.name());
        const onnx::TypeProto& type = input.type();
        if (type.value_case() == onnx::TypeProto::VALUE_NOT_SET
            || (type.has_tensor_type() && type.tensor_type().elem_type() == onnx::TensorProto::UNDEFINED))
            return refused("The model does not say the type of its input " + inQuotes(input.name()) + ".",
                           input.name());
    }
    std::unordered_set<std::string> names;
    const auto add = [&](const std::string& name) -> Result<void> {
        if (name.empty())
            return refused("The model has an initializer without a name.");
        if (!names.insert(name).second)
            return refused("The initializer " + inQuotes(name) + " is defined twice.", name);
        producers[name] = "an initializer";
        return {};
    };
    for (const auto& initializer : graph.initializer()) {
        if (auto added = add(initializer.name()); !added)
            return added;
    }
    return {};
}

bool isKnown(const Producers& producers, const std::string& name)
{
    return name.empty() || producers.contains(name);
}

/// Limits of the integers that onnx's shape inference divides by, counts up to, or casts to 32 bits without a check.
Result<void> checkNumbers(const onnx::NodeProto& node, const onnx::AttributeProto& attribute)
{
    static const std::unordered_set<std::string> kPositive{"strides", "dilations",   "kernel_shape", "blocksize",
                                                           "group",   "num_outputs", "num_groups",   "hidden_size"};
    static const std::unordered_set<std::string> kAxes{"axis", "axes", "batch_axis", "time_axis"};
    constexpr std::int64_t kHighestAxis = 1024;
    const bool isPositive = kPositive.contains(attribute.name());
    const bool isAxis = kAxes.contains(attribute.name());
    const auto check = [&](std::int64_t value) -> Result<void> {
        const std::string has =
            "has the value " + std::to_string(value) + " in its attribute " + inQuotes(attribute.name());
        if (isPositive && (value <= 0 || value > std::numeric_limits<std::int32_t>::max()))
            return refused(node, has + ", which must be at least 1 and less than 2^31.");
        if (isAxis && (value < -kHighestAxis || value > kHighestAxis))
            return refused(node, has + ", which no tensor has as an axis.");
        if (attribute.name() == "batch_dims" && (value < 0 || value > kHighestAxis))
            return refused(node, has + ", which is not a number of axes.");
        return {};
    };
    if (attribute.type() == onnx::AttributeProto::INT) {
        if (auto checked = check(attribute.i()); !checked)
            return checked;
    }
    for (const std::int64_t value : attribute.ints()) {
        if (auto checked = check(value); !checked)
            return checked;
    }
    return {};
}

} // namespace

Result<void> checkHeader(const onnx::ModelProto& model)
{
    if (!model.has_ir_version() && !model.has_graph())
        return refused("The file is not an ONNX model: it has neither an IR version nor a graph.");
    if (!model.has_graph())
        return refused("The model holds no graph. The file may be cut off.");
    if (!model.has_ir_version())
        return refused("The file is not an ONNX model: it does not say its IR version.");
    const std::int64_t ir = model.ir_version();
    if (ir > kHighestIrVersion) {
        return refused("The model has IR version " + std::to_string(ir) + ", the highest supported one is "
                       + std::to_string(kHighestIrVersion) + ". Export it with an older version of onnx.");
    }
    if (ir < kLowestIrVersion) {
        return refused("The model has IR version " + std::to_string(ir) + ", the lowest supported one is "
                       + std::to_string(kLowestIrVersion) + ". Export it again with a current tool.");
    }
    // Before anything walks down into the subgraphs.
    if (subgraphDepth(model.graph()) > kDeepestSubgraph) {
        return refused("The model's subgraphs are nested more than " + std::to_string(kDeepestSubgraph)
                       + " levels deep, which is not supported.");
    }
    if (model.graph().node_size() == 0)
        return refused("The model's graph has no nodes.");
    if (model.graph().output_size() == 0)
        return refused("The model's graph has no outputs.");
    return checkOpsets(model);
}

Result<void> checkValues(const onnx::GraphProto& graph)
{
    Producers producers;
    if (auto added = addInputsAndInitializers(graph, producers); !added)
        return added;
    for (const auto& node : graph.node()) {
        if (node.op_type().empty())
            return refused(node, "does not say which operator it is.");
        for (const auto& output : node.output()) {
            if (output.empty())
                continue;
            if (auto added = addProducer(producers, output, describe(node)); !added)
                return added;
        }
    }
    for (const auto& node : graph.node()) {
        for (const auto& input : node.input()) {
            if (!isKnown(producers, input)) {
                return refused(node,
                               "reads " + inQuotes(input)
                                   + ", but no node makes this value and it is neither an input nor an initializer.");
            }
        }
        if (!hasSubgraphs(node))
            continue;
        for (const std::string& name : outerScopeReads(node)) {
            if (!isKnown(producers, name))
                return refused(node, "has a subgraph that reads " + inQuotes(name) + ", but nothing makes this value.");
        }
    }
    for (const auto& output : graph.output()) {
        if (output.name().empty())
            return refused("The model has an output without a name.");
        if (!isKnown(producers, output.name()))
            return refused("Nothing makes the model's output " + inQuotes(output.name()) + ".", output.name());
    }
    return {};
}

Result<void> checkNodes(const onnx::GraphProto& graph)
{
    Result<void> result;
    forEachNode(graph, [&](const onnx::NodeProto& node) {
        if (!result || !node.domain().empty())
            return;
        // onnx's checker lets these pass and talks about them on standard output.
        if (onnx::checker::check_is_experimental_op(node))
            result = refused(node, "is an experimental operator that ONNX has removed long ago.");
        for (const auto& attribute : node.attribute()) {
            if (result)
                result = checkNumbers(node, attribute);
        }
    });
    return result;
}

} // namespace quantiscope
