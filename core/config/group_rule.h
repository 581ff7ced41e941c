// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/exclusion_rule.h"

#include <optional>
#include <string>
#include <string_view>

namespace quantiscope {

/// Nodes that belong to a group with a name.
struct GroupRule
{
    std::string group;
    ExclusionRule nodes;

    bool operator==(const GroupRule&) const = default;
};

/// A rule as `--group` takes it: 'NAME=NODE' or 'NAME=^EXPRESSION', see exclusionFromText(); in the name a backslash
/// stands in front of '=' and of a backslash. InvalidArgument for anything else.
[[nodiscard]] Result<GroupRule> groupRuleFromText(std::string_view text);

/// What groupRuleFromText() reads as the node named @p node in the group @p group. Nothing where no argument of a
/// program can say it: without a name, with a NUL byte.
[[nodiscard]] std::optional<std::string> groupRuleText(const std::string& group, const std::string& node);

} // namespace quantiscope
