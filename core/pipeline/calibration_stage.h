// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/calibration/calibration_statistics.h"
#include "core/calibration/calibrator.h"
#include "core/calibration/memory_forecast.h"
#include "core/calibration/statistics_cache.h"
#include "core/pipeline/recipe.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace quantiscope {

class RuntimeEnvironment;

/// Where statistics are kept from run to run.
struct CacheRequest
{
    std::filesystem::path folder; ///< empty: nowhere
    std::uint64_t mostBytes = std::uint64_t(4) << 30;
};

/// How a calibration is to be done; none of it changes the result.
struct CalibrationLimits
{
    int threads = 0; ///< samples that run at the same time; 0 = one per core
    CacheRequest cache;
    std::optional<std::uint64_t> memoryBudget; ///< most resident memory of the process, in bytes
};

/// What the memory of a run was thought to be, and was.
struct MemoryUse
{
    std::size_t forecast = 0; ///< bytes
    std::size_t peak = 0; ///< bytes, measured; 0 while it is not known
    std::size_t samples = 0; ///< that ran at the same time
    std::size_t passes = 0; ///< over the data; 0 when nothing was calibrated
    std::optional<std::uint64_t> budget;
};

struct CacheUse
{
    std::string key; ///< see statisticsKey()
    bool hit = false;
};

/// @p data with what the options RandomDataReader… say about them, if they are random.
[[nodiscard]] DataSpec withRandomOptions(DataSpec data, const QuantConfig& config);

/// The recipe's data with what the options CalibDataSize, UseRandomData and RandomDataReader… say about them.
/// InvalidArgument when there are none.
[[nodiscard]] Result<DataSpec> calibrationData(const Recipe& recipe);

/// How much has to be collected for @p config.
[[nodiscard]] StatisticsDetail neededDetail(const QuantConfig& config);

/// A memory budget to suggest where about @p bytes are needed: with some room.
[[nodiscard]] std::string roomierThan(std::size_t bytes);

/// How samples are read: pictures with this preprocessing, and everything for these inputs.
struct DataReading
{
    const PreprocessSpec& preprocess;
    std::span<const TensorSpec> inputs;
    std::optional<DataKey> key = {}; ///< dataKey(), if it is known
};

/// One calibration, with cache and memory budget.
class CalibrationStage
{
public:
    /// What the memory forecast has to know about the rest of the run.
    struct Surroundings
    {
        std::size_t peakBefore = 0; ///< bytes, the most so far
        std::size_t checkedSamples = 0; ///< see MemoryForecast::Parts
        std::size_t evaluatedSamples = 0;
    };

    CalibrationStage(const RuntimeEnvironment& environment, CalibrationLimits limits, Surroundings surroundings)
        : m_environment(environment), m_limits(std::move(limits)), m_surroundings(surroundings)
    {
    }

    /// Finds the statistics of @p model (whose content has the hash @p modelHash) over @p source in the cache, or
    /// calibrates. Tells the forecast before. OutOfMemory with what would do when the budget is too small.
    Result<CalibrationStatistics> statistics(const Model& model, const std::string& modelHash,
                                             const SampleSource& source, const DataReading& reading,
                                             StatisticsDetail detail, Feedback& feedback);

    /// The forecast for statistics that are there already: only of what comes after.
    /// @p source is what the result will be checked with, if anything. OutOfMemory as statistics().
    Result<void> forecastRest(const Model& model, const SampleSource* source, Feedback& feedback);

    [[nodiscard]] const MemoryUse& memory() const { return m_memory; }
    /// Nothing when no cache was wanted, or the data cannot be told.
    [[nodiscard]] const std::optional<CacheUse>& cache() const { return m_cache; }

    /// How many samples may run at the same time when the result is checked, to stay within the budget.
    [[nodiscard]] int evaluationThreads() const { return m_evaluationThreads; }

private:
    [[nodiscard]] Result<MemoryForecast> forecast(const Model& model, const SampleSource* source) const;
    Result<CalibrationOptions> planned(const Model& model, const SampleSource& source, StatisticsDetail detail,
                                       Feedback& feedback);

    const RuntimeEnvironment& m_environment;
    CalibrationLimits m_limits;
    Surroundings m_surroundings;
    MemoryUse m_memory;
    std::optional<CacheUse> m_cache;
    int m_evaluationThreads = 0;
};

} // namespace quantiscope
