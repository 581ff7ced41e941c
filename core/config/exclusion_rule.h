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
        Upstream, ///< what leads to an end: back to the starts, or to the inputs; both included
        Downstream, ///< what follows from a start: as far as the ends, or to the outputs; both included
    };

    Kind kind = Kind::Node;
    std::string pattern; ///< name, expression or operator type; unused where there are starts and ends
    std::vector<std::string> from; ///< names of start nodes; at least one, but for Upstream
    std::vector<std::string> to; ///< names of end nodes; at least one, but for Downstream
    bool enabled = true; ///< one that is not is kept, catches nothing and is never an error

    /// Is it said by starts and ends?
    [[nodiscard]] bool hasEnds() const { return kind >= Kind::Between; }
    bool operator==(const ExclusionRule&) const = default;
};

/// "node '/head/Conv'", "nodes matching '^/head/'", "type 'Softmax'", "between 'a' and 'b'", "upstream of 'b' until
/// 'a'", "downstream of 'a'".
[[nodiscard]] std::string describe(const ExclusionRule& rule);

/// A rule as `--exclude` takes it: a node's name, or an expression when it starts with '^'.
[[nodiscard]] Result<ExclusionRule> exclusionFromText(std::string_view text);

/// A rule as `--exclude-between` takes it: 'A,B->C,D'.
[[nodiscard]] Result<ExclusionRule> betweenFromText(std::string_view text);

/// A rule as `--exclude-upstream` and `--exclude-downstream` (@p kind) take it: 'OF[,OF…]' or 'OF[,OF…]->UNTIL[,…]'.
[[nodiscard]] Result<ExclusionRule> streamFromText(ExclusionRule::Kind kind, std::string_view text);

/// The nodes of a rule: {"node": …}, {"regex": …}, {"opType": …}, {"between": {"from": […], "to": […]}},
/// {"upstream": {"of": […], "until": […]}} or {"downstream": …}, of which "until" may be left out. @p where names it in
/// errors.
[[nodiscard]] Result<ExclusionRule> nodesFromJson(const nlohmann::json& value, const std::string& where);
/// nodesFromJson(), beside which "enabled" may stand.
[[nodiscard]] Result<ExclusionRule> exclusionFromJson(const nlohmann::json& value, const std::string& where);
/// Without and with "enabled", which is written only when it is false.
[[nodiscard]] nlohmann::json nodesToJson(const ExclusionRule& rule);
[[nodiscard]] nlohmann::json toJson(const ExclusionRule& rule);

} // namespace quantiscope
