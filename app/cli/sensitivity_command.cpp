// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/analysis_options.h"
#include "app/cli/commands.h"
#include "app/cli/console.h"
#include "app/cli/text_table.h"
#include "app/cli/value_checks.h"
#include "core/base/file_io.h"
#include "core/base/printable.h"
#include "core/config/group_rule.h"
#include "core/pipeline/output_files.h"
#include "core/pipeline/sensitivity_run.h"
#include "core/report/run_details.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>

namespace quantiscope {

namespace {

constexpr const char* kFooter =
    "Each part is measured alone: quantized with everything else in float (only), or left in float with everything\n"
    "else quantized (all-but), on 1, 2, 4 … samples. Ctrl-C prints what is known by then.\n"
    "Two modes estimate what only would give: first-order measures each part on one sample; local is the part's own\n"
    "error, which points at a part that is itself badly rounded, but ranks sound ones poorly.\n\n"
    "Examples:\n"
    "  qscope sensitivity model.onnx -c calib/ --preprocess imagenet --preset XINT8\n"
    "  qscope sensitivity model.onnx -r recipe.json --per block --direction both --top-k --csv blocks.csv\n"
    "  qscope sensitivity model.onnx -r recipe.json --group 'head=^/head/' --group 'stem=^/stem/'\n"
    "  qscope sensitivity model.onnx -r recipe.json --mode local\n"
    "  qscope sensitivity detector.onnx -r recipe.json --part 'scores=output[..., 4:]'\n"
    "  qscope sensitivity model.onnx -c calib/ --evaluate test/ --labels test/labels.tsv --metric top1";

constexpr std::size_t kMostRows = 40;

struct SensitivityOptions : AnalysisOptions
{
    SensitivityUnits per = SensitivityUnits::Layer;
    std::vector<std::string> groups;
    SensitivityMetric metric = SensitivityMetric::Cosine;
    SensitivityMode mode = SensitivityMode::Full;
    std::string direction = "only";
    bool hasCurve = false;
    std::string csv;
    ViewerOptions viewers;
};

Result<std::vector<GroupRule>> groupRules(const std::vector<std::string>& texts)
{
    std::vector<GroupRule> rules;
    for (const std::string& text : texts) {
        auto rule = groupRuleFromText(text);
        if (!rule)
            return rule.error();
        rules.push_back(std::move(*rule));
    }
    return rules;
}

/// The nodes that rules catch; rules of the same name make one group.
Result<std::vector<NodeGroup>> groupsOf(const Graph& graph, const std::vector<GroupRule>& rules,
                                        const Feedback& feedback)
{
    std::vector<NodeGroup> groups;
    for (const GroupRule& rule : rules) {
        auto findings = findRules(graph, {&rule.nodes, 1}, "The pattern", feedback);
        if (!findings)
            return findings.error();
        const RuleFinding& found = findings->front();
        if (found.error) {
            Error error = *found.error;
            error.message = "--group " + rule.group + ": " + error.message;
            return error;
        }
        auto same = std::find_if(groups.begin(), groups.end(),
                                 [&rule](const NodeGroup& group) { return group.name == rule.group; });
        if (same == groups.end())
            same = groups.insert(groups.end(), NodeGroup{rule.group, {}});
        for (const std::size_t node : found.nodes)
            same->nodes.push_back(graph.nodes()[node].name);
    }
    return groups;
}

Result<AnalysisRequest> requestOf(const SensitivityOptions& options)
{
    std::vector<NamedFile> outputs = options.viewers.files();
    outputs.push_back({"--csv", options.csv});
    return options.request(std::move(outputs));
}

std::string valueText(SensitivityMetric metric, const std::optional<double>& value)
{
    const int digits = metric == SensitivityMetric::Sqnr ? 2 : metric == SensitivityMetric::Top1 ? 4 : 6;
    return value ? fixedText(*value, digits) : "-";
}

std::string valueText(SensitivityMetric metric, const std::optional<VariantEffect>& effect)
{
    return effect ? valueText(metric, effect->value) : "-";
}

std::string shareText(std::uint64_t part, std::uint64_t whole)
{
    return whole > 0 ? fixedText(100.0 * static_cast<double>(part) / static_cast<double>(whole), 1) + " %" : "-";
}

using Align = TextTable::Align;

std::string rankingText(const Sensitivity& result)
{
    const std::string metric = name(result.metric);
    // Those of the mode local are decibels, whatever the metric.
    const SensitivityMetric estimated = result.mode == SensitivityMode::Local ? SensitivityMetric::Sqnr : result.metric;
    const bool hasOnly = !result.units.empty() && result.units.front().only.has_value();
    const bool hasAllBut = !result.units.empty() && result.units.front().allBut.has_value();
    std::vector<std::string> header{"#", "name", "operators", "nodes", "MACs"};
    std::vector<Align> align{Align::Right, Align::Left, Align::Left, Align::Right, Align::Right};
    if (result.isEstimate)
        header.push_back(result.mode == SensitivityMode::Local ? "estimate: sqnr of its own error"
                                                               : "estimate: " + metric + ", only this quantized");
    if (hasOnly)
        header.push_back(metric + (result.isEstimate ? ", on one sample" : ", only this quantized"));
    if (hasAllBut)
        header.push_back(metric + ", only this float");
    align.resize(header.size(), Align::Right);
    TextTable table(std::move(header), std::move(align));
    for (std::size_t rank = 0; rank < std::min(result.ranking.size(), kMostRows); ++rank) {
        const SensitivityUnit& unit = result.units[result.ranking[rank]];
        std::vector<std::string> row{std::to_string(rank + 1), unit.name, unit.label, std::to_string(unit.nodes.size()),
                                     shareText(unit.multiplyAdds, result.multiplyAdds)};
        if (result.isEstimate)
            row.push_back(valueText(estimated, unit.estimate));
        if (hasOnly)
            row.push_back(valueText(result.metric, unit.only));
        if (hasAllBut)
            row.push_back(valueText(result.metric, unit.allBut));
        table.addRow(std::move(row));
    }
    std::string text = table.text();
    if (result.ranking.size() > kMostRows)
        text += "… and " + std::to_string(result.ranking.size() - kMostRows) + " more: see --csv or --json.\n";
    return text;
}

std::string curveText(const Sensitivity& result)
{
    TextTable table({"k in float", name(result.metric), "float weights", "float MACs"},
                    {Align::Right, Align::Right, Align::Right, Align::Right});
    for (const CurvePoint& point : result.curve)
        table.addRow({std::to_string(point.units), valueText(result.metric, point.effect.value),
                      bytesText(point.floatWeightBytes), shareText(point.floatMultiplyAdds, result.multiplyAdds)});
    return "The first k of them left in float:\n" + table.text();
}

void print(const Sensitivity& result)
{
    std::uint64_t fewest = result.samples;
    for (const SensitivityUnit& unit : result.units) {
        const auto& effect = unit.only ? unit.only : unit.allBut;
        if (!result.isEstimate)
            fewest = std::min(fewest, effect ? effect->samples : 0);
    }
    const std::string estimate =
        result.isEstimate ? std::string(" (an estimate, mode ") + name(result.mode) + ")" : std::string();
    std::printf("%s, %s%s over %llu of %s%s; everything quantized: %s\n",
                countedText(result.units.size(), "part").c_str(), name(result.metric), estimate.c_str(),
                static_cast<unsigned long long>(fewest), countedText(result.samples, "sample").c_str(),
                result.isComplete ? "" : " (cancelled)", valueText(result.metric, result.quantized).c_str());
    std::printf("%s", rankingText(result).c_str());
    if (!result.curve.empty())
        std::printf("\n%s", curveText(result).c_str());
}

int measure(const SensitivityOptions& options, const RuntimeEnvironment& environment)
{
    const auto analysis = requestOf(options);
    if (!analysis)
        return reportError(analysis.error());
    const auto rules = groupRules(options.groups);
    if (!rules)
        return reportError(rules.error());
    Console console(options.quiet ? Console::Verbosity::Quiet : Console::Verbosity::Normal);
    const auto session = AnalysisSession::open(environment, *analysis, console);
    if (!session) {
        console.clearLine();
        return reportError(session.error());
    }
    SensitivityRequest request;
    request.per = options.per;
    request.metric = options.metric;
    request.mode = options.mode;
    request.hasCurve = options.hasCurve;
    request.directions.clear();
    if (options.direction != "all-but")
        request.directions.insert(SensitivityDirection::Only);
    if (options.direction != "only")
        request.directions.insert(SensitivityDirection::AllBut);
    if (!rules->empty()) {
        request.per = SensitivityUnits::Group;
        auto groups = groupsOf((*session)->graph(), *rules, console);
        if (!groups)
            return reportError(groups.error());
        request.groups = std::move(*groups);
    }
    const Result<Sensitivity> result = measureSensitivity(**session, request, {}, console);
    console.clearLine();
    if (!result)
        return reportError(result.error());
    AnalysisReport report = reportOf(*analysis);
    report.sensitivity = *result;
    const Result<std::string> document = options.report.write(report, toJson(*result));
    if (!document)
        return reportError(document.error());
    if (const auto written = options.viewers.write(report, options.model); !written)
        return reportError(written.error());
    if (!options.csv.empty()) {
        if (const Result<void> written = writeTextFileAtomically(options.csv, toCsv(*result)); !written)
            return reportError(written.error());
    }
    if (options.json)
        std::printf("%s", document->c_str());
    else
        print(*result);
    return result->isComplete ? 0 : exitStatus(ErrorCode::Canceled);
}

} // namespace

CommandWork addSensitivityCommand(CLI::App& app, const RuntimeEnvironment& environment)
{
    auto options = std::make_shared<SensitivityOptions>();
    CLI::App* command =
        app.add_subcommand("sensitivity", "Measure what quantizing each part of a model does to its outputs");
    options->addInputs(*command, AnalysisOptions::Labels::Accepted);
    command
        ->add_option_function<std::string>(
            "--per",
            [options](const std::string& text) {
                constexpr SensitivityUnits kAll[] = {SensitivityUnits::Layer, SensitivityUnits::Block,
                                                     SensitivityUnits::Scope, SensitivityUnits::OpType};
                options->per = *std::find_if(std::begin(kAll), std::end(kAll),
                                             [&text](SensitivityUnits each) { return text == name(each); });
            },
            "What a part is: layer (with what is fused to it), block (a layer with its activation\n"
            "function), scope (a group of the names), type (all layers of an operator type)")
        ->type_name("PART")
        ->check(oneOf({"layer", "block", "scope", "type"}));
    CLI::Option* groups =
        command
            ->add_option("--group", options->groups,
                         "A part by itself: NAME=NODE, or NAME=^EXPRESSION for all nodes whose names\n"
                         "match; may be repeated, also for one name")
            ->type_name("NAME=PATTERN");
    groups->excludes("--per")->allow_extra_args(false);
    command
        ->add_option_function<std::string>(
            "--metric",
            [options](const std::string& text) {
                constexpr SensitivityMetric kAll[] = {SensitivityMetric::Cosine, SensitivityMetric::Sqnr,
                                                      SensitivityMetric::L2, SensitivityMetric::Kl,
                                                      SensitivityMetric::Top1};
                options->metric = *std::find_if(std::begin(kAll), std::end(kAll),
                                                [&text](SensitivityMetric each) { return text == name(each); });
            },
            "cosine (default), sqnr, l2, kl (of class scores), top1 (with --labels); of the\n"
            "output or part where it is worst")
        ->type_name("METRIC")
        ->check(oneOf({"cosine", "sqnr", "l2", "kl", "top1"}));
    command
        ->add_option_function<std::string>(
            "--mode",
            [options](const std::string& text) {
                constexpr SensitivityMode kAll[] = {SensitivityMode::Full, SensitivityMode::FirstOrder,
                                                    SensitivityMode::Local};
                options->mode = *std::find_if(std::begin(kAll), std::end(kAll),
                                              [&text](SensitivityMode each) { return text == name(each); });
            },
            "full (default), or an estimate: first-order, or local, the fastest; see below")
        ->type_name("MODE")
        ->check(oneOf({"full", "first-order", "local"}));
    options->addParts(*command);
    command->add_option("--direction", options->direction, "only (default), all-but or both; see below")
        ->type_name("WAY")
        ->check(oneOf({"only", "all-but", "both"}));
    command->add_flag("--top-k", options->hasCurve,
                      "Measure also what leaving the most sensitive 0, 1, 2, 3, 4, 6, 8 … parts in\n"
                      "float gives");
    command->add_option("--csv", options->csv, "Write the ranking as CSV")->type_name("FILE");
    options->viewers.addTo(*command, ViewerOptions::Numbers::Sensitivity);
    options->addOutputs(*command);
    command->footer(kFooter);
    return [options, &environment] { return measure(*options, environment); };
}

} // namespace quantiscope
