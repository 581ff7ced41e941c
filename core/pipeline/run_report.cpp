// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/run_report.h"

#include "core/base/sha256.h"
#include "core/base/version.h"
#include "core/runtime/runtime_environment.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <span>

namespace quantiscope {

using nlohmann::json;

namespace {

json toJson(const MemoryUse& memory)
{
    json object{{"forecast", memory.forecast},
                {"peak", memory.peak},
                {"samplesAtATime", memory.samples},
                {"passes", memory.passes}};
    if (memory.budget)
        object["budget"] = *memory.budget;
    return object;
}

json toJson(const QuantizedTensor& tensor, const TensorRanges& ranges)
{
    const QuantParams& params = tensor.params;
    json object{{"name", tensor.name}, {"role", name(tensor.role)}, {"type", dataTypeName(params.type)}};
    if (params.isPerChannel()) {
        object["axis"] = *params.axis;
        object["scale"] = params.scale;
        object["zeroPoint"] = params.zeroPoint;
    } else {
        object["scale"] = params.scale[0];
        object["zeroPoint"] = params.zeroPoint[0];
    }
    if (!tensor.sharesWith.empty())
        object["sharesWith"] = tensor.sharesWith;
    if (const auto range = ranges.find(tensor.name); range != ranges.end())
        object["range"] = {range->second.min, range->second.max};
    return object;
}

} // namespace

const char* name(QuantizedTensor::Role role)
{
    switch (role) {
    case QuantizedTensor::Role::Activation:
        return "activation";
    case QuantizedTensor::Role::Weight:
        return "weight";
    case QuantizedTensor::Role::Constant:
        return "constant";
    case QuantizedTensor::Role::Bias:
        return "bias";
    }
    return "activation";
}

OperatorCounts countOperators(const Graph& graph)
{
    OperatorCounts counts;
    for (const Node& node : graph.nodes())
        ++counts[node.isStandard() ? node.opType : node.domain + "." + node.opType];
    return counts;
}

std::string recipeHash(const Recipe& recipe)
{
    json document = toJson(recipe);
    for (const char* part : {"calibration", "evaluation"}) {
        if (document.contains(part) && document[part].contains("data"))
            document[part]["data"].erase("path");
    }
    document["calibration"].erase("statistics");
    if (document.contains("evaluation"))
        document["evaluation"].erase("labels");
    document.erase("model");
    document.erase("output");
    const std::string text = document.dump(-1, ' ', false, json::error_handler_t::replace);
    return sha256Hex(std::as_bytes(std::span(text)));
}

json toJson(const EqualizationReport& report)
{
    json chains = json::array();
    for (const EqualizationRecord& record : report.records) {
        json& chain = chains.emplace_back(json{{"layers", record.layers}, {"accepted", !record.rule.empty()}});
        if (!record.rule.empty())
            chain["rule"] = record.rule;
        if (!record.reason.empty())
            chain["reason"] = record.reason;
        if (record.noiseBefore > 0.0)
            chain["predictedNoise"] = {{"before", record.noiseBefore}, {"after", record.noiseAfter}};
    }
    json gaps = json::array();
    for (const EqualizedGap& gap : report.gaps) {
        const auto [least, most] = std::minmax_element(gap.factors.begin(), gap.factors.end());
        gaps.push_back({{"head", gap.head}, {"tail", gap.tail}, {"smallestFactor", *least}, {"largestFactor", *most}});
    }
    json document{{"steps", report.steps},
                  {"chains", std::move(chains)},
                  {"scaled", std::move(gaps)},
                  {"skipped", report.skipped}};
    if (!report.taken.empty())
        document["taken"] = report.taken;
    if (!report.measured.empty())
        document["measuredError"] = report.measured;
    return document;
}

json toJson(const RunReport& report)
{
    json stages = json::array();
    for (const StageRecord& stage : report.stages)
        stages.push_back({{"name", stage.name}, {"seconds", stage.seconds}, {"peakMemory", stage.peakMemory}});
    json preparation = json::array();
    for (const PassRecord& record : report.preparation) {
        json object{{"pass", record.pass}, {"option", record.option}, {"changed", record.changed}};
        if (!record.skipped.empty())
            object["skipped"] = record.skipped;
        if (record.isDropped)
            object["dropped"] = true;
        preparation.push_back(std::move(object));
    }
    json exclusions = json::array();
    for (const RuleMatch& match : report.exclusions) {
        if (match.rule.enabled)
            exclusions.push_back({{"rule", toJson(match.rule)}, {"nodes", match.nodes}});
    }
    json layers = json::array();
    for (const RuleMatch& match : report.layers) {
        if (match.rule.enabled)
            layers.push_back({{"match", toJson(match.rule)}, {"nodes", match.nodes}});
    }
    json tensors = json::array();
    for (const QuantizedTensor& tensor : report.tensors)
        tensors.push_back(toJson(tensor, report.ranges));
    json document{
        {"format", "quantiscope-report"},
        {"version", 1},
        {"versions",
         {{"quantiscope", kVersion},
          {"onnxruntime", RuntimeEnvironment::libraryVersion()},
          {"onnx", kOnnxVersion},
          {"protobuf", kProtobufVersion},
          {"opencv", kOpenCvVersion}}},
        {"model", {{"path", report.modelPath}, {"hash", report.modelHash}, {"preparedHash", report.preparedHash}}},
        {"output", {{"path", report.outputPath}, {"hash", report.outputHash}, {"opset", report.opset}}},
        {"data", {{"hash", report.dataHash}, {"samples", report.samples}}},
        {"recipe", toJson(report.recipe, {}, RecipeDetail::All)},
        {"recipeHash", recipeHash(report.recipe)},
        {"operators", {{"float", report.floatOperators}, {"quantized", report.quantizedOperators}}},
        {"nodes", {{"prepared", report.preparedNodes}, {"selected", report.selectedNodes}}},
        {"weightBytes",
         {{"float", report.floatWeightBytes},
          {"quantized", report.quantizedWeightBytes},
          {"leftInFloat", report.figures.floatWeightBytes}}},
        {"multiplyAdds", {{"all", report.figures.multiplyAdds}, {"leftInFloat", report.figures.floatMultiplyAdds}}},
        {"preparation", std::move(preparation)},
        {"exclusions", std::move(exclusions)},
        {"layers", std::move(layers)},
        {"equalization", toJson(report.equalization)},
        {"tensors", std::move(tensors)},
        {"notFinite", report.notFinite},
        {"stages", std::move(stages)},
        {"memory", toJson(report.memory)},
        {"warnings", report.warnings}};
    if (report.cache)
        document["cache"] = {{"key", report.cache->key}, {"hit", report.cache->hit}};
    if (report.check)
        document["check"] = toJson(*report.check);
    if (report.evaluation)
        document["evaluation"] = toJson(*report.evaluation);
    for (const GateResult& gate : report.gates)
        document["gates"].push_back(toJson(gate));
    if (report.evaluationError)
        document["evaluationError"] = report.evaluationError->message;
    return document;
}

} // namespace quantiscope
