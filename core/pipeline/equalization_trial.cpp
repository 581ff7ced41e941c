// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/equalization_trial.h"

#include "core/base/process_memory.h"
#include "core/data/adapted_source.h"
#include "core/data/sample_workers.h"
#include "core/data/stored_samples.h"
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

constexpr std::size_t kMostValues = 256;
constexpr std::size_t kMostElements = 2048; ///< of a value

std::vector<float> excerptOf(std::span<const float> values)
{
    std::vector<float> excerpt;
    const std::size_t step = values.size() / kMostElements + 1;
    for (std::size_t i = 0; i < values.size(); i += step)
        excerpt.push_back(values[i]);
    return excerpt;
}

/// ln(|quantized - real|^2 / |real - mean|^2), within bounds; nothing when @p real is constant or not finite.
std::optional<double> logError(const std::vector<float>& real, const std::vector<float>& quantized)
{
    constexpr double kSmallest = EqualizationTrial::kSmallestError;
    constexpr double kLargest = EqualizationTrial::kLargestError;
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

/// Keeps elements at even distances of what it sees of some values. Each run must have one thread, its caller's: that
/// tells runs that overlap apart.
class EqualizationTrial::ExcerptObserver final : public CalibrationWitness
{
public:
    /// @p names of the slots, and those whose values are kept.
    ExcerptObserver(std::vector<std::string> names, const std::vector<std::string>& kept, std::size_t samples)
        : m_names(std::move(names)), m_excerpts(samples)
    {
        const std::set<std::string> wanted(kept.begin(), kept.end());
        for (const std::string& name : m_names)
            m_isKept.push_back(wanted.count(name) > 0);
    }

    void observe(std::size_t slot, std::span<const float> values) override
    {
        if (!m_isKept[slot])
            return;
        std::vector<float> excerpt = excerptOf(values);
        const std::scoped_lock lock(m_lock);
        m_runs[std::this_thread::get_id()].insert_or_assign(m_names[slot], std::move(excerpt));
    }

    void finished(const Sample& sample) override
    {
        const std::scoped_lock lock(m_lock);
        m_excerpts[sample.index] = std::exchange(m_runs[std::this_thread::get_id()], {});
    }

    /// By sample.
    [[nodiscard]] std::vector<Excerpts> take() { return std::move(m_excerpts); }

private:
    std::vector<std::string> m_names;
    std::vector<bool> m_isKept;
    std::vector<Excerpts> m_excerpts;
    std::map<std::thread::id, Excerpts> m_runs;
    std::mutex m_lock;
};

EqualizationTrial::EqualizationTrial(const RuntimeEnvironment& environment, const QuantConfig& config,
                                     const std::vector<std::size_t>& selected, Limits limits, Feedback& feedback)
    : m_environment(environment), m_config(config), m_selected(selected), m_limits(limits), m_feedback(feedback)
{
}

Result<std::vector<double>> EqualizationTrial::start(const Model& model, const SampleSource& source,
                                                     std::span<const TensorSpec> inputs,
                                                     const std::set<std::string>& apart)
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
    const std::vector<std::string> observable = observableValues(model);
    std::vector<std::string> values;
    for (const std::string& value : observable) {
        if (outer.count(value) == 0)
            values.push_back(value);
        else if (apart.count(value) > 0)
            m_apart.push_back(value);
    }
    const std::size_t chosen = std::min(kMostValues, values.size());
    // The last values, which are nearest to the outputs, are among them.
    for (std::size_t k = 1; k <= chosen; ++k)
        m_values.push_back(values[k * values.size() / chosen - 1]);
    ExcerptObserver observer(observable, m_values, m_samples.size());
    auto statistics =
        calibrate(m_environment, model, StoredSamples(m_samples), calibrationOf(observable, &observer), m_feedback);
    if (!statistics)
        return statistics.error();
    m_expected = observer.take();
    m_statistics = std::move(*statistics);
    return quantizedErrors(model);
}

CalibrationOptions EqualizationTrial::calibrationOf(const std::vector<std::string>& values,
                                                    CalibrationWitness* witness) const
{
    return {.detail = neededDetail(m_config),
            .threads = m_limits.threads,
            .valuesPerPass = m_limits.valuesPerPass,
            .values = values,
            .witness = witness};
}

Result<std::vector<double>> EqualizationTrial::logErrorsOf(const Model& model)
{
    releaseFreeMemory(); // the last graph's
    if (!m_apart.empty()) {
        auto changed =
            calibrate(m_environment, model, StoredSamples(m_samples), calibrationOf(m_apart, nullptr), m_feedback);
        if (!changed)
            return changed.error();
        for (auto& [value, statistics] : changed->tensors)
            m_statistics.tensors.insert_or_assign(value, std::move(statistics));
    }
    return quantizedErrors(model);
}

Result<std::vector<EqualizationTrial::Excerpts>> EqualizationTrial::run(const Model& model) const
{
    const std::set<std::string> wanted(m_values.begin(), m_values.end());
    std::vector<std::string> values = observableValues(model);
    std::erase_if(values, [&wanted](const std::string& value) { return wanted.count(value) == 0; });
    ExcerptObserver observer(values, values, m_samples.size());
    const auto session = InferenceSession::create(m_environment, model,
                                                  {.optimization = OptimizationLevel::Basic,
                                                   .threads = 1,
                                                   .keepMemory = true,
                                                   .observedValues = values,
                                                   .observer = &observer});
    if (!session)
        return session.error();
    const auto work = [&](const Sample& sample, std::stop_token stop) -> Result<SampleConclusion> {
        if (const Result<void> done = session->runObserving(sample.inputs, std::move(stop)); !done)
            return done.error();
        observer.finished(sample);
        return SampleConclusion();
    };
    const StoredSamples source(m_samples);
    SamplePrefetcher samples(source, m_feedback);
    const auto count = forEachSample(samples, m_limits.threads, "prepare", work, m_feedback);
    if (!count)
        return count.error();
    return observer.take();
}

Result<std::vector<double>> EqualizationTrial::quantizedErrors(const Model& model) const
{
    RunReport report; // of nobody's interest
    WorkingGraph graph{model.clone(), {m_selected, m_config}, {}, {}};
    const auto plan = planWithRanges(graph, m_config, m_statistics, report, m_feedback);
    if (!plan)
        return plan.error();
    const auto quantized = quantizeGraph(std::move(graph), m_config, *plan, report, m_feedback);
    if (!quantized)
        return quantized.error();
    const auto runs = run(*quantized);
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
