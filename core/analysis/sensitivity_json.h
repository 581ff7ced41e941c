// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/sensitivity.h"

namespace quantiscope {

/// Reads toJson() of a Sensitivity; ranking and places of the curve are those of its units. ConfigRefused with the
/// key's full name; @p where begins it.
[[nodiscard]] Result<Sensitivity> sensitivityFromJson(const nlohmann::json& document, const std::string& where);

} // namespace quantiscope
