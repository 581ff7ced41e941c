// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Private to core/calibration.

#include "core/observers/tensor_statistics.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>

namespace quantiscope {

/// One tensor's entry of a statistics file.
[[nodiscard]] nlohmann::json toJson(const TensorStatistics& statistics);

/// Reads an entry back; false for whatever no collection over @p samples samples can have given, such as bins outside
/// of the range, counts that do not add up, or more than @p detail knows.
[[nodiscard]] bool fromJson(const nlohmann::json& object, StatisticsDetail detail, std::uint64_t samples,
                            TensorStatistics& statistics);

/// Reads the unsigned number @p key of @p object; false when there is none.
[[nodiscard]] bool readUnsigned(const nlohmann::json& object, const char* key, std::uint64_t& value);

} // namespace quantiscope
