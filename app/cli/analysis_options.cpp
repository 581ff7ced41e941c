// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/analysis_options.h"

#include "app/cli/value_checks.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace quantiscope {

void addSampleOptions(CLI::App& command, std::string& evaluate, std::string* labels, long long& most)
{
    command
        .add_option("--evaluate", evaluate,
                    "Measure on these data, read like the calibration data (default: the recipe's\n"
                    "'evaluation', then the calibration data)")
        ->type_name("DATA");
    if (labels) {
        command
            .add_option("--labels", *labels,
                        "True classes of the evaluation data: a .tsv or .npy file, or class folders")
            ->type_name("FILE");
    }
    command.add_option("--most-samples", most, "Samples to measure on at most; 0: all (default 32)")
        ->type_name("N")
        ->check(wholeNumber(0, 1000000000));
}

Result<AnalysisRequest> analysisRequest(const AnalysisOptions& options, std::span<const NamedFile> outputs)
{
    Result<Recipe> recipe = options.recipe.recipe();
    if (!recipe)
        return recipe.error();
    for (const std::string& text : options.parts) {
        Result<OutputPart> part = partFromAssignment(text);
        if (!part)
            return part.error();
        std::vector<OutputPart>& parts = recipe->parts;
        const auto same = [&part](const OutputPart& each) { return each.name == part->name; };
        if (std::any_of(parts.begin(), parts.end(), same)) {
            return Error{ErrorCode::InvalidArgument,
                         "--part '" + part->name + "' is given twice, or stands in the recipe already.", "--part"};
        }
        const auto place = std::find_if(parts.begin(), parts.end(),
                                        [&part](const OutputPart& each) { return each.name > part->name; });
        parts.insert(place, std::move(*part));
    }
    std::vector<NamedFile> inputs = options.recipe.files(*recipe);
    inputs.push_back({"MODEL", options.model});
    inputs.push_back({"--labels", options.labels});
    if (!isRandomData(options.evaluate))
        inputs.push_back({"--evaluate", options.evaluate});
    if (const Result<void> checked = checkOutputFiles(outputs, inputs); !checked)
        return checked.error();
    if (const Result<void> used = options.recipe.checkPreprocessIsUsed(*recipe, options.evaluate); !used)
        return used.error();
    Result<CalibrationLimits> limits = options.resources.limits();
    if (!limits)
        return limits.error();
    AnalysisRequest request;
    request.model = options.model;
    request.statistics = recipe->statistics;
    request.samples = options.most;
    request.threads = limits->threads;
    request.memoryBudget = limits->memoryBudget;
    request.cache = std::move(limits->cache);
    request.allowQuantized = recipe->allowQuantized || options.force;
    if (!options.evaluate.empty()) {
        Result<DataSpec> data = options.recipe.evaluationData(*recipe, options.evaluate);
        if (!data)
            return data.error();
        request.evaluation = EvaluationRequest{std::move(*data), options.labels};
    } else if (recipe->evaluation) {
        request.evaluation = recipe->evaluation;
        if (!options.labels.empty())
            request.evaluation->labels = options.labels;
    } else if (!options.labels.empty()) {
        return Error{ErrorCode::InvalidArgument, "--labels needs --evaluate DATA, the samples that they belong to.",
                     "--labels"};
    }
    request.recipe = std::move(*recipe);
    return request;
}

} // namespace quantiscope
