// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/sensitivity_json.h"

#include "core/analysis/metric_summary_json.h"

#include <set>
#include <string_view>

namespace quantiscope {

using nlohmann::json;

namespace {

constexpr std::string_view kFormat = "quantiscope-sensitivity";

OutputEffect outputFrom(JsonReader& reader)
{
    OutputEffect read;
    read.output = reader.string("name");
    read.samples = reader.count("samples");
    read.notFinite = reader.count("notFinite");
    read.shapesDiffer = reader.count("shapesDiffer");
    read.cosine = reader.object("cosine", metricSummaryFrom);
    read.sqnr = reader.object("sqnr", metricSummaryFrom);
    read.l2 = reader.object("l2", metricSummaryFrom);
    read.kl = reader.optionalObject("kl", metricSummaryFrom);
    read.broken = reader.count("broken");
    return read;
}

VariantEffect effectFrom(JsonReader& reader)
{
    VariantEffect read;
    read.samples = reader.count("samples");
    read.outputs = reader.objects("outputs", outputFrom);
    read.parts = reader.objects("parts", outputFrom);
    read.topOne = reader.optionalObject("top1", [](JsonReader& hits) {
        return TopOne{hits.count("labelled"), hits.count("float"), hits.count("quantized")};
    });
    if (reader.has("value"))
        read.value = reader.anyNumber("value");
    return read;
}

SensitivityUnit unitFrom(JsonReader& reader)
{
    SensitivityUnit read;
    read.name = reader.string("name");
    read.label = reader.string("label");
    read.nodes = reader.strings("nodes");
    read.multiplyAdds = reader.count("multiplyAdds");
    read.only = reader.optionalObject("only", effectFrom);
    read.allBut = reader.optionalObject("allBut", effectFrom);
    if (reader.has("estimate"))
        read.estimate = reader.anyNumber("estimate");
    return read;
}

CurvePoint curvePointFrom(JsonReader& reader, std::size_t units)
{
    CurvePoint read;
    read.units = static_cast<std::size_t>(reader.integer("units", 0, 0, static_cast<std::int64_t>(units)));
    read.weightBytes = reader.count("weightBytes");
    read.floatWeightBytes = reader.count("floatWeightBytes");
    read.floatMultiplyAdds = reader.count("floatMultiplyAdds");
    read.effect = reader.object("effect", effectFrom);
    return read;
}

Sensitivity sensitivityFrom(JsonReader& reader)
{
    using enum SensitivityMetric;
    using enum SensitivityMode;
    using enum SensitivityUnits;
    using enum SensitivityDirection;
    Sensitivity read;
    reader.format(kFormat, 1);
    read.metric = reader.named("metric", {Cosine, Sqnr, L2, Kl, Top1});
    read.mode = reader.named("mode", {Full, Local, FirstOrder});
    read.per = reader.named("per", {Layer, Block, Scope, OpType, Group});
    read.rankedBy = reader.named("rankedBy", {Only, AllBut});
    read.isEstimate = reader.boolean("isEstimate").value_or(false);
    read.isComplete = reader.boolean("isComplete").value_or(false);
    read.modelHash = reader.string("modelHash");
    read.preparedHash = reader.string("preparedHash");
    read.quantizedHash = reader.string("quantizedHash");
    read.preset = reader.string("preset");
    read.samples = reader.count("samples");
    read.multiplyAdds = reader.count("multiplyAdds");
    read.floatWeightBytes = reader.count("floatWeightBytes");
    read.units = reader.objects("units", unitFrom);
    read.ranking = reader.integers<std::size_t>("ranking", 0, static_cast<std::int64_t>(read.units.size()) - 1);
    std::set<std::size_t> ranked;
    for (const std::size_t place : read.ranking) {
        const std::string name = reader.nameOf("ranking") + "[" + std::to_string(ranked.size()) + "]";
        if (!ranked.insert(place).second)
            reader.fail(name + " must be the place of another unit.", name);
    }
    read.quantized = reader.optionalObject("quantized", effectFrom);
    read.curve = reader.objects(
        "curve", [units = read.units.size()](JsonReader& point) { return curvePointFrom(point, units); });
    for (std::size_t i = 1; i < read.curve.size(); ++i) {
        const std::string name = reader.nameOf("curve") + "[" + std::to_string(i) + "].units";
        if (read.curve[i].units <= read.curve[i - 1].units)
            reader.fail(name + " must be more than those before.", name);
    }
    return read;
}

} // namespace

Result<Sensitivity> sensitivityFromJson(const json& document, const std::string& where)
{
    return fromDocument(document, where, sensitivityFrom);
}

} // namespace quantiscope
