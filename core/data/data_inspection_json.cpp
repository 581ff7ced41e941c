// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/data_inspection_json.h"

#include <nlohmann/json.hpp>

namespace quantiscope {

using nlohmann::json;

namespace {

json namesOf(const DataInspection& inspection, const std::vector<std::size_t>& places)
{
    json names = json::array();
    for (const std::size_t place : places)
        names.push_back(inspection.samples[place].name);
    return names;
}

json sampleJson(const SampleFacts& facts)
{
    json object{{"name", facts.name}};
    if (!facts.unreadable.empty()) {
        object["unreadable"] = facts.unreadable;
        return object;
    }
    object["min"] = facts.lowest;
    object["max"] = facts.highest;
    object["mean"] = facts.mean;
    if (facts.notFinite > 0)
        object["notFinite"] = facts.notFinite;
    if (facts.label)
        object["label"] = *facts.label;
    if (!facts.className.empty())
        object["class"] = facts.className;
    if (facts.width > 0) {
        object["width"] = facts.width;
        object["height"] = facts.height;
        object["laplacianVariance"] = facts.laplacianVariance;
        object["gray"] = facts.isGray;
    }
    return object;
}

json inputJson(const InputFacts& facts)
{
    json channels = json::array();
    for (const InputChannelFacts& channel : facts.channels) {
        channels.push_back({{"name", channel.name},
                            {"min", channel.lowest},
                            {"max", channel.highest},
                            {"mean", channel.mean},
                            {"std", channel.deviation},
                            {"elements", channel.elements},
                            {"histogram", {{"edges", channel.edges}, {"counts", channel.counts}}}});
    }
    const char* range = facts.range == ExpectedRange::Small ? "small"
        : facts.range == ExpectedRange::Bytes               ? "bytes"
                                                            : "unknown";
    json object{{"name", facts.expected.name},  {"expected", describe(facts.expected)},
                {"expectedRange", range},       {"type", dataTypeName(facts.type)},
                {"shape", facts.shape},         {"shapesDiffer", facts.shapesDiffer},
                {"notFinite", facts.notFinite}, {"min", facts.lowest},
                {"max", facts.highest},         {"mean", facts.mean},
                {"std", facts.deviation},       {"channels", std::move(channels)}};
    if (facts.fit) {
        object["expectedMean"] = facts.fit->factor * facts.mean + facts.fit->offset;
        object["expectedStd"] = facts.fit->factor * facts.deviation;
    }
    return object;
}

} // namespace

json toJson(const DataInspection& inspection)
{
    json samples = json::array(), inputs = json::array(), findings = json::array();
    for (const SampleFacts& facts : inspection.samples)
        samples.push_back(sampleJson(facts));
    for (const InputFacts& facts : inspection.inputs)
        inputs.push_back(inputJson(facts));
    for (const Finding& finding : inspection.findings) {
        const FindingText text = findingText(finding);
        findings.push_back({{"kind", findingName(finding.kind)},
                            {"severity", finding.severity == FindingSeverity::Warning ? "warning" : "info"},
                            {"message", text.message},
                            {"advice", text.advice},
                            {"samples", namesOf(inspection, finding.samples)},
                            {"drop", namesOf(inspection, finding.drop)}});
    }
    return {{"samples", std::move(samples)}, {"inputs", std::move(inputs)}, {"findings", std::move(findings)}};
}

} // namespace quantiscope
