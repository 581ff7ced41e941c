// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Private to core/pipeline.

#include "core/pipeline/analysis_session.h"

#include <algorithm>
#include <cstdint>

namespace quantiscope {

/// Bytes at most that are kept of samples, of results and of variants' wirings each: of a budget an eighth, most of
/// which runs need.
[[nodiscard]] inline std::uint64_t keptBytes(const AnalysisRequest& request)
{
    constexpr std::uint64_t kShare = 8;
    return request.memoryBudget ? std::min(AnalysisSession::kKeptBytes, *request.memoryBudget / kShare)
                                : AnalysisSession::kKeptBytes;
}

} // namespace quantiscope
