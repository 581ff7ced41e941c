// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/analysis_options.h"
#include "app/cli/commands.h"
#include "app/cli/console.h"
#include "app/cli/text_table.h"
#include "app/cli/value_checks.h"
#include "core/base/file_io.h"
#include "core/base/printable.h"
#include "core/pipeline/advisor.h"
#include "core/pipeline/output_files.h"
#include "core/report/advice_tables.h"
#include "core/report/run_details.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>

namespace quantiscope {

namespace {

constexpr const char* kFooter =
    "Quantizes every layer alone to find the one that does the harm, says why, measures what changes of the\n"
    "recipe give, and looks for the recipe that reaches the goal with the largest share of multiply-adds in\n"
    "8-bit weights. Every number comes from running the quantized model, but for gains of weights: their\n"
    "SQNR with every channel counted alike. Ctrl-C prints what is known by then.\n\n"
    "Examples:\n"
    "  qscope advise model.onnx -c calib/ --preprocess imagenet --preset XINT8\n"
    "  qscope advise model.onnx -r recipe.json --goal 'scores:cosine>=0.95' --apply better.json\n"
    "  qscope advise model.onnx -c calib/ --evaluate test/ --labels test/labels.tsv --goal 'top1Drop<=1'";

struct AdviseOptions : AnalysisOptions
{
    std::string goal = "cosine>=0.99";
    long long screening = 4;
    long long evaluations = 600;
    std::optional<double> seconds;
    bool keepsPreset = false;
    std::string apply;
};

std::string valueText(const AdviceOutcome& outcome)
{
    return outcome.value ? fixedText(*outcome.value, 4) : "none";
}

std::string placeText(const AdviceOutcome& outcome)
{
    return outcome.output.empty() ? std::string() : " ('" + printable(outcome.output) + "')";
}

std::string percentText(double share)
{
    return fixedText(100.0 * share, 1) + " %";
}

std::string fixesText(const Advice& advice)
{
    using Align = TextTable::Align;
    TextTable table({"change", gateMetricName(advice.goal.metric), "8-bit MACs", "weights", "activations"},
                    {Align::Left, Align::Right, Align::Right, Align::Right, Align::Right});
    const auto add = [&table](const std::string& title, const AdviceOutcome& outcome) {
        const AdviceFigures& figures = outcome.figures;
        table.addRow({title, valueText(outcome), percentText(figures.byteShare()), bytesText(figures.weightBytes),
                      activationText(figures)});
    };
    add("(as it is)", advice.screened);
    for (const AdviceFix& fix : advice.fixes) {
        if (fix.outcome)
            add(fix.title, *fix.outcome);
    }
    std::string text = table.text(2);
    for (const AdviceFix& fix : advice.fixes) {
        if (!fix.outcome)
            text += wrappedText("Not with these rules: " + fix.title + ". " + printable(fix.refusal, 400), 2);
    }
    return text;
}

void printPlan(const Advice& advice)
{
    const AdvicePlan& plan = *advice.plan;
    std::printf("\nThe best recipe that was found: %s %s%s on %s, %s of the multiply-adds in 8-bit weights\n",
                gateMetricName(advice.goal.metric), valueText(plan.outcome).c_str(), placeText(plan.outcome).c_str(),
                countedText(plan.outcome.samples, "sample").c_str(),
                percentText(plan.outcome.figures.byteShare()).c_str());
    for (const std::string& step : plan.steps)
        std::printf("  %s\n", printable(step).c_str());
}

/// Has the plan been measured on all samples? A search that was stopped knows the screening samples only.
bool isConfirmed(const Advice& advice)
{
    return advice.plan && advice.plan->outcome.samples >= advice.samples;
}

void print(const Advice& advice, const std::string& applied)
{
    std::printf("Goal: %s. This recipe: %s%s on %s.\n", printable(describe(advice.goal)).c_str(),
                valueText(advice.baseline).c_str(), placeText(advice.baseline).c_str(),
                countedText(advice.baseline.samples, "sample").c_str());
    for (const AdviceCulprit& culprit : advice.culprits) {
        const std::string effect = culprit.only.value
            ? std::string(gateMetricName(advice.goal.metric)) + " is " + valueText(culprit.only)
            : "there is an infinity or NaN";
        std::printf("\n%s",
                    wrappedText("Layer '" + printable(culprit.layer) + "': with it alone quantized " + effect + ".", 0)
                        .c_str());
        std::printf("%s", wrappedText(printable(culprit.reason, 400), 2).c_str());
    }
    if (!advice.fixes.empty())
        std::printf("\nChanges of the recipe, each measured on %s:\n%s",
                    countedText(advice.screening, "sample").c_str(), fixesText(advice).c_str());
    if (advice.plan)
        printPlan(advice);
    if (!advice.left.empty())
        std::printf("\n%s", wrappedText(advice.left, 0).c_str());
    if (!applied.empty())
        std::printf("\nWritten: %s%s\n", printable(applied).c_str(),
                    isConfirmed(advice) ? ""
                        : advice.plan   ? ", the recipe as it is: the one that was found is not measured on all samples"
                                        : ", the recipe as it is");
    std::printf("%s%s\n", countedText(advice.evaluations, "evaluation").c_str(),
                advice.isComplete ? "" : ", not complete");
}

/// Writes the planned recipe, or the given one where nothing is known to be better.
Result<void> apply(const AdviseOptions& options, const Recipe& given, const Advice& advice)
{
    if (options.apply.empty())
        return {};
    Recipe recipe = given;
    if (isConfirmed(advice))
        recipe.config = advice.plan->config;
    return writeTextFileAtomically(
        options.apply,
        recipeText(recipe, std::filesystem::absolute(options.apply).parent_path(), RecipeDetail::Differences));
}

int advise(const AdviseOptions& options, const RuntimeEnvironment& environment)
{
    const auto analysis = options.request({{"--apply", options.apply}});
    if (!analysis)
        return reportError(analysis.error());
    auto goal = goalFromText(options.goal);
    if (!goal)
        return reportError(goal.error());
    AdviceRequest request;
    request.goal = std::move(*goal);
    request.evaluations = static_cast<std::size_t>(options.evaluations);
    request.screening = static_cast<std::size_t>(options.screening);
    request.seconds = options.seconds;
    request.keepsPreset = options.keepsPreset;
    Console console(options.quiet ? Console::Verbosity::Quiet : Console::Verbosity::Normal);
    const auto session = AnalysisSession::open(environment, *analysis, console);
    if (!session) {
        console.clearLine();
        return reportError(session.error());
    }
    const Result<Advice> advice = quantiscope::advise(**session, request, {}, console);
    console.clearLine();
    if (!advice)
        return reportError(advice.error());
    AnalysisReport report = reportOf(*analysis);
    report.first = tablesOf(*advice);
    const Result<std::string> document = options.report.write(report, toJson(*advice));
    if (!document)
        return reportError(document.error());
    if (const Result<void> written = apply(options, analysis->recipe, *advice); !written)
        return reportError(written.error());
    if (options.json)
        std::printf("%s", document->c_str());
    else
        print(*advice, options.apply);
    return advice->isComplete || !console.isCanceled() ? 0 : exitStatus(ErrorCode::Canceled);
}

} // namespace

CommandWork addAdviseCommand(CLI::App& app, const RuntimeEnvironment& environment)
{
    auto options = std::make_shared<AdviseOptions>();
    CLI::App* command =
        app.add_subcommand("advise", "Find the layer that breaks a quantized model, why, and the recipe that mends it");
    options->addInputs(*command, AnalysisOptions::Labels::Accepted);
    command
        ->add_option("--goal", options->goal,
                     "What to reach, as a gate of recipes: [OUTPUT:]METRIC>=NUMBER or <=NUMBER (default\n"
                     "cosine>=0.99 of every output and part)")
        ->type_name("GOAL");
    command
        ->add_option("--screening", options->screening,
                     "Samples that changes are compared on, before the plan is measured on all (default 4)")
        ->type_name("N")
        ->check(wholeNumber(1, 1000000));
    command->add_option("--evaluations", options->evaluations, "Variants to run at most (default 600)")
        ->type_name("N")
        ->check(wholeNumber(1, 1000000));
    command->add_option("--seconds", options->seconds, "End the search after so long")
        ->type_name("S")
        ->check(CLI::PositiveNumber);
    command->add_flag("--keep-preset", options->keepsPreset, "Only changes that the preset's rules allow");
    command->add_option("--apply", options->apply, "Write the best recipe to this file")->type_name("RECIPE");
    options->addOutputs(*command);
    command->footer(kFooter);
    return [options, &environment] { return advise(*options, environment); };
}

} // namespace quantiscope
