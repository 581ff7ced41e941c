// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/exclusion_rule.h"

#include "core/base/json_reader.h"
#include "core/config/name_pattern.h"

#include <nlohmann/json.hpp>

namespace quantiscope {

using nlohmann::json;

namespace {

std::string quotedList(const std::vector<std::string>& names)
{
    std::string text;
    for (const std::string& name : names)
        text += (text.empty() ? "'" : ", '") + name + "'";
    return text;
}

std::vector<std::string> splitAtCommas(std::string_view text)
{
    std::vector<std::string> parts;
    while (true) {
        const std::size_t comma = text.find(',');
        std::string part(text.substr(0, comma));
        part.erase(0, part.find_first_not_of(' '));
        part.erase(part.find_last_not_of(' ') + 1);
        if (!part.empty())
            parts.push_back(std::move(part));
        if (comma == std::string_view::npos)
            return parts;
        text.remove_prefix(comma + 1);
    }
}

Result<ExclusionRule> regexRule(std::string pattern, ErrorCode code, const std::string& where)
{
    if (const auto compiled = NamePattern::compile(pattern, code, where); !compiled)
        return compiled.error();
    return ExclusionRule{ExclusionRule::Kind::Regex, std::move(pattern), {}, {}};
}

ExclusionRule stream(ExclusionRule::Kind kind, std::vector<std::string> of, std::vector<std::string> until)
{
    if (kind == ExclusionRule::Kind::Upstream)
        return {kind, {}, std::move(until), std::move(of)};
    return {kind, {}, std::move(of), std::move(until)};
}

} // namespace

std::string describe(const ExclusionRule& rule)
{
    switch (rule.kind) {
    case ExclusionRule::Kind::Node:
        return "node '" + rule.pattern + "'";
    case ExclusionRule::Kind::Regex:
        return "nodes matching '" + rule.pattern + "'";
    case ExclusionRule::Kind::OpType:
        return "type '" + rule.pattern + "'";
    case ExclusionRule::Kind::Between:
        return "between " + quotedList(rule.from) + " and " + quotedList(rule.to);
    case ExclusionRule::Kind::Upstream:
        return "upstream of " + quotedList(rule.to) + (rule.from.empty() ? "" : " until " + quotedList(rule.from));
    case ExclusionRule::Kind::Downstream:
        return "downstream of " + quotedList(rule.from) + (rule.to.empty() ? "" : " until " + quotedList(rule.to));
    }
    return {};
}

Result<ExclusionRule> exclusionFromText(std::string_view text)
{
    if (text.empty())
        return Error{ErrorCode::InvalidArgument, "--exclude needs a node name, or an expression that starts with '^'.",
                     "--exclude"};
    if (text.front() == '^')
        return regexRule(std::string(text), ErrorCode::InvalidArgument, "--exclude");
    return ExclusionRule{ExclusionRule::Kind::Node, std::string(text), {}, {}};
}

Result<ExclusionRule> betweenFromText(std::string_view text)
{
    const std::size_t arrow = text.find("->");
    ExclusionRule rule{ExclusionRule::Kind::Between, {}, {}, {}};
    if (arrow != std::string_view::npos) {
        rule.from = splitAtCommas(text.substr(0, arrow));
        rule.to = splitAtCommas(text.substr(arrow + 2));
    }
    if (rule.from.empty() || rule.to.empty()) {
        return Error{ErrorCode::InvalidArgument,
                     "--exclude-between needs 'START[,START…]->END[,END…]' with node names, not '" + std::string(text)
                         + "'.",
                     "--exclude-between"};
    }
    return rule;
}

Result<ExclusionRule> streamFromText(ExclusionRule::Kind kind, std::string_view text)
{
    const bool isUpstream = kind == ExclusionRule::Kind::Upstream;
    const std::size_t arrow = text.find("->");
    std::vector<std::string> of = splitAtCommas(text.substr(0, arrow));
    std::vector<std::string> until;
    if (arrow != std::string_view::npos)
        until = splitAtCommas(text.substr(arrow + 2));
    if (of.empty() || (arrow != std::string_view::npos && until.empty())) {
        const std::string option = isUpstream ? "--exclude-upstream" : "--exclude-downstream";
        return Error{ErrorCode::InvalidArgument,
                     option + " needs 'NODE[,NODE…]' or 'NODE[,NODE…]->UNTIL[,UNTIL…]' with node names, not '"
                         + std::string(text) + "'.",
                     option};
    }
    return stream(kind, std::move(of), std::move(until));
}

namespace {

/// The nodes that @p reader tells of, and "enabled" when the caller has read it.
Result<ExclusionRule> readNodes(JsonReader& reader, const std::string& where)
{
    ExclusionRule rule;
    int kinds = 0;
    if (reader.has("node")) {
        rule = {ExclusionRule::Kind::Node, reader.string("node"), {}, {}};
        ++kinds;
    }
    if (reader.has("opType")) {
        rule = {ExclusionRule::Kind::OpType, reader.string("opType"), {}, {}};
        ++kinds;
    }
    if (reader.has("regex")) {
        auto regex = regexRule(reader.string("regex"), ErrorCode::ConfigRefused, where);
        if (!regex)
            return regex.error();
        rule = std::move(*regex);
        ++kinds;
    }
    if (reader.has("between")) {
        JsonReader between(reader.value("between"), where + ".between");
        rule = {ExclusionRule::Kind::Between, {}, between.strings("from"), between.strings("to")};
        between.finish();
        if (between.failed())
            return between.error();
        if (rule.from.empty() || rule.to.empty())
            return Error{ErrorCode::ConfigRefused, where + ".between needs at least one name in 'from' and in 'to'.",
                         where};
        ++kinds;
    }
    for (const auto& [key, kind] : {std::pair{"upstream", ExclusionRule::Kind::Upstream},
                                    std::pair{"downstream", ExclusionRule::Kind::Downstream}}) {
        if (!reader.has(key))
            continue;
        const std::string place = where + "." + key;
        JsonReader ends(reader.value(key), place);
        std::vector<std::string> of = ends.strings("of");
        std::vector<std::string> until = ends.strings("until");
        ends.finish();
        if (ends.failed())
            return ends.error();
        if (of.empty())
            return Error{ErrorCode::ConfigRefused, place + " needs at least one name in 'of'.", where};
        rule = stream(kind, std::move(of), std::move(until));
        ++kinds;
    }
    reader.finish();
    if (reader.failed())
        return reader.error();
    if (kinds != 1)
        return Error{ErrorCode::ConfigRefused,
                     where + " needs exactly one of 'node', 'regex', 'opType', 'between', 'upstream' and 'downstream'.",
                     where};
    return rule;
}

json streamToJson(const std::vector<std::string>& of, const std::vector<std::string>& until)
{
    json ends{{"of", of}};
    if (!until.empty())
        ends["until"] = until;
    return ends;
}

} // namespace

Result<ExclusionRule> nodesFromJson(const json& value, const std::string& where)
{
    JsonReader reader(value, where);
    return readNodes(reader, where);
}

Result<ExclusionRule> exclusionFromJson(const json& value, const std::string& where)
{
    JsonReader reader(value, where);
    const bool enabled = reader.boolean("enabled").value_or(true);
    Result<ExclusionRule> rule = readNodes(reader, where);
    if (rule)
        rule->enabled = enabled;
    return rule;
}

json toJson(const ExclusionRule& rule)
{
    json object = nodesToJson(rule);
    if (!rule.enabled)
        object["enabled"] = false;
    return object;
}

json nodesToJson(const ExclusionRule& rule)
{
    switch (rule.kind) {
    case ExclusionRule::Kind::Node:
        return {{"node", rule.pattern}};
    case ExclusionRule::Kind::Regex:
        return {{"regex", rule.pattern}};
    case ExclusionRule::Kind::OpType:
        return {{"opType", rule.pattern}};
    case ExclusionRule::Kind::Between:
        return {{"between", {{"from", rule.from}, {"to", rule.to}}}};
    case ExclusionRule::Kind::Upstream:
        return {{"upstream", streamToJson(rule.to, rule.from)}};
    case ExclusionRule::Kind::Downstream:
        return {{"downstream", streamToJson(rule.from, rule.to)}};
    }
    return {};
}

} // namespace quantiscope
