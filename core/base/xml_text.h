// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace quantiscope {

/// @p text for an attribute or the content of an element: what XML 1.0 does not allow becomes U+FFFD.
[[nodiscard]] std::string xmlText(std::string_view text);

} // namespace quantiscope
