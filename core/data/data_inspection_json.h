// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/data_inspection.h"

#include <nlohmann/json_fwd.hpp>

namespace quantiscope {

/// The inspection as one JSON document: {"samples": […], "inputs": […], "findings": […]}.
[[nodiscard]] nlohmann::json toJson(const DataInspection& inspection);

} // namespace quantiscope
