// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/run_details.h"

#include "core/base/byte_count.h"
#include "core/base/version.h"
#include "core/report/report_cells.h"
#include "core/report/svg_plot.h"
#include "core/tensor/data_type.h"

#include <filesystem>
#include <nlohmann/json.hpp>

namespace quantiscope {

namespace {

ReportTable gatesTable(const RunReport& run)
{
    std::size_t met = 0;
    ReportTable table{"gates", "Gates", {}, {{"gate"}, {"verdict"}, {"value"}, {"output"}, {"why"}}, {}};
    for (const GateResult& gate : run.gates) {
        met += gate.met;
        const double value = gate.value.value_or(kNothing);
        table.rows.push_back({describe(gate.gate), gate.met ? "met" : "NOT MET", ReportCell(value, fixedText(value, 5)),
                              gate.output, gate.reason});
    }
    table.notes.push_back(std::to_string(met) + " of " + countedText(run.gates.size(), "gate") + " met.");
    return table;
}

ReportTable stagesTable(const RunReport& run)
{
    ReportTable table{"stages",
                      "Time and memory",
                      {},
                      {{"stage"}, {"seconds"}, {"peak memory", "of the whole process during the stage"}},
                      {}};
    SvgPlot::Bars bars;
    double seconds = 0.0;
    for (const StageRecord& stage : run.stages) {
        seconds += stage.seconds;
        table.rows.push_back({stage.name, ReportCell(stage.seconds, fixedText(stage.seconds, 3)),
                              stage.peakMemory > 0
                                  ? ReportCell(static_cast<double>(stage.peakMemory), byteText(stage.peakMemory))
                                  : ReportCell(kNothing, "-")});
        bars.push_back({stage.name, stage.seconds, fixedText(stage.seconds, 2) + " s"});
    }
    table.notes.push_back("The run took " + fixedText(seconds, 2) + " s.");
    table.figures.push_back({"Seconds of each stage", barFigure("Seconds of each stage", bars)});
    return table;
}

ReportTable operatorsTable(const RunReport& run)
{
    ReportTable table{"operators", "Operators", {}, {{"operator"}, {"float"}, {"quantized"}, {"difference"}}, {}};
    OperatorCounts all = run.floatOperators;
    all.insert(run.quantizedOperators.begin(), run.quantizedOperators.end());
    const auto countIn = [](const OperatorCounts& counts, const std::string& type) {
        const auto at = counts.find(type);
        return at == counts.end() ? 0LL : static_cast<long long>(at->second);
    };
    for (const auto& [type, ignored] : all) {
        const long long before = countIn(run.floatOperators, type);
        const long long after = countIn(run.quantizedOperators, type);
        table.rows.push_back({type, count(before), count(after), count(after - before)});
    }
    return table;
}

ReportTable quantizedTable(const RunReport& run)
{
    ReportTable table{"quantized",
                      "Quantized tensors",
                      {},
                      {{"tensor"},
                       {"role"},
                       {"type"},
                       {"scale", "of the first channel where there are several"},
                       {"zero point"},
                       {"scales"},
                       {"observed minimum"},
                       {"observed maximum"},
                       {"shares with"}},
                      {}};
    for (const QuantizedTensor& tensor : run.tensors) {
        const QuantParams& params = tensor.params;
        const auto range = run.ranges.find(tensor.name);
        const bool isSeen = range != run.ranges.end();
        table.rows.push_back({tensor.name, name(tensor.role), std::string(dataTypeName(params.type)),
                              rounded(params.scale.empty() ? kNothing : static_cast<double>(params.scale[0])),
                              params.zeroPoint.empty() ? ReportCell(kNothing, "-") : count(params.zeroPoint[0]),
                              count(params.scale.size()),
                              rounded(isSeen ? static_cast<double>(range->second.min) : kNothing),
                              rounded(isSeen ? static_cast<double>(range->second.max) : kNothing), tensor.sharesWith});
    }
    return table;
}

ReportTable rulesTable(const RunReport& run)
{
    ReportTable table{"rules", "Rules", {}, {{"rule"}, {"nodes"}, {"which"}}, {}};
    for (const auto* matches : {&run.exclusions, &run.layers}) {
        for (const RuleMatch& match : *matches) {
            if (match.rule.enabled)
                table.rows.push_back({(matches == &run.layers ? "layers " : "float ") + describe(match.rule),
                                      count(match.nodes.size()), namesText(match.nodes)});
        }
    }
    return table;
}

ReportTable preparationTable(const RunReport& run)
{
    ReportTable table{"preparation",
                      "Preparation of the graph",
                      {},
                      {{"pass"}, {"option"}, {"changed", "places that were rewritten"}, {"left as it was"}},
                      {}};
    for (const PassRecord& pass : run.preparation)
        table.rows.push_back({pass.pass, pass.option, count(pass.changed),
                              pass.isDropped ? "dropped: it computed something else" : namesText(pass.skipped)});
    return table;
}

ReportTable warningsTable(const RunReport& run)
{
    ReportTable table{"warnings", "Warnings", {}, {{"warning"}}, {}};
    if (run.evaluationError)
        table.rows.push_back({"The evaluation failed: " + run.evaluationError->message});
    for (const std::string& warning : run.warnings)
        table.rows.push_back({warning});
    return table;
}

/// What it says beyond its preset, a member a line.
ReportTable recipeTable(const RunReport& run)
{
    ReportTable table{"recipe", "Recipe", {}, {{"member"}, {"value"}}, {}};
    const nlohmann::ordered_json members = recipeDocument(run.recipe, {}, RecipeDetail::Differences).flatten();
    for (const auto& [pointer, value] : members.items()) {
        if (pointer == "/format" || pointer == "/version")
            continue;
        std::string member;
        for (std::size_t i = 1; i < pointer.size(); ++i) { // a JSON pointer: "/calibration/method", "~1" is '/'
            if (pointer[i] == '~' && i + 1 < pointer.size())
                member += pointer[++i] == '1' ? '/' : '~';
            else
                member += pointer[i] == '/' ? '.' : pointer[i];
        }
        table.rows.push_back({member, value.is_string() ? value.get<std::string>() : value.dump()});
    }
    return table;
}

std::string fileNameOf(const std::string& path)
{
    return std::filesystem::path(path).filename().string();
}

} // namespace

AnalysisReport reportOf(const RunReport& run)
{
    AnalysisReport report;
    report.title = fileNameOf(run.modelPath) + ", " + run.recipe.config.preset;
    report.facts = {
        {"Model", run.modelPath},
        {"Quantized", run.outputPath},
        {"Preset", run.recipe.config.preset},
        {"Method", methodName(run.recipe.config.calibration.method)},
        {"Calibration", countedText(run.samples, "sample")},
        {"Nodes", std::to_string(run.selectedNodes) + " of " + std::to_string(run.preparedNodes) + " quantized"},
        {"Weights", byteText(run.floatWeightBytes) + " → " + byteText(run.quantizedWeightBytes)},
        {"Opset", std::to_string(run.opset)},
        {"Model SHA-256", run.modelHash},
        {"Quantized SHA-256", run.outputHash},
        {"Recipe SHA-256", recipeHash(run.recipe)},
        {"Data SHA-256", run.dataHash},
        {"Quantiscope", kVersion}};
    std::erase_if(report.facts, [](const auto& fact) { return fact.second.empty(); });
    if (!run.gates.empty())
        report.first.push_back(gatesTable(run));
    report.evaluation = run.evaluation ? run.evaluation : run.check;
    if (!run.evaluation && run.check)
        report.facts.emplace_back("Measured on", "some of the calibration samples: there are no evaluation data");
    for (ReportTable table : {warningsTable(run), recipeTable(run), stagesTable(run), operatorsTable(run),
                              rulesTable(run), preparationTable(run), quantizedTable(run)}) {
        if (!table.rows.empty())
            report.last.push_back(std::move(table));
    }
    return report;
}

AnalysisReport reportOf(const AnalysisRequest& request)
{
    const Recipe& recipe = request.recipe;
    AnalysisReport report;
    report.title = request.model.filename().string() + ", " + recipe.config.preset;
    report.facts = {{"Model", request.model.string()}, {"Preset", recipe.config.preset}};
    if (recipe.config.needsStatistics()) {
        report.facts.emplace_back("Method", methodName(recipe.config.calibration.method));
        if (!request.statistics.empty())
            report.facts.emplace_back("Statistics", request.statistics.string());
        else if (recipe.calibration)
            report.facts.emplace_back("Calibration", recipe.calibration->source);
    }
    if (request.evaluation)
        report.facts.emplace_back("Measured on", request.evaluation->data.source);
    report.facts.emplace_back("Quantiscope", kVersion);
    return report;
}

AnalysisReport reportOf(const std::filesystem::path& floatModel, const std::filesystem::path& quantizedModel,
                        const std::string& data)
{
    AnalysisReport report;
    report.title = quantizedModel.filename().string() + " against " + floatModel.filename().string();
    report.facts = {{"Float", floatModel.string()},
                    {"Quantized", quantizedModel.string()},
                    {"Measured on", data},
                    {"Quantiscope", kVersion}};
    return report;
}

} // namespace quantiscope
