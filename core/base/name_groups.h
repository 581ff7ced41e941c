// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace quantiscope {

/// "a, b, c + 12 more": the first three of @p names and how many others there are.
[[nodiscard]] std::string shortList(std::span<const std::string> names);

/// "2 tensors ('a', 'b')", with a shortList().
[[nodiscard]] std::string tensorList(std::span<const std::string> names);

/// Names about which the same is to be said, so that a warning is told once and not for every node.
class NameGroups
{
public:
    struct Group
    {
        std::string text;
        std::vector<std::string> names;
    };

    /// @p name, as it is to be shown, joins those about which @p text is said.
    void add(std::string_view text, std::string name);

    /// In the order in which their texts came first.
    [[nodiscard]] const std::vector<Group>& groups() const { return m_groups; }

    /// "text: a, b, c + 12 more." of each group.
    [[nodiscard]] std::vector<std::string> sentences() const;

private:
    std::vector<Group> m_groups;
};

/// "'name'".
[[nodiscard]] inline std::string quotedName(std::string_view name)
{
    return "'" + std::string(name) + "'";
}

} // namespace quantiscope
