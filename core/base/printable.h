// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>

namespace quantiscope {

/// @p text with control characters (C0, DEL, C1, those of direction) and bytes that are not UTF-8 as "\x0a", cut with
/// "…" after @p limit bytes: a name from a file must not control the terminal, nor show as another.
[[nodiscard]] std::string printable(std::string_view text, std::size_t limit = 120);

/// printable() of all of @p text.
[[nodiscard]] inline std::string wholePrintable(std::string_view text)
{
    return printable(text, std::numeric_limits<std::size_t>::max());
}

} // namespace quantiscope
