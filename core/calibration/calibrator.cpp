// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/calibration/calibrator.h"

#include "core/base/file_io.h"
#include "core/base/process_memory.h"
#include "core/calibration/statistics_observer.h"
#include "core/data/prefetcher.h"
#include "core/data/sample_workers.h"
#include "core/graph/graph.h"

#include <algorithm>
#include <optional>

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

/// Tells the progress of one of several passes as a part of the whole; what is left out is told in the first pass only.
class PassFeedback final : public Feedback
{
public:
    PassFeedback(Feedback& target, std::size_t pass, std::size_t passes)
        : m_target(target), m_pass(pass), m_passes(passes)
    {
    }

    [[nodiscard]] bool isCanceled() const override { return m_target.isCanceled(); }
    void progress(const Progress& progress) override
    {
        Progress whole = progress;
        whole.done += m_pass * progress.total;
        whole.total *= m_passes;
        m_target.progress(whole);
    }
    void warn(const std::string& message) override
    {
        if (m_pass == 0)
            m_target.warn(message);
    }

private:
    Feedback& m_target;
    std::size_t m_pass;
    std::size_t m_passes;
};

/// Shows values to two.
class BothObservers final : public ValueObserver
{
public:
    BothObservers(ValueObserver& first, ValueObserver* second) : m_first(first), m_second(second) { }

    void observe(std::size_t slot, std::span<const float> values) override
    {
        m_first.observe(slot, values);
        if (m_second)
            m_second->observe(slot, values);
    }

private:
    ValueObserver& m_first;
    ValueObserver* m_second;
};

/// One calibration: a session in which all values of all passes are observed, so that all passes compute the same, bit
/// for bit.
class Calibration
{
public:
    Calibration(const Model& model, const CalibrationOptions& options)
        : m_values(options.values.empty() ? observableValues(model) : options.values)
        , m_options(options)
        , m_observer(options.detail)
        , m_observers(m_observer, options.witness)
    {
    }

    Result<void> open(const RuntimeEnvironment& environment, const Model& model)
    {
        SessionOptions sessionOptions;
        // Observed values cannot be fused away, so higher levels (but All) give the same bits; Basic loads fastest.
        sessionOptions.optimization = OptimizationLevel::Basic;
        sessionOptions.threads = 1; // see SessionOptions::threads
        sessionOptions.observedValues = m_values;
        sessionOptions.observer = &m_observers;
        auto session = InferenceSession::create(environment, model, sessionOptions);
        if (!session)
            return refusedModel(session.error());
        m_session.emplace(std::move(*session));
        return {};
    }

    /// All passes; what they collected.
    Result<CalibrationStatistics> run(const SampleSource& source, Feedback& feedback)
    {
        const std::size_t perPass = m_options.valuesPerPass == 0 ? m_values.size() : m_options.valuesPerPass;
        const std::size_t passes =
            perPass == 0 ? 1 : std::max<std::size_t>(1, (m_values.size() + perPass - 1) / perPass);
        if (passes == 1)
            return runPass(source, {0, m_values.size()}, feedback);
        // What earlier passes found waits on disk: the memory is what the passes are for.
        const auto folder = TemporaryFolder::create();
        if (!folder)
            return folder.error();
        const auto fileOf = [&folder](std::size_t pass) { return (*folder)->path() / std::to_string(pass); };
        std::string dataHash;
        for (std::size_t pass = 0; pass < passes; ++pass) {
            releaseFreeMemory(); // this pass collects in other threads than the last, with heaps of their own
            PassFeedback told(feedback, pass, passes);
            const std::size_t first = pass * perPass;
            const auto part = runPass(source, {first, std::min(perPass, m_values.size() - first)}, told);
            if (!part)
                return part.error();
            if (pass > 0 && part->dataHash != dataHash) {
                return Error{ErrorCode::DataRefused,
                             "The calibration data changed while they were read; start again when they are complete.",
                             {}};
            }
            dataHash = part->dataHash;
            if (const Result<void> saved = saveStatistics(*part, fileOf(pass)); !saved)
                return saved.error();
        }
        m_session.reset();
        return together(passes, fileOf);
    }

private:
    /// Collects the values of @p wanted.
    Result<CalibrationStatistics> runPass(const SampleSource& source, StatisticsObserver::Wanted wanted,
                                          Feedback& feedback)
    {
        m_observer.start(wanted);
        SamplePrefetcher samples(source, feedback);
        const auto run = [this](const Sample& sample, std::stop_token stop) { return runSample(sample, stop); };
        const auto count = forEachSample(samples, m_options.threads, "calibrate", run, feedback);
        if (!count)
            return count.error();
        if (*count == 0)
            return Error{ErrorCode::DataRefused, "There is no sample to calibrate with.", {}};
        CalibrationStatistics result;
        result.samples = *count;
        result.dataHash = samples.dataDigest();
        result.detail = m_options.detail;
        std::vector<TensorStatistics> statistics = m_observer.take();
        for (std::size_t i = 0; i < wanted.count; ++i)
            result.tensors.emplace(m_values[wanted.first + i], std::move(statistics[i]));
        return result;
    }

    Result<SampleConclusion> runSample(const Sample& sample, const std::stop_token& stop)
    {
        const Result<void> done = m_session->runObserving(sample.inputs, stop);
        if (done) {
            if (m_options.witness)
                m_options.witness->finished(sample);
            return SampleConclusion();
        }
        Error error = refusedModel(done.error());
        if (error.code != ErrorCode::Canceled) {
            error.message = "Sample '" + sample.name + "' (" + describeInputs(sample.inputs) + "): " + error.message;
            error.subject = sample.name;
        }
        return error;
    }

    template <typename FileOf>
    static Result<CalibrationStatistics> together(std::size_t passes, const FileOf& fileOf)
    {
        std::optional<CalibrationStatistics> whole;
        for (std::size_t pass = 0; pass < passes; ++pass) {
            releaseFreeMemory();
            Result<CalibrationStatistics> part = loadStatistics(fileOf(pass));
            if (!part)
                return part.error();
            if (whole)
                whole->tensors.merge(part->tensors);
            else
                whole = std::move(*part);
        }
        return std::move(*whole);
    }

    std::vector<std::string> m_values;
    CalibrationOptions m_options;
    StatisticsObserver m_observer;
    BothObservers m_observers; // before the session that uses it
    std::optional<InferenceSession> m_session;
};

} // namespace

Result<CalibrationStatistics> calibrate(const RuntimeEnvironment& environment, const Model& model,
                                        const SampleSource& source, const CalibrationOptions& options,
                                        Feedback& feedback)
{
    Calibration calibration(model, options);
    if (const Result<void> opened = calibration.open(environment, model); !opened)
        return opened.error();
    Result<CalibrationStatistics> statistics = calibration.run(source, feedback);
    if (!statistics)
        return statistics;
    const Result<std::string> hash =
        options.modelHash.empty() ? model.contentHash(feedback) : Result<std::string>(options.modelHash);
    if (!hash)
        return hash.error();
    statistics->modelHash = *hash;
    return statistics;
}

} // namespace quantiscope
