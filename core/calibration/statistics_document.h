// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Private to core/calibration.

#include "core/calibration/calibration_statistics.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

namespace quantiscope {

/// Version of what a statistics file says.
inline constexpr int kStatisticsVersion = 4;

/// What a statistics file calls itself.
inline constexpr const char* kStatisticsFormat = "quantiscope-statistics";

[[nodiscard]] const char* detailName(StatisticsDetail detail);

/// Gives the file's bytes (CBOR, members in the order of their names) to @p take, tensor by tensor: all of them at once
/// would be several times as large as the statistics. Without a digest it is what the digest is of.
void writeDocument(const CalibrationStatistics& statistics, const std::optional<std::string>& digest,
                   const std::function<void(std::span<const std::uint8_t>)>& take);

/// SHA-256 of the document without its member "digest": a changed number could not be told from a counted one
/// otherwise.
[[nodiscard]] std::string digestOf(const CalibrationStatistics& statistics);

/// The document in @p bytes; discarded when there is none that is built as writeDocument() builds them.
[[nodiscard]] nlohmann::json parseDocument(std::span<const std::byte> bytes);

} // namespace quantiscope
