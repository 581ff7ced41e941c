// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/message_text.h"

#include <onnx/onnx_pb.h>

#include <cctype>

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
        const auto byte = static_cast<unsigned char>(text[used]);
        if (length == 0 || byte < 0x20 || byte == 0x7f) {
            appendEscaped(out, byte);
            ++used;
        } else {
            out += text.substr(used, length);
            used += length;
        }
    }
    return out;
}

std::string inQuotes(std::string_view name)
{
    return "'" + printable(name) + "'";
}

std::string describe(const onnx::NodeProto& node)
{
    std::string text = "node ";
    if (!node.name().empty())
        text += inQuotes(node.name());
    else if (node.output_size() > 0 && !node.output(0).empty())
        text += "without a name that makes " + inQuotes(node.output(0));
    else
        text += "without a name";
    return node.op_type().empty() ? text : text + " (" + printable(node.op_type()) + ")";
}

std::string sentenceCase(std::string text)
{
    if (!text.empty())
        text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
    return text;
}

Error refused(std::string message, std::string_view subject)
{
    return {ErrorCode::ModelRefused, std::move(message), std::string(subject)};
}

Error refused(const onnx::NodeProto& node, const std::string& rest)
{
    return refused(sentenceCase(describe(node)) + " " + rest, node.name());
}

} // namespace quantiscope
