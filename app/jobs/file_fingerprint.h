// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/pipeline/analysis_session.h"

#include <string>

namespace quantiscope {

/// Changes when a file that @p request reads does: its model with the weights beside it, data, labels and statistics,
/// by names, sizes and times of change, which folders are searched for; no file is read. Takes as long as listing the
/// data does: not for the window's thread.
[[nodiscard]] std::string fingerprintOf(const AnalysisRequest& request);

} // namespace quantiscope
