// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/metric_summary_json.h"
#include "core/analysis/sensitivity.h"
#include "core/base/csv_text.h"
#include "core/base/json_reader.h"

#include <nlohmann/json.hpp>
#include <sstream>

namespace quantiscope {

using nlohmann::json;

namespace {

json toJson(const std::vector<OutputEffect>& outputs)
{
    json list = json::array();
    for (const OutputEffect& output : outputs) {
        json object{{"name", output.output},           {"samples", output.samples},
                    {"notFinite", output.notFinite},   {"shapesDiffer", output.shapesDiffer},
                    {"cosine", toJson(output.cosine)}, {"sqnr", toJson(output.sqnr)},
                    {"l2", toJson(output.l2)}};
        if (output.kl)
            object["kl"] = toJson(*output.kl);
        if (output.broken > 0)
            object["broken"] = output.broken;
        list.push_back(std::move(object));
    }
    return list;
}

json toJson(const VariantEffect& effect)
{
    json document{{"samples", effect.samples}, {"outputs", toJson(effect.outputs)}};
    if (!effect.parts.empty())
        document["parts"] = toJson(effect.parts);
    if (effect.topOne)
        document["top1"] = {{"labelled", effect.topOne->labelled},
                            {"float", effect.topOne->floatHits},
                            {"quantized", effect.topOne->quantizedHits}};
    if (effect.value)
        document["value"] = jsonNumber(*effect.value);
    return document;
}

json toJson(const SensitivityUnit& unit)
{
    json object{{"name", unit.name}, {"label", unit.label}, {"nodes", unit.nodes}, {"multiplyAdds", unit.multiplyAdds}};
    if (unit.only)
        object["only"] = toJson(*unit.only);
    if (unit.allBut)
        object["allBut"] = toJson(*unit.allBut);
    if (unit.estimate)
        object["estimate"] = jsonNumber(*unit.estimate);
    return object;
}

std::string csvValue(const std::optional<VariantEffect>& effect)
{
    return effect ? csvNumber(effect->value) : std::string();
}

} // namespace

json toJson(const Sensitivity& sensitivity)
{
    json units = json::array();
    for (const SensitivityUnit& unit : sensitivity.units)
        units.push_back(toJson(unit));
    json document{{"format", "quantiscope-sensitivity"},
                  {"version", 1},
                  {"metric", name(sensitivity.metric)},
                  {"mode", name(sensitivity.mode)},
                  {"per", name(sensitivity.per)},
                  {"rankedBy", name(sensitivity.rankedBy)},
                  {"isEstimate", sensitivity.isEstimate},
                  {"isComplete", sensitivity.isComplete},
                  {"modelHash", sensitivity.modelHash},
                  {"preparedHash", sensitivity.preparedHash},
                  {"quantizedHash", sensitivity.quantizedHash},
                  {"preset", sensitivity.preset},
                  {"samples", sensitivity.samples},
                  {"multiplyAdds", sensitivity.multiplyAdds},
                  {"floatWeightBytes", sensitivity.floatWeightBytes},
                  {"units", std::move(units)},
                  {"ranking", sensitivity.ranking}};
    if (sensitivity.quantized)
        document["quantized"] = toJson(*sensitivity.quantized);
    for (const CurvePoint& point : sensitivity.curve) {
        document["curve"].push_back({{"units", point.units},
                                     {"weightBytes", point.weightBytes},
                                     {"floatWeightBytes", point.floatWeightBytes},
                                     {"floatMultiplyAdds", point.floatMultiplyAdds},
                                     {"effect", toJson(point.effect)}});
    }
    return document;
}

std::string toCsv(const Sensitivity& sensitivity)
{
    std::ostringstream csv;
    csv << "rank,name,operators,nodes,multiply_adds,samples," << name(sensitivity.metric) << "_only_this_quantized,"
        << name(sensitivity.metric) << "_only_this_float,estimate\r\n";
    for (std::size_t rank = 0; rank < sensitivity.ranking.size(); ++rank) {
        const SensitivityUnit& unit = sensitivity.units[sensitivity.ranking[rank]];
        const auto& measured = unit.only ? unit.only : unit.allBut;
        csv << rank + 1 << ',' << csvField(unit.name) << ',' << csvField(unit.label) << ',' << unit.nodes.size() << ','
            << unit.multiplyAdds << ',' << (measured ? measured->samples : 0) << ',' << csvValue(unit.only) << ','
            << csvValue(unit.allBut) << ',' << csvNumber(unit.estimate) << "\r\n";
    }
    return csv.str();
}

} // namespace quantiscope
