// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/opset_conversion.h"

#include "core/model/graph_checks.h"
#include "core/model/message_text.h"
#include "core/model/onnx_library.h"
#include "core/model/opset_names.h"
#include "core/model/opset_preparation.h"
#include "core/model/subgraphs.h"
#include "core/model/weights_aside.h"

#include <onnx/onnx_pb.h>
#include <onnx/version_converter/convert.h>

#include <algorithm>
#include <array>
#include <exception>
#include <set>
#include <unordered_map>

namespace quantiscope {

namespace {

/// The lowest IR version that knows the types of an operator set (onnx/helper.py, VERSION_TABLE), from opset 7 on.
constexpr std::array<int, 20> kIrVersions{3, 3, 4, 5, 6, 7, 7, 7, 8, 8, 8, 8, 9, 9, 10, 10, 11, 12, 13, 13};

/// The model without weights and functions: nodes, and initializers as inputs.
onnx::ModelProto skeletonOf(const onnx::ModelProto& model)
{
    onnx::ModelProto skeleton;
    skeleton.set_ir_version(std::max<std::int64_t>(model.ir_version(), 4));
    *skeleton.mutable_opset_import() = model.opset_import();
    onnx::GraphProto& graph = *skeleton.mutable_graph();
    graph.set_name(model.graph().name());
    *graph.mutable_node() = model.graph().node();
    *graph.mutable_input() = model.graph().input();
    *graph.mutable_output() = model.graph().output();
    *graph.mutable_value_info() = model.graph().value_info();
    for (const auto& initializer : model.graph().initializer())
        *graph.add_input() = inputLike(initializer);
    return skeleton;
}

ConversionFacts factsOf(const Model& model, int target)
{
    ConversionFacts facts;
    facts.fromOpset = model.opset();
    facts.toOpset = target;
    facts.values = model.values();
    for (const auto& initializer : model.graph().initializer()) {
        if (isSmall(initializer))
            facts.initializers.emplace(initializer.name(), &initializer);
    }
    return facts;
}

/// @p node alone, with everything that it reads as a graph input.
onnx::ModelProto modelOf(const onnx::NodeProto& node, const onnx::ModelProto& skeleton,
                         const std::unordered_map<std::string, const onnx::ValueInfoProto*>& values)
{
    onnx::ModelProto model;
    model.set_ir_version(skeleton.ir_version());
    *model.mutable_opset_import() = skeleton.opset_import();
    onnx::GraphProto& graph = *model.mutable_graph();
    *graph.add_node() = node;
    std::set<std::string> reads = outerScopeReads(node);
    reads.insert(node.input().begin(), node.input().end());
    for (const std::string& name : reads) {
        const auto value = values.find(name);
        if (value != values.end())
            *graph.add_input() = *value->second;
        else if (!name.empty())
            graph.add_input()->set_name(name);
    }
    for (const auto& output : node.output()) {
        if (!output.empty())
            graph.add_output()->set_name(output);
    }
    return model;
}

/// The first node that cannot be converted by itself; onnx's messages do not tell.
const onnx::NodeProto* findCulprit(const onnx::ModelProto& skeleton, int from, int target)
{
    std::unordered_map<std::string, const onnx::ValueInfoProto*> values;
    for (const auto* list : {&skeleton.graph().input(), &skeleton.graph().value_info()}) {
        for (const auto& value : *list)
            values.emplace(value.name(), &value);
    }
    const onnx::version_conversion::DefaultVersionConverter converter;
    for (const auto& node : skeleton.graph().node()) {
        try {
            (void)converter.convert_version(modelOf(node, skeleton, values), onnx::OpSetID(from),
                                            onnx::OpSetID(target));
        } catch (const std::exception&) {
            return &node;
        }
    }
    return nullptr;
}

Error conversionError(const onnx::ModelProto& skeleton, int from, int target, const std::string& message)
{
    const std::string steps = "from operator set (opset) " + std::to_string(from) + " to " + std::to_string(target);
    const std::string reason = plainOnnxMessage(message);
    const auto* node = findCulprit(skeleton, from, target);
    if (!node)
        return refused("The model cannot be converted " + steps + ": " + reason);
    if (reason.starts_with("No Adapter"))
        return refused(*node, "cannot be converted " + steps + ": onnx has no conversion for this operator.");
    return refused(*node, "cannot be converted " + steps + ": " + reason);
}

Result<void> checkTarget(const Model& model, int target)
{
    const int from = model.opset();
    if (target > kHighestOpset) {
        return refused("The model cannot be converted to operator set (opset) " + std::to_string(target)
                       + ", the highest supported one is " + std::to_string(kHighestOpset) + ".");
    }
    if (from == 0)
        return refused("The model does not use the standard operator set, so its version cannot be converted.");
    if (target < from) {
        return refused("The model cannot be converted down from operator set (opset) " + std::to_string(from) + " to "
                       + std::to_string(target) + ".");
    }
    if (model.proto().functions_size() > 0) {
        return refused(
            "The model contains functions of its own that could not be expanded; such models cannot be converted "
            "to another operator set.");
    }
    return {};
}

/// The converted nodes, with the names they had. onnx's converter may throw.
Result<onnx::GraphProto> convertedGraph(const Model& model, int target)
{
    const int from = model.opset();
    onnx::ModelProto skeleton = skeletonOf(model.proto());
    const ConversionFacts facts = factsOf(model, target);
    if (auto prepared = prepareForConversion(*skeleton.mutable_graph(), facts); !prepared)
        return prepared.error();
    onnx::ModelProto converted;
    try {
        const onnx::version_conversion::DefaultVersionConverter converter;
        converted = converter.convert_version(skeleton, onnx::OpSetID(from), onnx::OpSetID(target));
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception& exception) {
        return conversionError(skeleton, from, target, exception.what());
    }
    onnx::GraphProto& graph = *converted.mutable_graph();
    initializersToConstants(graph);
    restoreNodes(model.graph(), graph);
    renameNewValues(model.graph(), graph);
    matchConstantTypes(graph, facts.values);
    revealHidden(graph);
    return std::move(graph);
}

Result<onnx::GraphProto> convertedGraphOrError(const Model& model, int target)
{
    try {
        return convertedGraph(model, target);
    } catch (const std::bad_alloc&) {
        return Error{ErrorCode::OutOfMemory, "There is not enough memory to convert the model.", {}};
    } catch (const std::exception& exception) {
        return refused("The model cannot be converted to another operator set: " + plainOnnxMessage(exception.what()));
    }
}

void setOpset(onnx::ModelProto& model, int version)
{
    for (auto& import : *model.mutable_opset_import()) {
        if (import.domain().empty())
            import.set_version(version);
    }
    const auto needed = kIrVersions[static_cast<std::size_t>(version - kLowestOpset)];
    model.set_ir_version(std::max<std::int64_t>(model.ir_version(), needed));
}

} // namespace

Result<void> convertOpset(Model& model, int targetOpset)
{
    if (auto checked = checkTarget(model, targetOpset); !checked)
        return checked;
    if (targetOpset == model.opset())
        return {};
    auto converted = convertedGraphOrError(model, targetOpset);
    if (!converted)
        return converted.error();

    onnx::ModelProto& proto = model.mutableProto();
    onnx::GraphProto& graph = *proto.mutable_graph();
    auto nodes = graph.node();
    auto values = graph.value_info();
    auto imports = proto.opset_import();
    auto outputs = graph.output();
    const auto irVersion = proto.ir_version();
    const int initializers = graph.initializer_size();

    graph.mutable_node()->Swap(converted->mutable_node());
    setOpset(proto, targetOpset);
    const auto refreshed = model.refresh();
    if (refreshed)
        return {};
    graph.mutable_node()->Swap(&nodes);
    graph.mutable_value_info()->Swap(&values);
    graph.mutable_output()->Swap(&outputs);
    proto.mutable_opset_import()->Swap(&imports);
    proto.set_ir_version(irVersion);
    graph.mutable_initializer()->DeleteSubrange(initializers, graph.initializer_size() - initializers);
    return refused("The model is not valid any more after the conversion to operator set (opset) "
                       + std::to_string(targetOpset) + ". " + refreshed.error().message,
                   refreshed.error().subject);
}

} // namespace quantiscope
