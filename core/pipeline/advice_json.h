// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/pipeline/advisor.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace quantiscope {

/// Reads toJson(Advice); documents of versions that did not write the recipes they tell of are refused. ConfigRefused
/// with the key's full name; @p where begins it.
[[nodiscard]] Result<Advice> adviceFromJson(const nlohmann::json& document, const std::string& where);

} // namespace quantiscope
