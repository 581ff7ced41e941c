// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/csv_text.h"

#include "core/base/number_text.h"

#include <cmath>

namespace quantiscope {

std::string csvField(const std::string& text)
{
    if (text.find_first_of(",\"\r\n") == std::string::npos)
        return text;
    std::string quoted = "\"";
    for (const char c : text)
        quoted.append(c == '"' ? 2 : 1, c);
    return quoted + "\"";
}

std::string csvNumber(const std::optional<double>& value)
{
    if (!value || std::isnan(*value))
        return {};
    return std::isinf(*value) ? fixedText(*value, 0) : shortestText(*value);
}

} // namespace quantiscope
