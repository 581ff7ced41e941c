// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/evaluation_run.h"

#include "core/data/labels.h"
#include "core/runtime/runtime_environment.h"

namespace quantiscope {

Result<void> checkEvaluationData(const EvaluationRequest& what, std::span<const TensorSpec> inputs, Feedback& feedback)
{
    if (!what.labels.empty()) {
        if (const Result<LabelMap> labels = LabelMap::read(what.labels); !labels)
            return labels.error();
    }
    if (const auto source = openSampleSource(what.data, inputs, feedback); !source)
        return source.error();
    return {};
}

Result<Evaluation> runEvaluation(const RuntimeEnvironment& environment, const std::filesystem::path& floatModel,
                                 const std::filesystem::path& quantizedModel, std::span<const TensorSpec> inputs,
                                 const EvaluationRequest& what, const SessionOptions& options, Feedback& feedback)
{
    std::optional<LabelMap> labels;
    if (!what.labels.empty()) {
        Result<LabelMap> read = LabelMap::read(what.labels);
        if (!read)
            return read.error();
        labels = std::move(*read);
    }
    auto source = openSampleSource(what.data, inputs, feedback);
    if (!source)
        return source.error();
    auto floatSession = InferenceSession::createFromFile(environment, floatModel.string(), options);
    if (!floatSession)
        return refusedModel(floatSession.error());
    auto quantizedSession = InferenceSession::createFromFile(environment, quantizedModel.string(), options);
    if (!quantizedSession)
        return refusedModel(quantizedSession.error());
    SamplePrefetcher samples(**source, feedback);
    return evaluate(*floatSession, *quantizedSession, samples, labels ? &*labels : nullptr, feedback);
}

Result<Evaluation> evaluateModels(const RuntimeEnvironment& environment, const EvaluateRequest& request,
                                  Feedback& feedback)
{
    feedback.progress({"load", 0, 0, {}});
    const Result<Model> floatModel = Model::load(request.floatModel, {.allowQuantized = true}, feedback);
    if (!floatModel)
        return floatModel.error();
    const Result<Model> quantizedModel = Model::load(request.quantizedModel, {.allowQuantized = true}, feedback);
    if (!quantizedModel)
        return quantizedModel.error();
    const SessionOptions options{.optimization =
                                     request.optimized ? OptimizationLevel::All : OptimizationLevel::Disabled,
                                 .threads = request.threads,
                                 .keepMemory = false};
    return runEvaluation(environment, request.floatModel, request.quantizedModel, floatModel->inputs(),
                         request.evaluation, options, feedback);
}

} // namespace quantiscope
