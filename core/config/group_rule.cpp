// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/group_rule.h"

#include "core/config/name_pattern.h"

namespace quantiscope {

Result<GroupRule> groupRuleFromText(std::string_view text)
{
    std::string group;
    std::size_t at = 0;
    for (; at < text.size() && text[at] != '='; ++at) {
        const bool isEscape = text[at] == '\\' && at + 1 < text.size() && (text[at + 1] == '=' || text[at + 1] == '\\');
        at += isEscape ? 1 : 0;
        group += text[at];
    }
    if (at + 1 >= text.size() || group.empty()) {
        return Error{ErrorCode::InvalidArgument,
                     "--group '" + std::string(text) + "': give NAME=NODE or NAME=^EXPRESSION.", "--group"};
    }
    Result<ExclusionRule> nodes = exclusionFromText(text.substr(at + 1));
    if (!nodes)
        return nodes.error();
    return GroupRule{std::move(group), std::move(*nodes)};
}

std::optional<std::string> groupRuleText(const std::string& group, const std::string& node)
{
    std::string text;
    for (const char c : group) {
        if (c == '=' || c == '\\')
            text += '\\';
        text += c;
    }
    // A name is no expression, whatever it begins with.
    const bool isLikePattern = node.starts_with('^');
    const std::string nodes = isLikePattern ? "^" + escapedForPattern(node) + "$" : node;
    text += "=" + nodes;
    if (text.find('\0') != std::string::npos)
        return std::nullopt;
    const Result<GroupRule> read = groupRuleFromText(text);
    const ExclusionRule wanted{isLikePattern ? ExclusionRule::Kind::Regex : ExclusionRule::Kind::Node, nodes, {}, {}};
    if (!read || !(*read == GroupRule{group, wanted}))
        return std::nullopt;
    return text;
}

} // namespace quantiscope
