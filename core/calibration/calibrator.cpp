// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/calibration/calibrator.h"

#include "core/calibration/statistics_observer.h"
#include "core/data/sample_workers.h"
#include "core/graph/graph.h"

namespace quantiscope {

std::vector<std::string> observableValues(const Model& model)
{
    const Graph graph(model);
    std::vector<std::string> values;
    const auto add = [&](const std::string& value) {
        const TensorSpec* spec = value.empty() ? nullptr : graph.spec(value);
        if (spec && spec->type == DataType::Float)
            values.push_back(value);
    };
    for (const TensorSpec& input : model.inputs())
        add(input.name);
    for (const Node& node : graph.nodes()) {
        for (const std::string& output : node.outputs)
            add(output);
    }
    return values;
}

namespace {

/// "image float32 [1, 3, 8, 8], mask bool [1]": what a model with open dimensions may not have liked.
std::string describeInputs(const NamedTensors& inputs)
{
    std::string text;
    for (const auto& [name, tensor] : inputs)
        text += (text.empty() ? "" : ", ") + name + " " + tensor.describe();
    return text;
}

} // namespace

Result<CalibrationStatistics> calibrate(const RuntimeEnvironment& environment, const Model& model,
                                        SamplePrefetcher& samples, const CalibrationOptions& options,
                                        Feedback& feedback)
{
    const std::vector<std::string> values = observableValues(model);
    StatisticsObserver observer(values.size(), options.detail);
    SessionOptions sessionOptions;
    // Observed values cannot be fused away, so higher levels up to Extended give the same bits; Basic loads fastest.
    sessionOptions.optimization = OptimizationLevel::Basic;
    sessionOptions.threads = 1; // see SessionOptions::threads
    sessionOptions.observedValues = values;
    sessionOptions.observer = &observer;
    const auto session = InferenceSession::create(environment, model, sessionOptions);
    if (!session)
        return refusedModel(session.error());

    const auto run = [&session](const Sample& sample, std::stop_token stop) -> Result<SampleConclusion> {
        const Result<void> done = session->runObserving(sample.inputs, std::move(stop));
        if (done)
            return SampleConclusion();
        Error error = done.error();
        if (error.code != ErrorCode::Canceled) {
            error.message = "Sample '" + sample.name + "' (" + describeInputs(sample.inputs) + "): " + error.message;
            error.subject = sample.name;
        }
        return error;
    };
    const auto count = forEachSample(samples, options.threads, "calibrate", run, feedback);
    if (!count)
        return count.error();
    if (*count == 0)
        return Error{ErrorCode::DataRefused, "There is no sample to calibrate with.", {}};

    const Result<std::string> hash = model.contentHash(feedback);
    if (!hash)
        return hash.error();
    CalibrationStatistics result;
    result.samples = *count;
    result.modelHash = *hash;
    result.dataHash = samples.dataDigest();
    result.detail = options.detail;
    std::vector<TensorStatistics> statistics = observer.take();
    for (std::size_t slot = 0; slot < values.size(); ++slot)
        result.tensors.emplace(values[slot], std::move(statistics[slot]));
    return result;
}

} // namespace quantiscope
