// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace quantiscope {

/// One way of saying which nodes stay float.
struct ExclusionRule
{
    enum class Kind
    {
        Node, ///< the node of that name
        Regex, ///< every node whose name the expression matches somewhere; see NamePattern
        OpType, ///< every node of that operator type
        Between, ///< every node on a path from a start to an end, ends included
    };

    Kind kind = Kind::Node;
    std::string pattern; ///< name, expression or operator type; unused for Between
    std::vector<std::string> from; ///< Between: names of start nodes, at least one
    std::vector<std::string> to; ///< Between: names of end nodes, at least one

    bool operator==(const ExclusionRule&) const = default;
};

/// "node '/head/Conv'", "nodes matching '^/head/'", "type 'Softmax'", "between 'a' and 'b'".
[[nodiscard]] std::string describe(const ExclusionRule& rule);

/// A rule as `--exclude` takes it: a node's name, or an expression when it starts with '^'.
[[nodiscard]] Result<ExclusionRule> exclusionFromText(std::string_view text);

/// A rule as `--exclude-between` takes it: 'A,B->C,D'.
[[nodiscard]] Result<ExclusionRule> betweenFromText(std::string_view text);

/// {"node": …}, {"regex": …}, {"opType": …} or {"between": {"from": […], "to": […]}}. @p where names it in errors.
[[nodiscard]] Result<ExclusionRule> exclusionFromJson(const nlohmann::json& value, const std::string& where);
[[nodiscard]] nlohmann::json toJson(const ExclusionRule& rule);

} // namespace quantiscope
