// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/run_start.h"

#include "core/base/file_io.h"
#include "core/pipeline/evaluation_run.h"
#include "core/pipeline/model_preparation.h"
#include "core/pipeline/run_inputs.h"
#include "core/runtime/runtime_environment.h"

#include <filesystem>

namespace quantiscope {

namespace {

Result<void> checkOutput(const QuantizeRequest& request)
{
    if (request.output.empty())
        return {};
    const std::string output = request.output.string();
    std::error_code ec;
    if (std::filesystem::equivalent(request.model, request.output, ec)) {
        return Error{ErrorCode::InvalidArgument,
                     "The output '" + output + "' is the float model itself; give another file.", output};
    }
    if (std::filesystem::is_other(request.output, ec)) {
        return Error{ErrorCode::InvalidArgument,
                     "The output '" + output
                         + "' is a device or a pipe; the model is read again after it is written: give a file.",
                     output};
    }
    return {};
}

/// checkPartsFit() as a fault of the recipe's file, if it has one.
Result<void> checkParts(const Recipe& recipe, std::span<const TensorSpec> outputs)
{
    const Result<void> fits = checkPartsFit(recipe.parts, outputs);
    if (fits || recipe.origin.file.empty())
        return fits;
    Error error = fits.error();
    error.code = ErrorCode::ConfigRefused;
    return error;
}

Result<void> openData(const QuantizeRequest& request, RunStart& start, Feedback& feedback)
{
    Result<DataSpec> data = calibrationData(request.recipe);
    if (data)
        start.data = *data;
    else if (request.recipe.samples > 0)
        feedback.warn("calibration.samples has no effect: there are no calibration data.");
    const QuantConfig& config = request.recipe.config;
    if (!request.statistics.empty()) {
        auto statistics = loadStatisticsFor(request.recipe, request.statistics);
        if (!statistics)
            return statistics.error();
        start.statistics = std::move(*statistics);
    } else if (config.needsStatistics()) {
        if (!data)
            return data.error();
        auto source = openSampleSource(*data, start.inputs, feedback);
        if (!source)
            return source.error();
        start.source = std::move(*source);
    }
    return request.evaluation ? checkEvaluationData(*request.evaluation, start.inputs, feedback) : Result<void>();
}

} // namespace

Result<RunStart> startRun(const RuntimeEnvironment& environment, const QuantizeRequest& request, RunReport& report,
                          Feedback& feedback)
{
    const QuantConfig& config = request.recipe.config;
    if (const Result<void> checked = checkOutput(request); !checked)
        return checked.error();
    if (const Result<void> checked = checkOptions(request.recipe, feedback); !checked)
        return checked.error();
    environment.startAhead();
    std::vector<std::filesystem::path> written = request.alsoWritten;
    if (!request.output.empty())
        written.push_back(request.output);
    Result<Model> model = loadFloatModel(request.model, config, {request.allowQuantized}, written, feedback);
    return model ? startRun(std::move(*model), request, report, feedback) : model.error();
}

Result<RunStart> startRun(Model original, const QuantizeRequest& request, RunReport& report, Feedback& feedback)
{
    RunStart start{std::move(original), {}, {}, {}, {}, {}};
    report.modelPath = request.model.string();
    const Result<std::string> hash = start.original.contentHash(feedback);
    if (!hash)
        return hash.error();
    report.modelHash = *hash;
    report.floatWeightBytes = start.original.weightBytes();
    const Graph graph(start.original);
    report.floatOperators = countOperators(graph);
    if (const Result<void> fits = checkParts(request.recipe, start.original.outputs()); !fits)
        return fits.error();
    auto rules = matchRecipeRules(graph, request.recipe, feedback);
    if (!rules)
        return rules.error();
    start.rules = std::move(*rules);
    report.exclusions = start.rules.exclusions;
    report.layers = start.rules.layers;
    if (const Result<void> checked = checkOperatorTypes(graph, request.recipe, feedback); !checked)
        return checked.error();
    if (!request.output.empty()) {
        if (const Result<void> writable = checkWritable(request.output); !writable)
            return writable.error();
    }
    auto inputs = feedInputs(start.original, request.recipe.config);
    if (!inputs)
        return inputs.error();
    start.inputs = std::move(*inputs);
    if (const Result<void> opened = openData(request, start, feedback); !opened)
        return opened.error();
    return start;
}

} // namespace quantiscope
