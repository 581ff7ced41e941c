// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/printable.h"

namespace quantiscope {

namespace {

/// Length of the UTF-8 sequence that starts at @p text, 0 when it is not one. Overlong and surrogate forms are not told
/// apart.
std::size_t utf8Length(std::string_view text)
{
    const auto lead = static_cast<unsigned char>(text[0]);
    const std::size_t length = lead < 0x80 ? 1
        : lead >= 0xc2 && lead < 0xe0      ? 2
        : lead >= 0xe0 && lead < 0xf0      ? 3
        : lead >= 0xf0 && lead < 0xf5      ? 4
                                           : 0;
    if (length == 0 || length > text.size())
        return 0;
    for (std::size_t i = 1; i < length; ++i) {
        if ((static_cast<unsigned char>(text[i]) & 0xc0) != 0x80)
            return 0;
    }
    return length;
}

bool isControl(std::string_view character)
{
    const auto first = static_cast<unsigned char>(character[0]);
    if (character.size() == 1)
        return first < 0x20 || first == 0x7f;
    const auto second = static_cast<unsigned char>(character[1]);
    // U+0080 … U+009F: terminals take U+009B for ESC [.
    if (character.size() == 2)
        return first == 0xc2 && second < 0xa0;
    // U+202A … U+202E and U+2066 … U+2069 change the direction of what is written behind them.
    const auto third = static_cast<unsigned char>(character[2]);
    return character.size() == 3 && first == 0xe2
        && ((second == 0x80 && third >= 0xaa && third <= 0xae) || (second == 0x81 && third >= 0xa6 && third <= 0xa9));
}

void appendEscaped(std::string& out, unsigned char byte)
{
    static constexpr char kDigits[] = "0123456789abcdef";
    out += "\\x";
    out += kDigits[byte >> 4];
    out += kDigits[byte & 15];
}

} // namespace

std::string printable(std::string_view text, std::size_t limit)
{
    std::string out;
    std::size_t used = 0;
    while (used < text.size()) {
        if (used >= limit) {
            out += "…";
            break;
        }
        const std::size_t length = utf8Length(text.substr(used));
        const std::string_view character = text.substr(used, length == 0 ? 1 : length);
        used += character.size();
        if (length > 0 && !isControl(character)) {
            out += character;
            continue;
        }
        for (const char byte : character)
            appendEscaped(out, static_cast<unsigned char>(byte));
    }
    return out;
}

} // namespace quantiscope
