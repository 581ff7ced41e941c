// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/changes_text.h"
#include "app/cli/commands.h"
#include "app/cli/console.h"
#include "app/cli/text_table.h"
#include "core/analysis/model_changes.h"
#include "core/base/printable.h"
#include "core/graph/graph.h"
#include "core/model/model.h"
#include "core/pipeline/run_report.h"

#include <cstdio>
#include <nlohmann/json.hpp>

namespace quantiscope {

namespace {

using nlohmann::json;

constexpr const char* kFooter = "Examples:\n"
                                "  qscope inspect model.onnx\n"
                                "  qscope inspect model.onnx --nodes\n"
                                "  qscope inspect model.onnx --json\n"
                                "  qscope inspect model.onnx --compare model_int8.onnx";

struct InspectOptions
{
    std::string model;
    std::string compared;
    bool nodes = false;
    bool json = false;
    bool quiet = false;
};

json toJson(const TensorSpec& spec)
{
    json shape;
    if (spec.hasRank) {
        shape = json::array();
        for (std::size_t i = 0; i < spec.shape.size(); ++i) {
            if (spec.shape[i] >= 0)
                shape.push_back(spec.shape[i]);
            else
                shape.push_back(i < spec.dimensionNames.size() && !spec.dimensionNames[i].empty()
                                    ? json(spec.dimensionNames[i])
                                    : json());
        }
    }
    return {{"name", spec.name}, {"type", dataTypeName(spec.type)}, {"shape", std::move(shape)}};
}

json toJson(const Model& model, const Graph& graph)
{
    const ModelTraits traits = modelTraits(model);
    json inputs = json::array();
    for (const TensorSpec& spec : model.inputs())
        inputs.push_back(toJson(spec));
    json outputs = json::array();
    for (const TensorSpec& spec : model.outputs())
        outputs.push_back(toJson(spec));
    json nodes = json::array();
    for (const Node& node : graph.nodes())
        nodes.push_back({{"name", node.name},
                         {"type", node.opType},
                         {"domain", node.domain},
                         {"inputs", node.inputs},
                         {"outputs", node.outputs}});
    return {{"path", model.path().string()},
            {"hash", model.contentHash()},
            {"opset", model.opset()},
            {"inputs", std::move(inputs)},
            {"outputs", std::move(outputs)},
            {"operators", countOperators(graph)},
            {"weightBytes", model.weightBytes()},
            {"float16", traits.isFloat16},
            {"controlFlowNodes", traits.subgraphNodes},
            {"nodesInSubgraphs", traits.nodesInSubgraphs},
            {"unnamedNodes", traits.unnamedNodes},
            {"externalData", model.usesExternalData()},
            {"quantized", firstQuantizedOperator(model.proto()).has_value()},
            {"nodes", std::move(nodes)}};
}

void printText(const Model& model, const Graph& graph, bool withNodes)
{
    using Align = TextTable::Align;
    const ModelTraits traits = modelTraits(model);
    std::printf("%s\n\n", wholePrintable(model.path().string()).c_str());
    std::printf("  opset    %d\n", model.opset());
    std::printf("  nodes    %zu\n", graph.nodes().size());
    std::printf("  weights  %s%s\n", bytesText(model.weightBytes()).c_str(),
                model.usesExternalData() ? " (external data)" : "");
    std::printf("  hash     %s\n", model.contentHash().c_str());
    if (traits.isFloat16)
        std::printf("  note     float16 model: quantize it with option ConvertFP16ToFP32\n");
    if (const auto quantized = firstQuantizedOperator(model.proto()))
        std::printf("  note     quantized already (%s)\n", wholePrintable(*quantized).c_str());
    if (traits.subgraphNodes > 0)
        std::printf("  note     %s with %s inside: control flow, which stays float\n",
                    countedText(traits.subgraphNodes, "node").c_str(),
                    countedText(traits.nodesInSubgraphs, "node").c_str());
    if (traits.unnamedNodes > 0)
        std::printf("  note     %s without a name, named here\n", countedText(traits.unnamedNodes, "node").c_str());
    TextTable values({"", "name", "type and shape"});
    for (const TensorSpec& spec : model.inputs())
        values.addRow({"input", spec.name, describe(spec)});
    for (const TensorSpec& spec : model.outputs())
        values.addRow({"output", spec.name, describe(spec)});
    TextTable operators({"operator", "count"}, {Align::Left, Align::Right});
    for (const auto& [type, count] : countOperators(graph))
        operators.addRow({type, std::to_string(count)});
    std::printf("\n%s\n%s", values.text(2).c_str(), operators.text(2).c_str());
    if (!withNodes)
        return;
    TextTable nodes({"node", "operator", "output"});
    for (const Node& node : graph.nodes()) {
        const std::string output = node.outputs.empty() ? std::string() : node.outputs[0];
        const TensorSpec* spec = graph.spec(output);
        nodes.addRow({node.name, node.opType, output + (spec ? "  " + describe(*spec) : "")});
    }
    std::printf("\n%s", nodes.text(2).c_str());
}

/// Tells what became of @p graph in the model that is named to compare with.
int compare(const InspectOptions& options, const Graph& graph, Feedback& feedback)
{
    const Result<Model> model = Model::load(options.compared, {.allowQuantized = true}, feedback);
    if (!model)
        return reportError(model.error());
    const Graph after(*model);
    const ModelChanges changes = modelChanges(graph, after, GraphCorrespondence(graph, after, feedback), feedback);
    if (feedback.isCanceled())
        return reportError({ErrorCode::Canceled, "Canceled.", {}});
    if (options.json)
        std::printf("%s\n", toJson(changes, graph, after).dump(2, ' ', false, json::error_handler_t::replace).c_str());
    else
        std::printf("%s", changesText(changes, graph, after, options.nodes).c_str());
    return 0;
}

int inspect(const InspectOptions& options)
{
    Console console(options.quiet ? Console::Verbosity::Quiet : Console::Verbosity::Normal);
    const Result<Model> model = Model::load(options.model, {.allowQuantized = true}, console);
    if (!model)
        return reportError(model.error());
    const Graph graph(*model);
    if (!options.compared.empty())
        return compare(options, graph, console);
    if (options.json)
        std::printf("%s\n", toJson(*model, graph).dump(2, ' ', false, json::error_handler_t::replace).c_str());
    else
        printText(*model, graph, options.nodes);
    return 0;
}

} // namespace

CommandWork addInspectCommand(CLI::App& app)
{
    auto options = std::make_shared<InspectOptions>();
    CLI::App* command = app.add_subcommand("inspect", "Show a model's inputs, outputs, operators and nodes");
    command->add_option("MODEL", options->model, "ONNX model")->required()->type_name("");
    command
        ->add_option("--compare", options->compared,
                     "Tell what is different in this model, which a quantizer made of MODEL: nodes that\n"
                     "are fused, removed, converted or added, quantizers, changed weights")
        ->type_name("QUANTIZED");
    command->add_flag("--nodes", options->nodes, "List all nodes, with the names that --exclude takes");
    command->add_flag("--json", options->json, "Print everything, nodes included, as JSON");
    command->add_flag("-q,--quiet", options->quiet, "No warnings");
    command->footer(kFooter);
    return [options] { return inspect(*options); };
}

} // namespace quantiscope
