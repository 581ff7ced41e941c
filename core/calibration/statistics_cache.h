// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/feedback.h"
#include "core/calibration/calibration_statistics.h"
#include "core/data/sample_source.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

namespace quantiscope {

/// What stands for the samples that a model is fed, 64 hexadecimal digits each: the bytes that they are made of and
/// which parts of them are taken, how pictures become inputs (where there are any), and the version of what reads them.
/// No names, times or places of files.
struct DataKey
{
    std::string samples; ///< in any order
    std::string sequence; ///< in their order
};

/// Reads every file of @p source once. Nothing when the source cannot tell where its samples come from. Errors: of
/// reading; Canceled.
[[nodiscard]] Result<std::optional<DataKey>> dataKey(const SampleSource& source, const PreprocessSpec& preprocess,
                                                     std::span<const TensorSpec> inputs, const Feedback& feedback);

/// What statistics are found by: 64 hexadecimal digits that depend on everything that decides about them and on nothing
/// else: the graph that runs (@p modelHash, its content), the data in any order, and the versions of what runs and
/// counts.
[[nodiscard]] std::string statisticsKey(const std::string& modelHash, const DataKey& data);

/// How the files end that a cache folder holds besides statistics: what was measured of equalized graphs.
inline constexpr const char* kEqualizationEnding = ".equalization";

/// A folder of statistics that are found by statisticsKey(). Several processes may use it at the same time: entries are
/// written aside and renamed.
class StatisticsCache
{
public:
    static constexpr std::uint64_t kUsualLimit = std::uint64_t(4) << 30;

    /// @p mostBytes is what all entries together may take; the folder is made when something is stored.
    explicit StatisticsCache(std::filesystem::path folder, std::uint64_t mostBytes = kUsualLimit);

    /// The entry of @p key, if there is one with at least @p detail for the model @p modelHash. Marks it as used. One
    /// that is damaged is told in a warning and counts as none.
    [[nodiscard]] std::optional<CalibrationStatistics> find(const std::string& key, const std::string& modelHash,
                                                            StatisticsDetail detail, Feedback& feedback) const;

    /// Stores or replaces the entry, then removes those that were not used for the longest time until all fit into the
    /// limit. Statistics are worth their price without the cache, so what goes wrong is a warning.
    void store(const std::string& key, const CalibrationStatistics& statistics, Feedback& feedback) const;

private:
    [[nodiscard]] std::filesystem::path pathOf(const std::string& key) const;
    void removeOldest(const std::string& newest) const;

    std::filesystem::path m_folder;
    std::uint64_t m_mostBytes;
};

} // namespace quantiscope
