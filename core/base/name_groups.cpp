// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/name_groups.h"

#include <algorithm>

namespace quantiscope {

std::string shortList(std::span<const std::string> names)
{
    constexpr std::size_t kMost = 3;
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), kMost); ++i)
        text += (i == 0 ? "" : ", ") + names[i];
    return names.size() > kMost ? text + " + " + std::to_string(names.size() - kMost) + " more" : text;
}

std::string tensorList(std::span<const std::string> names)
{
    std::vector<std::string> quoted;
    for (const std::string& name : names)
        quoted.push_back(quotedName(name));
    return std::to_string(names.size()) + (names.size() == 1 ? " tensor (" : " tensors (") + shortList(quoted) + ")";
}

void NameGroups::add(std::string_view text, std::string name)
{
    // Few texts, many names: the last group is nearly always the one.
    auto group = std::find_if(m_groups.rbegin(), m_groups.rend(), [&](const Group& each) { return each.text == text; });
    if (group != m_groups.rend())
        return group->names.push_back(std::move(name));
    m_groups.push_back({std::string(text), {std::move(name)}});
}

std::vector<std::string> NameGroups::sentences() const
{
    std::vector<std::string> sentences;
    for (const Group& group : m_groups)
        sentences.push_back(group.text + ": " + shortList(group.names) + ".");
    return sentences;
}

} // namespace quantiscope
