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
                                 std::span<const TensorSpec> quantizedInputs, const EvaluationRequest& what,
                                 const SessionOptions& options, Feedback& feedback)
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
    SessionOptions single = options;
    single.threads = 1; // samples run side by side instead: see forEachSample()
    const auto floatSession = InferenceSession::createFromFile(environment, floatModel.string(), single);
    if (!floatSession)
        return refusedModel(floatSession.error());
    const auto quantizedSession = InferenceSession::createFromFile(environment, quantizedModel.string(), single);
    if (!quantizedSession)
        return refusedModel(quantizedSession.error());
    SamplePrefetcher samples(**source, feedback);
    return evaluate(RunningResults(*floatSession), *quantizedSession, samples, labels ? &*labels : nullptr,
                    options.threads, feedback, InputAdapter(inputs, quantizedInputs));
}

Result<Evaluation> evaluateModels(const RuntimeEnvironment& environment, const EvaluateRequest& request,
                                  Feedback& feedback)
{
    feedback.progress({"load", 0, 0, {}});
    // The models are read for their checks and their inputs only; the sessions load the files themselves.
    std::vector<TensorSpec> inputs;
    std::vector<TensorSpec> quantizedInputs;
    for (const std::filesystem::path* file : {&request.quantizedModel, &request.floatModel}) {
        const Result<Model> model = Model::load(*file, {.allowQuantized = true}, feedback);
        if (!model)
            return model.error();
        (file == &request.floatModel ? inputs : quantizedInputs) = model->inputs();
    }
    const SessionOptions options{.optimization =
                                     request.optimized ? OptimizationLevel::All : OptimizationLevel::Disabled,
                                 .threads = request.threads};
    return runEvaluation(environment, request.floatModel, request.quantizedModel, inputs, quantizedInputs,
                         request.evaluation, options, feedback);
}

} // namespace quantiscope
