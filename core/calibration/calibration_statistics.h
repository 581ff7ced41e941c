// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/observers/tensor_statistics.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

namespace quantiscope {

/// What one calibration collected: everything that any method, preset or exclusion needs, without the data.
struct CalibrationStatistics
{
    std::string modelHash; ///< Model::contentHash() of the graph that ran
    std::string dataHash; ///< DigestSum of all samples as they were fed
    std::uint64_t samples = 0;
    StatisticsDetail detail = StatisticsDetail::Histogram;
    std::map<std::string, TensorStatistics> tensors; ///< by value name

    /// Adds another part of the data, collected with the same model and detail (ConfigRefused otherwise). The result is
    /// that of one run over all parts, in whatever order and grouping they are merged.
    Result<void> merge(const CalibrationStatistics& other);

    bool operator==(const CalibrationStatistics&) const = default;
};

/// Writes a statistics file (CBOR, RFC 8949: "format": "quantiscope-statistics", "version": 4, "digest": SHA-256 of the
/// document without this member), atomically.
Result<void> saveStatistics(const CalibrationStatistics& statistics, const std::filesystem::path& path);

/// Reads a statistics file; ConfigRefused with separate sentences for a file that is none, damaged, or of another
/// version.
Result<CalibrationStatistics> loadStatistics(const std::filesystem::path& path);

} // namespace quantiscope
