// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <charconv>
#include <string>

namespace quantiscope {

/// The shortest text that reads back as @p value: "0.1", not "0.10000000149".
[[nodiscard]] inline std::string shortestText(float value)
{
    char text[32];
    return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

} // namespace quantiscope
