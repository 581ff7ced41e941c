// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/calibration_stage.h"

#include "core/base/process_memory.h"
#include "core/calibration/memory_forecast.h"
#include "core/calibration/statistics_cache.h"
#include "core/pipeline/memory_outlook.h"

#include <algorithm>
#include <string>

namespace quantiscope {

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
    releaseFreeMemory(); // what the preparation of the model left is no part of what comes
    Result<MemoryForecast::Parts> parts = memoryParts(model, source);
    if (!parts)
        return parts.error();
    parts->peakBefore = std::max(parts->peakBefore, m_surroundings.peakBefore);
    parts->checkedSamples = m_surroundings.checkedSamples;
    parts->evaluatedSamples = m_surroundings.evaluatedSamples;
    return MemoryForecast(*parts);
}

Result<CalibrationOptions> CalibrationStage::planned(const Model& model, const SampleSource& source,
                                                     StatisticsDetail detail, Feedback& feedback)
{
    const Result<MemoryForecast> forecast = this->forecast(model, &source);
    if (!forecast)
        return forecast.error();
    const Result<MemoryOutlook> outlook = memoryOutlook(*forecast, m_limits, source.size(), detail);
    if (!outlook)
        return outlook.error();
    m_evaluationThreads = static_cast<int>(outlook->checkThreads);
    m_memory = outlook->use;
    feedback.note(memoryText(m_memory));
    return CalibrationOptions{detail, static_cast<int>(outlook->plan.samples), outlook->plan.valuesPerPass, {}};
}

Result<void> CalibrationStage::forecastRest(const Model& model, const SampleSource* source, Feedback& feedback)
{
    const Result<MemoryForecast> forecast = this->forecast(model, source);
    if (!forecast)
        return forecast.error();
    const Result<MemoryOutlook> outlook = memoryOutlook(*forecast, m_limits, std::nullopt, StatisticsDetail::Range);
    if (!outlook)
        return outlook.error();
    m_evaluationThreads = static_cast<int>(outlook->checkThreads);
    m_memory = outlook->use;
    feedback.note(memoryText(m_memory));
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
