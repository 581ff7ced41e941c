// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/equalization_trial.h"

#include "core/calibration/calibrator.h"
#include "core/data/adapted_source.h"
#include "core/data/sample_workers.h"
#include "core/pipeline/quantize_stage.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace quantiscope {

namespace {

constexpr std::size_t kMostSamples = 4;
constexpr std::size_t kMostValues = 256;
constexpr std::size_t kMostElements = 2048; ///< of a value

/// Samples in memory.
class ReadSamples final : public SampleSource
{
public:
    explicit ReadSamples(std::span<const Sample> samples) : m_samples(samples) { }

    [[nodiscard]] std::size_t size() const override { return m_samples.size(); }
    [[nodiscard]] std::string name(std::size_t i) const override { return m_samples[i].name; }
    [[nodiscard]] Result<Sample> read(std::size_t i) const override { return m_samples[i]; }

private:
    std::span<const Sample> m_samples;
};

/// Keeps elements at even distances of what it sees. Each run must have one thread, its caller's: that tells runs that
/// overlap apart.
class ExcerptObserver final : public ValueObserver
{
public:
    explicit ExcerptObserver(std::size_t slots) : m_slots(slots) { }

    void observe(std::size_t slot, std::span<const float> values) override
    {
        std::vector<float> excerpt;
        const std::size_t step = values.size() / kMostElements + 1;
        for (std::size_t i = 0; i < values.size(); i += step)
            excerpt.push_back(values[i]);
        const std::scoped_lock lock(m_lock);
        std::vector<std::vector<float>>& run = m_runs[std::this_thread::get_id()];
        run.resize(m_slots);
        run[slot] = std::move(excerpt);
    }

    /// What the calling thread's last run showed, by slot.
    [[nodiscard]] std::vector<std::vector<float>> take()
    {
        const std::scoped_lock lock(m_lock);
        std::vector<std::vector<float>> run = std::exchange(m_runs[std::this_thread::get_id()], {});
        run.resize(m_slots);
        return run;
    }

private:
    std::size_t m_slots;
    std::map<std::thread::id, std::vector<std::vector<float>>> m_runs;
    std::mutex m_lock;
};

/// ln(|quantized - real|^2 / |real - mean|^2), within bounds; nothing when @p real is constant or not finite.
std::optional<double> logError(const std::vector<float>& real, const std::vector<float>& quantized)
{
    constexpr double kSmallest = 1e-12;
    constexpr double kLargest = 1e4;
    if (real.empty() || real.size() != quantized.size())
        return {};
    double mean = 0.0;
    for (const float value : real)
        mean += value;
    mean /= static_cast<double>(real.size());
    double power = 0.0;
    double error = 0.0;
    for (std::size_t i = 0; i < real.size(); ++i) {
        power += (real[i] - mean) * (real[i] - mean);
        const double difference = double(quantized[i]) - real[i];
        error += difference * difference;
    }
    if (!std::isfinite(power) || power <= 0.0)
        return {};
    return std::log(std::isfinite(error) ? std::clamp(error / power, kSmallest, kLargest) : kLargest);
}

} // namespace

EqualizationTrial::EqualizationTrial(const RuntimeEnvironment& environment, const QuantConfig& config,
                                     const std::vector<std::size_t>& selected, Limits limits, Feedback& feedback)
    : m_environment(environment), m_config(config), m_selected(selected), m_limits(limits), m_feedback(feedback)
{
}

Result<void> EqualizationTrial::start(const Model& model, const SampleSource& source,
                                      std::span<const TensorSpec> inputs, const std::set<std::string>& apart)
{
    const InputAdapter adapter(inputs, model.inputs());
    const std::size_t count = std::min(kMostSamples, source.size());
    for (std::size_t k = 0; k < count; ++k) {
        Result<Sample> sample = source.read(k * source.size() / count);
        if (!sample && source.skipsUnreadable())
            continue; // the calibration will tell
        if (!sample)
            return sample.error();
        adapter.adapt(sample->inputs);
        sample->index = m_samples.size();
        m_samples.push_back(std::move(*sample));
    }
    if (m_samples.empty())
        return Error{ErrorCode::DataRefused, "No sample can be read.", {}};
    std::set<std::string> outer = apart;
    for (const TensorSpec& input : model.inputs())
        outer.insert(input.name);
    std::vector<std::string> values = observableValues(model);
    std::erase_if(values, [&outer](const std::string& value) { return outer.count(value) > 0; });
    const std::size_t chosen = std::min(kMostValues, values.size());
    // The last values, which are nearest to the outputs, are among them.
    for (std::size_t k = 1; k <= chosen; ++k)
        m_values.push_back(values[k * values.size() / chosen - 1]);
    auto expected = run(model, m_values);
    if (!expected)
        return expected.error();
    m_expected = std::move(*expected);
    return {};
}

Result<std::vector<EqualizationTrial::Excerpts>> EqualizationTrial::run(const Model& model,
                                                                        const std::vector<std::string>& values)
{
    ExcerptObserver observer(values.size());
    const auto session = InferenceSession::create(m_environment, model,
                                                  {.optimization = OptimizationLevel::Basic,
                                                   .threads = 1,
                                                   .keepMemory = true,
                                                   .observedValues = values,
                                                   .observer = &observer});
    if (!session)
        return session.error();
    std::vector<Excerpts> result(m_samples.size());
    const auto work = [&](const Sample& sample, std::stop_token stop) -> Result<SampleConclusion> {
        if (const Result<void> done = session->runObserving(sample.inputs, std::move(stop)); !done)
            return done.error();
        std::vector<std::vector<float>> seen = observer.take();
        for (std::size_t slot = 0; slot < values.size(); ++slot)
            result[sample.index].emplace(values[slot], std::move(seen[slot]));
        return SampleConclusion();
    };
    const ReadSamples source(m_samples);
    SamplePrefetcher samples(source, m_feedback);
    const auto count = forEachSample(samples, m_limits.threads, "prepare", work, m_feedback);
    if (!count)
        return count.error();
    return result;
}

Result<std::vector<double>> EqualizationTrial::logErrorsOf(const Model& model)
{
    RunReport report; // of nobody's interest
    WorkingGraph graph{model.clone(), {m_selected, m_config}, {}, {}};
    auto statistics = calibrate(m_environment, graph.model, ReadSamples(m_samples),
                                {neededDetail(m_config), m_limits.threads, m_limits.valuesPerPass}, m_feedback);
    if (!statistics)
        return statistics.error();
    const auto plan = planWithRanges(graph, m_config, *statistics, report, m_feedback);
    if (!plan)
        return plan.error();
    const auto quantized = quantizeGraph(std::move(graph), m_config, *plan, report, m_feedback);
    if (!quantized)
        return quantized.error();
    const std::vector<std::string> observable = observableValues(*quantized);
    const std::set<std::string> wanted(m_values.begin(), m_values.end());
    std::vector<std::string> values;
    std::copy_if(observable.begin(), observable.end(), std::back_inserter(values),
                 [&wanted](const std::string& value) { return wanted.count(value) > 0; });
    const auto runs = run(*quantized, values);
    if (!runs)
        return runs.error();
    std::vector<double> errors;
    for (std::size_t k = 0; k < runs->size(); ++k) {
        double sum = 0.0;
        std::size_t count = 0;
        for (const auto& [value, seen] : (*runs)[k]) {
            if (const auto error = logError(m_expected[k].at(value), seen)) {
                sum += *error;
                ++count;
            }
        }
        errors.push_back(count > 0 ? sum / static_cast<double>(count) : 0.0);
    }
    return errors;
}

} // namespace quantiscope
