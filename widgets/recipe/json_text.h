// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/text.h"

#include <nlohmann/json.hpp>

namespace quantiscope {

/// @p value as text. Names of models need not be UTF-8: what is not becomes U+FFFD, where dump() alone would throw.
/// @p indent: -1 for one line.
[[nodiscard]] inline QString jsonText(const nlohmann::json& value, int indent = -1)
{
    return toQt(value.dump(indent, ' ', false, nlohmann::json::error_handler_t::replace));
}

} // namespace quantiscope
