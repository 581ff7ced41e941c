// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/process_memory.h"
#include "core/data/adapted_source.h"
#include "core/data/stored_samples.h"
#include "core/pipeline/equalization_choice.h"
#include "core/pipeline/equalization_memory.h"
#include "core/pipeline/model_preparation.h"
#include "core/pipeline/quantizer.h"
#include "core/pipeline/run_inputs.h"

#include <optional>
#include <utility>

namespace quantiscope {

namespace {

/// Equalizes @p model as it is asked for; tells @p reading the key of the data when it was needed.
Result<void> equalize(const RuntimeEnvironment& environment, Model& model, const CalibrateRequest& request,
                      const SampleSource& source, DataReading& reading, Feedback& feedback)
{
    EqualizationEvidence evidence{.inputs = reading.inputs, .threads = request.threads};
    std::optional<EqualizationMemory> memory;
    // Without data parts of them find the same graph, or their statistics could not be merged.
    if (request.equalization == CalibrateRequest::Equalization::Measured) {
        evidence.samples = &source;
        evidence.memoryBudget = request.memoryBudget;
        if (!request.cache.folder.empty())
            evidence.memory = &memory.emplace(request.cache.folder, source, reading.preprocess, reading.inputs);
    }
    auto equalized = chooseEqualization(environment, std::move(model), request.recipe.config, evidence, feedback);
    if (!equalized)
        return equalized.error();
    model = std::move(equalized->model);
    if (memory)
        reading.key = memory->data();
    return {};
}

Result<CalibrationStatistics> statisticsOf(const RuntimeEnvironment& environment, const CalibrateRequest& request,
                                           Feedback& feedback)
{
    feedback.progress({"load", 0, 0, {}});
    if (const Result<void> checked = checkOptions(request.recipe, feedback); !checked)
        return checked.error();
    Result<Model> original =
        loadFloatModel(request.model, request.recipe.config, {request.allowQuantized}, request.alsoWritten, feedback);
    if (!original)
        return original.error();
    const Result<DataSpec> data = calibrationData(request.recipe);
    if (!data)
        return data.error();
    const auto inputs = feedInputs(*original, request.recipe.config);
    if (!inputs)
        return inputs.error();
    auto source = openSampleSource(*data, *inputs, feedback);
    if (!source)
        return source.error();
    feedback.progress({"prepare", 0, 0, {}});
    const QuantConfig& config = request.recipe.config;
    DataReading reading{data->preprocess, *inputs};
    // When none can be read it is the calibration's turn to complain.
    const std::vector<Sample> first = firstSamples(**source, 1);
    auto prepared =
        prepareModel(environment, *original, config, {.samples = first, .threads = request.threads}, feedback);
    if (!prepared)
        return prepared.error();
    if (config.equalization.include) {
        const Result<void> equalized = equalize(environment, prepared->model, request, **source, reading, feedback);
        if (!equalized)
            return equalized.error();
    }
    if (observableValues(prepared->model).empty()) {
        return Error{ErrorCode::ModelRefused,
                     "Nothing in '" + request.model.string()
                         + "' can be calibrated: no float32 value is fed or computed.",
                     request.model.string()};
    }
    *source = adaptSource(std::move(*source), InputAdapter(*inputs, prepared->model.inputs()));
    const Result<std::string> hash = prepared->model.contentHash(feedback);
    if (!hash)
        return hash.error();
    CalibrationStage stage(environment, {request.threads, request.cache, request.memoryBudget}, {peakMemory(), 0, 0});
    return stage.statistics(prepared->model, *hash, **source, reading, StatisticsDetail::Votes, feedback);
}

} // namespace

Result<CalibrationStatistics> calibrateModel(const RuntimeEnvironment& environment, const CalibrateRequest& request,
                                             Feedback& feedback)
{
    Result<CalibrationStatistics> statistics = statisticsOf(environment, request, feedback);
    return statistics ? std::move(statistics) : attributed(statistics.error(), request.recipe);
}

} // namespace quantiscope
