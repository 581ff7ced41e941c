// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/analysis_options.h"

#include "app/cli/value_checks.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace quantiscope {

void AnalysisOptions::addInputs(CLI::App& command, Labels accepted)
{
    command.add_option("MODEL", model, "Float ONNX model")->required()->type_name("");
    recipe.addTo(command, RecipeOptions::Scope::Quantize);
    command
        .add_option("--evaluate", evaluate,
                    "Measure on these data, read like the calibration data (default: the recipe's\n"
                    "'evaluation', then the calibration data)")
        ->type_name("DATA");
    if (accepted == Labels::Accepted) {
        command
            .add_option("--labels", labels,
                        "True classes of the evaluation data: a .tsv or .npy file, or class folders")
            ->type_name("FILE");
    }
    command.add_option("--most-samples", most, "Samples to measure on at most; 0: all (default 32)")
        ->type_name("N")
        ->check(wholeNumber(0, 1000000000));
}

void AnalysisOptions::addParts(CLI::App& command)
{
    command
        .add_option("--part", parts,
                    "Measure a slice of an output on its own, too: NAME=OUTPUT[SELECTION, …] as\nNumPy selects, such "
                    "as 'scores=output[..., 4:]'; may be given again")
        ->type_name("NAME=SLICE")
        ->allow_extra_args(false);
}

void AnalysisOptions::addOutputs(CLI::App& command)
{
    resources.addTo(command);
    report.addTo(command, "Write what was found");
    command.add_flag("--force", force, "Accept a model that holds quantized operators already");
    command.add_flag("--json", json, "Print everything as JSON");
    command.add_flag("-q,--quiet", quiet, "No progress and no warnings");
}

Result<AnalysisRequest> AnalysisOptions::request(std::vector<NamedFile> outputs, std::vector<NamedFile> inputs) const
{
    if (const Result<void> named = report.check(); !named)
        return named.error();
    Result<Recipe> asked = recipe.recipe();
    if (!asked)
        return asked.error();
    for (const std::string& text : parts) {
        Result<OutputPart> part = partFromAssignment(text);
        if (!part)
            return part.error();
        std::vector<OutputPart>& known = asked->parts;
        const auto same = [&part](const OutputPart& each) { return each.name == part->name; };
        if (std::any_of(known.begin(), known.end(), same)) {
            return Error{ErrorCode::InvalidArgument,
                         "--part '" + part->name + "' is given twice, or stands in the recipe already.", "--part"};
        }
        const auto place = std::find_if(known.begin(), known.end(),
                                        [&part](const OutputPart& each) { return each.name > part->name; });
        known.insert(place, std::move(*part));
    }
    for (NamedFile& file : recipe.files(*asked))
        inputs.push_back(std::move(file));
    inputs.push_back({"MODEL", model});
    inputs.push_back({"--labels", labels});
    if (!isRandomData(evaluate))
        inputs.push_back({"--evaluate", evaluate});
    for (NamedFile& file : report.files())
        outputs.push_back(std::move(file));
    if (const Result<void> checked = checkOutputFiles(outputs, inputs); !checked)
        return checked.error();
    if (const Result<void> used = recipe.checkPreprocessIsUsed(*asked, evaluate); !used)
        return used.error();
    Result<CalibrationLimits> limits = resources.limits();
    if (!limits)
        return limits.error();
    AnalysisRequest request;
    request.model = model;
    request.statistics = asked->statistics;
    request.samples = static_cast<std::size_t>(most);
    request.threads = limits->threads;
    request.memoryBudget = limits->memoryBudget;
    request.cache = std::move(limits->cache);
    request.allowQuantized = asked->allowQuantized || force;
    if (!evaluate.empty()) {
        Result<DataSpec> data = recipe.evaluationData(*asked, evaluate);
        if (!data)
            return data.error();
        request.evaluation = EvaluationRequest{std::move(*data), labels};
    } else if (asked->evaluation) {
        request.evaluation = asked->evaluation;
        if (!labels.empty())
            request.evaluation->labels = labels;
    } else if (!labels.empty()) {
        return Error{ErrorCode::InvalidArgument, "--labels needs --evaluate DATA, the samples that they belong to.",
                     "--labels"};
    }
    request.recipe = std::move(*asked);
    return request;
}

} // namespace quantiscope
