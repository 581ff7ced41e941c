// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/evaluation_run.h"

#include "core/analysis/class_scores.h"
#include "core/base/quiet_feedback.h"
#include "core/data/labels.h"
#include "core/runtime/runtime_environment.h"

#include <optional>

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

namespace {

/// A session, and the model that it runs in place of a file.
struct LoadedFile
{
    std::optional<Model> model;
    InferenceSession session;
};

Result<LoadedFile> loadFile(const RuntimeEnvironment& environment, const ComparedFile& file,
                            const SessionOptions& options, Feedback& feedback)
{
    std::optional<Model> model;
    if (!file.isRunnable) {
        QuietFeedback quiet(feedback); // what is to be told was told when the file was checked
        Result<Model> loaded = Model::load(file.path, {.allowQuantized = true}, quiet);
        if (!loaded)
            return loaded.error();
        model.emplace(std::move(*loaded));
    }
    auto session = model ? InferenceSession::create(environment, *model, options)
                         : InferenceSession::createFromFile(environment, file.path.string(), options);
    if (!session)
        return refusedModel(session.error());
    return LoadedFile{std::move(model), std::move(*session)};
}

} // namespace

Result<Evaluation> runEvaluation(const RuntimeEnvironment& environment, const ComparedFile& floatModel,
                                 const ComparedFile& quantizedModel, const EvaluationRequest& what,
                                 std::span<const OutputPart> parts, const SessionOptions& options, Feedback& feedback)
{
    std::optional<LabelMap> labels;
    if (!what.labels.empty()) {
        Result<LabelMap> read = LabelMap::read(what.labels);
        if (!read)
            return read.error();
        labels = std::move(*read);
    }
    auto source = openSampleSource(what.data, floatModel.inputs, feedback);
    if (!source)
        return source.error();
    SessionOptions single = options;
    single.threads = 1; // samples run side by side instead: see forEachSample()
    const auto floatLoaded = loadFile(environment, floatModel, single, feedback);
    if (!floatLoaded)
        return floatLoaded.error();
    const auto quantizedLoaded = loadFile(environment, quantizedModel, single, feedback);
    if (!quantizedLoaded)
        return quantizedLoaded.error();
    SamplePrefetcher samples(**source, feedback);
    return evaluate(RunningResults(floatLoaded->session),
                    RunningResults(quantizedLoaded->session, InputAdapter(floatModel.inputs, quantizedModel.inputs)),
                    samples, labels ? &*labels : nullptr, options.threads, feedback,
                    {.parts = parts, .mayBeScores = floatModel.mayBeScores});
}

Result<Evaluation> evaluateModels(const RuntimeEnvironment& environment, const EvaluateRequest& request,
                                  Feedback& feedback)
{
    feedback.progress({"load", 0, 0, {}});
    // The models are read for their checks and their inputs only; the sessions load the files themselves.
    ComparedFile floatModel{request.floatModel, {}};
    ComparedFile quantizedModel{request.quantizedModel, {}};
    for (ComparedFile* file : {&quantizedModel, &floatModel}) {
        const Result<Model> model = Model::load(file->path, {.allowQuantized = true}, feedback);
        if (!model)
            return model.error();
        file->inputs = model->inputs();
        file->isRunnable = modelTraits(*model).namedOutputs == 0;
        if (file != &floatModel)
            continue;
        file->mayBeScores = mayEndInClassScores(*model);
        if (const Result<void> fits = checkPartsFit(request.parts, model->outputs()); !fits)
            return fits.error();
    }
    const SessionOptions options{.optimization =
                                     request.optimized ? OptimizationLevel::All : OptimizationLevel::Disabled,
                                 .threads = request.threads};
    return runEvaluation(environment, floatModel, quantizedModel, request.evaluation, request.parts, options, feedback);
}

} // namespace quantiscope
