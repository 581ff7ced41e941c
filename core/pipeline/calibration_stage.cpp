// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/calibration_stage.h"

#include "core/base/byte_count.h"
#include "core/calibration/memory_forecast.h"
#include "core/calibration/statistics_cache.h"

#include <algorithm>
#include <string>
#include <thread>

namespace quantiscope {

namespace {

std::string plural(std::size_t count, const std::string& noun)
{
    return std::to_string(count) + " " + noun + (count == 1 ? "" : noun == "pass" ? "es" : "s");
}

Error tooSmall(const std::string& what, std::size_t needed, std::uint64_t budget)
{
    return {ErrorCode::OutOfMemory,
            what + " needs about " + byteText(needed) + ", which is more than the memory budget of " + byteText(budget)
                + "; give --memory-budget " + roomierThan(needed) + " or smaller inputs.",
            "--memory-budget"};
}

} // namespace

std::string roomierThan(std::size_t bytes)
{
    constexpr std::size_t kMiB = std::size_t(1) << 20;
    return std::to_string((bytes + bytes / 50) / kMiB + 1) + "MiB";
}

DataSpec withRandomOptions(DataSpec data, const QuantConfig& config)
{
    if (isRandomData(data.source))
        data.random = {config.calibration.randomShapes, config.calibration.randomRanges};
    return data;
}

Result<DataSpec> calibrationData(const Recipe& recipe)
{
    const CalibrationConfig& options = recipe.config.calibration;
    DataSpec data;
    if (recipe.calibration) {
        data = *recipe.calibration;
    } else if (options.useRandomData) {
        data.source = "random";
        data.samples = recipe.samples;
    } else {
        return Error{ErrorCode::InvalidArgument, "Calibration data are needed: give a folder, a file or random.",
                     "--calibration"};
    }
    data.most = options.dataSize;
    return withRandomOptions(std::move(data), recipe.config);
}

StatisticsDetail neededDetail(const QuantConfig& config)
{
    if (!config.needsHistogram())
        return StatisticsDetail::Range;
    const CalibrationConfig& options = config.calibration;
    const bool votes = options.method == CalibrationMethod::MinMSE && config.scaleType == ScaleType::PowerOf2
        && options.minMSEModePof2Scale == Pof2Mode::MostCommon;
    return votes ? StatisticsDetail::Votes : StatisticsDetail::Histogram;
}

Result<MemoryForecast> CalibrationStage::forecast(const Model& model, const SampleSource* source) const
{
    Result<MemoryForecast::Parts> parts = memoryParts(model, source);
    if (!parts)
        return parts.error();
    parts->peakBefore = std::max(parts->peakBefore, m_surroundings.peakBefore);
    parts->checkedSamples = m_surroundings.checkedSamples;
    parts->evaluatedSamples = m_surroundings.evaluatedSamples;
    return MemoryForecast(*parts);
}

std::size_t CalibrationStage::wantedThreads() const
{
    return m_limits.threads > 0 ? static_cast<std::size_t>(m_limits.threads)
                                : std::max(1U, std::thread::hardware_concurrency());
}

std::size_t CalibrationStage::checkThreads(const MemoryForecast& forecast) const
{
    std::size_t threads = wantedThreads();
    while (m_limits.memoryBudget && threads > 1 && forecast.checkPeak(threads) > *m_limits.memoryBudget)
        --threads;
    return threads;
}

Result<CalibrationOptions> CalibrationStage::planned(const Model& model, const SampleSource& source,
                                                     StatisticsDetail detail, Feedback& feedback)
{
    const Result<MemoryForecast> forecast = this->forecast(model, &source);
    if (!forecast)
        return forecast.error();
    const std::size_t wanted = std::min(wantedThreads(), source.size());
    const std::size_t values = std::max<std::size_t>(1, forecast->parts().values);
    MemoryPlan plan{wanted, values, detail};
    if (m_limits.memoryBudget) {
        const auto within = forecast->planWithin(*m_limits.memoryBudget, plan);
        if (!within)
            return tooSmall("One sample at a time", forecast->peak({1, 1, detail}), *m_limits.memoryBudget);
        plan = *within;
    }
    m_evaluationThreads = static_cast<int>(checkThreads(*forecast));
    m_memory = {forecast->peak(plan), 0, plan.samples, (values + plan.valuesPerPass - 1) / plan.valuesPerPass,
                m_limits.memoryBudget};
    feedback.note("memory: about " + byteText(m_memory.forecast) + " with " + plural(plan.samples, "sample")
                  + " at a time" + (m_memory.passes > 1 ? " in " + plural(m_memory.passes, "pass") : std::string())
                  + ".");
    return CalibrationOptions{detail, static_cast<int>(plan.samples), plan.valuesPerPass, {}};
}

Result<void> CalibrationStage::forecastRest(const Model& model, const SampleSource* source, Feedback& feedback)
{
    const Result<MemoryForecast> forecast = this->forecast(model, source);
    if (!forecast)
        return forecast.error();
    const std::size_t threads = checkThreads(*forecast);
    m_evaluationThreads = static_cast<int>(threads);
    m_memory = {forecast->checkPeak(threads), 0, threads, 0, m_limits.memoryBudget};
    if (m_limits.memoryBudget && m_memory.forecast > *m_limits.memoryBudget)
        return tooSmall("The check of the result", m_memory.forecast, *m_limits.memoryBudget);
    feedback.note("memory: about " + byteText(m_memory.forecast) + ".");
    return {};
}

Result<CalibrationStatistics> CalibrationStage::statistics(const Model& model, const std::string& modelHash,
                                                           const SampleSource& source, const DataReading& reading,
                                                           StatisticsDetail detail, Feedback& feedback)
{
    const StatisticsCache cache(m_limits.cache.folder, m_limits.cache.mostBytes);
    if (!m_limits.cache.folder.empty()) {
        // Ranges alone would serve one method; an entry with everything serves all.
        detail = StatisticsDetail::Votes;
        auto key = reading.key ? Result<std::optional<DataKey>>(reading.key)
                               : dataKey(source, reading.preprocess, reading.inputs, feedback);
        if (!key)
            return key.error();
        if (*key)
            m_cache = CacheUse{statisticsKey(modelHash, **key), false};
    }
    if (m_cache) {
        if (auto found = cache.find(m_cache->key, modelHash, detail, feedback)) {
            m_cache->hit = true;
            if (found->samples < source.size()) {
                feedback.warn(std::to_string(source.size() - found->samples) + " of " + std::to_string(source.size())
                              + " samples could not be read when the cached statistics were made.");
            }
            if (const Result<void> told = forecastRest(model, &source, feedback); !told)
                return told.error();
            return std::move(*found);
        }
    }
    Result<CalibrationOptions> options = planned(model, source, detail, feedback);
    if (!options)
        return options.error();
    options->modelHash = modelHash;
    Result<CalibrationStatistics> statistics = calibrate(m_environment, model, source, *options, feedback);
    if (statistics && m_cache)
        cache.store(m_cache->key, *statistics, feedback);
    return statistics;
}

} // namespace quantiscope
