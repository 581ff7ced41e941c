// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/calibration/calibration_statistics.h"

#include <string>
#include <vector>

namespace quantiscope::test {

/// The statistics of one sample.
inline TensorStatistics statisticsOf(const std::vector<float>& values,
                                     StatisticsDetail detail = StatisticsDetail::Histogram)
{
    StatisticsScratch scratch;
    return statisticsOfSample(values, detail, scratch);
}

/// A digest of data for which one digit stands.
inline std::string digest(char digit)
{
    return std::string(64, digit);
}

inline bool contains(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

} // namespace quantiscope::test
