// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/xml_text.h"

namespace quantiscope {

std::string xmlText(std::string_view text)
{
    constexpr const char* kReplacement = "\xEF\xBF\xBD";
    std::string result;
    for (std::size_t i = 0; i < text.size();) {
        const auto byte = static_cast<unsigned char>(text[i]);
        const std::size_t length = byte < 0x80 ? 1
            : byte >= 0xF0 && byte <= 0xF4     ? 4
            : byte >= 0xE0                     ? 3
            : byte >= 0xC2                     ? 2
                                               : 0;
        bool valid = length > 0 && byte <= 0xF4 && i + length <= text.size();
        for (std::size_t k = 1; valid && k < length; ++k)
            valid = (static_cast<unsigned char>(text[i + k]) & 0xC0U) == 0x80;
        if (valid && length >= 3) {
            // Overlong forms, surrogates, U+FFFE and U+FFFF, and what lies above U+10FFFF are no characters of XML.
            const auto second = static_cast<unsigned char>(text[i + 1]);
            const auto third = static_cast<unsigned char>(text[i + 2]);
            valid = !(byte == 0xE0 && second < 0xA0) && !(byte == 0xED && second >= 0xA0)
                && !(byte == 0xEF && second == 0xBF && third >= 0xBE) && !(byte == 0xF0 && second < 0x90)
                && !(byte == 0xF4 && second >= 0x90);
        }
        if (!valid || (byte < 0x20 && byte != '\n' && byte != '\t')) {
            result += kReplacement;
            ++i;
            continue;
        }
        switch (text[i]) {
        case '&':
            result += "&amp;";
            break;
        case '<':
            result += "&lt;";
            break;
        case '>':
            result += "&gt;";
            break;
        case '"':
            result += "&quot;";
            break;
        case '\n':
            result += "&#10;";
            break;
        case '\t':
            result += "&#9;";
            break;
        default:
            result.append(text, i, length);
        }
        i += length;
    }
    return result;
}

} // namespace quantiscope
