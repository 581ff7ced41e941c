// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace quantiscope {

/// The text of a document of resources that is compiled in ("recipe.schema.json", "common.py"); asserts that there is
/// one of that name.
[[nodiscard]] std::string bundledDocument(std::string_view name);

} // namespace quantiscope
