// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/weight_analysis.h"
#include "core/analysis/weight_findings.h"
#include "core/base/json_reader.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace quantiscope {

namespace {

using nlohmann::json;

const char* stateName(ChannelState state)
{
    switch (state) {
    case ChannelState::Silenced:
        return "silenced";
    case ChannelState::Dead:
        return "dead";
    case ChannelState::Live:
        break;
    }
    return "live";
}

json fidelityJson(const WeightFidelity& fidelity)
{
    return {{"sqnr", jsonNumber(fidelity.sqnr)}, {"balanced_sqnr", jsonNumber(fidelity.balanced)}};
}

json alternativeJson(const WeightFacts& facts, const WeightAlternative& alternative)
{
    if (!alternative.fidelity)
        return {{"reason", alternative.reason}};
    json object = fidelityJson(*alternative.fidelity);
    object["gain"] = jsonNumber(*facts.gain(alternative));
    return object;
}

json valuesJson(const ValueFacts& values)
{
    return {{"min", values.min},
            {"max", values.max},
            {"max_abs", values.maxAbs()},
            {"sigma", values.sigma},
            {"max_to_sigma", values.outlierRatio()},
            {"kurtosis", values.kurtosis},
            {"zeros", values.zeros}};
}

/// By column, which is a fraction of the size of a list of objects.
json channelsJson(const WeightFacts& facts)
{
    json columns = json::object();
    for (const ChannelFacts& channel : facts.channels) {
        const json values = valuesJson(channel.values);
        for (const auto& [name, value] : values.items())
            columns[name].push_back(value);
        columns["state"].push_back(stateName(channel.state));
        columns["levels"].push_back(channel.levels);
        columns["coarse"].push_back(channel.isCoarse);
        columns["sqnr"].push_back(jsonNumber(channel.sqnr));
    }
    return columns;
}

json factsJson(const WeightFacts& facts)
{
    json object{{"name", facts.name},
                {"nodes", facts.nodes},
                {"op_type", facts.opType},
                {"role", facts.role == PlannedTensor::Role::Weight ? "weight" : "constant"},
                {"shape", facts.shape},
                {"elements", facts.elements},
                {"type", dataTypeName(facts.params.type)},
                {"per_channel", facts.params.isPerChannel()},
                {"values", valuesJson(facts.values)},
                {"levels", facts.levels},
                {"codes", facts.codes},
                {"as_configured", fidelityJson(facts.configured)},
                {"npu_rules", facts.isNpu},
                {"with_per_channel", alternativeJson(facts, facts.perChannel)},
                {"with_16_bits", alternativeJson(facts, facts.wide)},
                {"with_per_channel_16_bits", alternativeJson(facts, facts.perChannelWide)},
                {"with_equalization", alternativeJson(facts, facts.equalized)}};
    if (!facts.userNodes.empty())
        object["user_nodes"] = facts.userNodes;
    if (facts.channelAxis) {
        object["channel_axis"] = *facts.channelAxis;
        object["channel_ratio"] = jsonNumber(facts.channelRatio());
        object["dead_channels"] = facts.count(ChannelState::Dead);
        object["silenced_channels"] = facts.count(ChannelState::Silenced);
        object["coarse_channels"] = facts.coarseChannels();
        object["channels"] = channelsJson(facts);
    }
    return object;
}

} // namespace

json toJson(const WeightAnalysis& analysis)
{
    json weights = json::array();
    for (const WeightFacts& facts : analysis.weights)
        weights.push_back(factsJson(facts));
    json findings = json::array();
    for (const WeightFinding& finding : weightFindings(analysis)) {
        findings.push_back(
            {{"weight", finding.weight}, {"kind", weightFindingName(finding.kind)}, {"sentence", finding.sentence}});
    }
    return {{"weights", std::move(weights)}, {"findings", std::move(findings)}};
}

Result<std::vector<WeightFinding>> weightFindingsFromJson(const json& document, const std::string& where)
{
    std::vector<WeightFinding> findings;
    if (!document.is_object() || !document.contains("findings"))
        return findings;
    const json& list = document["findings"];
    if (!list.is_array())
        return Error{ErrorCode::ConfigRefused, where + ".findings must be a list.", where + ".findings"};
    for (std::size_t i = 0; i < list.size(); ++i) {
        const std::string place = where + ".findings[" + std::to_string(i) + "]";
        JsonReader reader(list[i], place);
        WeightFinding finding{reader.string("weight"), {}, reader.string("sentence")};
        const std::string kind = reader.string("kind");
        using enum WeightFindingKind;
        const auto kinds = {ChannelRanges, Outliers, Coarse, DeadChannels};
        const auto found = std::find_if(kinds.begin(), kinds.end(),
                                        [&kind](WeightFindingKind each) { return kind == weightFindingName(each); });
        if (found == kinds.end())
            reader.fail(place + ".kind must be channel ranges, outliers, coarse or dead channels.", place + ".kind");
        else
            finding.kind = *found;
        reader.finish();
        if (reader.failed())
            return reader.error();
        findings.push_back(std::move(finding));
    }
    return findings;
}

} // namespace quantiscope
