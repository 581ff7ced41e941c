// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/sensitivity_json.h"

#include "core/base/json_reader.h"

#include <limits>
#include <set>
#include <string_view>

namespace quantiscope {

using nlohmann::json;

namespace {

constexpr std::string_view kFormat = "quantiscope-sensitivity";
constexpr std::int64_t kNoLimit = std::numeric_limits<std::int64_t>::max();

/// Reads objects of the document; the first mistake is kept.
class Reader
{
public:
    [[nodiscard]] const std::optional<Error>& error() const { return m_error; }

    Sensitivity sensitivity(const json& document, const std::string& where)
    {
        JsonReader reader(document, where);
        if (const std::string format = reader.string("format"); !reader.failed() && format != kFormat)
            reader.fail(where + ".format must be \"" + std::string(kFormat) + "\".", where + ".format");
        (void)reader.integer("version", 1, 1, 1);
        Sensitivity read;
        using enum SensitivityMetric;
        read.metric = named<SensitivityMetric>(reader, "metric", where, {Cosine, Sqnr, L2, Kl, Top1});
        read.mode = named<SensitivityMode>(
            reader, "mode", where, {SensitivityMode::Full, SensitivityMode::Local, SensitivityMode::FirstOrder});
        using Units = SensitivityUnits;
        read.per =
            named<Units>(reader, "per", where, {Units::Layer, Units::Block, Units::Scope, Units::OpType, Units::Group});
        read.rankedBy = named<SensitivityDirection>(reader, "rankedBy", where,
                                                    {SensitivityDirection::Only, SensitivityDirection::AllBut});
        read.isEstimate = reader.boolean("isEstimate").value_or(false);
        read.isComplete = reader.boolean("isComplete").value_or(false);
        read.modelHash = reader.string("modelHash");
        read.preparedHash = reader.string("preparedHash");
        read.quantizedHash = reader.string("quantizedHash");
        read.preset = reader.string("preset");
        read.samples = count(reader, "samples");
        read.multiplyAdds = count(reader, "multiplyAdds");
        read.floatWeightBytes = count(reader, "floatWeightBytes");
        forEach(reader, "units", where,
                [&](const json& object, const std::string& at) { read.units.push_back(unit(object, at)); });
        std::set<std::int64_t> ranked;
        forEach(reader, "ranking", where, [&](const json& place, const std::string& at) {
            const bool isPlace = place.is_number_integer() && place.get<std::int64_t>() >= 0
                && place.get<std::int64_t>() < std::int64_t(read.units.size());
            if (isPlace && ranked.insert(place.get<std::int64_t>()).second)
                read.ranking.push_back(place.get<std::size_t>());
            else
                reader.fail(at + " must be the place of another unit.", at);
        });
        if (reader.has("quantized"))
            read.quantized = effect(reader.value("quantized"), where + ".quantized");
        forEach(reader, "curve", where, [&](const json& object, const std::string& at) {
            read.curve.push_back(curvePoint(object, at, read.units.size()));
            if (read.curve.size() > 1 && read.curve[read.curve.size() - 2].units >= read.curve.back().units)
                reader.fail(at + ".units must be more than those before.", at + ".units");
        });
        finish(reader);
        return read;
    }

private:
    void finish(JsonReader& reader)
    {
        reader.finish();
        if (reader.failed() && !m_error)
            m_error = reader.error();
    }

    template <typename Work>
    void forEach(JsonReader& reader, std::string_view key, const std::string& where, const Work& work)
    {
        const json& list = reader.value(key);
        const std::string full = where + "." + std::string(key);
        if (!list.is_array()) {
            if (!list.is_null())
                reader.fail(full + " must be a list.", full);
            return;
        }
        for (std::size_t i = 0; i < list.size() && !m_error && !reader.failed(); ++i)
            work(list[i], full + "[" + std::to_string(i) + "]");
    }

    template <typename Enum>
    static Enum named(JsonReader& reader, const char* key, const std::string& where, std::initializer_list<Enum> all)
    {
        const std::string text = reader.string(key);
        for (const Enum each : all) {
            if (text == name(each))
                return each;
        }
        const std::string full = where + "." + key;
        reader.fail(full + " '" + text + "' is not known.", full);
        return *all.begin();
    }

    static std::uint64_t count(JsonReader& reader, std::string_view key)
    {
        return static_cast<std::uint64_t>(reader.integer(key, 0, 0, kNoLimit));
    }

    MetricSummary summary(const json& object, const std::string& where)
    {
        JsonReader reader(object, where);
        const MetricSummary read{reader.anyNumber("mean"), reader.anyNumber("worst")};
        finish(reader);
        return read;
    }

    OutputEffect output(const json& object, const std::string& where)
    {
        JsonReader reader(object, where);
        OutputEffect read;
        read.output = reader.string("name");
        read.samples = count(reader, "samples");
        read.notFinite = count(reader, "notFinite");
        read.shapesDiffer = count(reader, "shapesDiffer");
        read.cosine = summary(reader.value("cosine"), where + ".cosine");
        read.sqnr = summary(reader.value("sqnr"), where + ".sqnr");
        read.l2 = summary(reader.value("l2"), where + ".l2");
        if (reader.has("kl"))
            read.kl = summary(reader.value("kl"), where + ".kl");
        if (reader.has("broken"))
            read.broken = count(reader, "broken");
        finish(reader);
        return read;
    }

    VariantEffect effect(const json& object, const std::string& where)
    {
        JsonReader reader(object, where);
        VariantEffect read;
        read.samples = count(reader, "samples");
        forEach(reader, "outputs", where,
                [&](const json& one, const std::string& at) { read.outputs.push_back(output(one, at)); });
        if (reader.has("parts"))
            forEach(reader, "parts", where,
                    [&](const json& one, const std::string& at) { read.parts.push_back(output(one, at)); });
        if (reader.has("top1")) {
            JsonReader hits(reader.value("top1"), where + ".top1");
            read.topOne = TopOne{count(hits, "labelled"), count(hits, "float"), count(hits, "quantized")};
            finish(hits);
        }
        if (reader.has("value"))
            read.value = reader.anyNumber("value");
        finish(reader);
        return read;
    }

    SensitivityUnit unit(const json& object, const std::string& where)
    {
        JsonReader reader(object, where);
        SensitivityUnit read;
        read.name = reader.string("name");
        read.label = reader.string("label");
        read.nodes = reader.strings("nodes");
        read.multiplyAdds = count(reader, "multiplyAdds");
        if (reader.has("only"))
            read.only = effect(reader.value("only"), where + ".only");
        if (reader.has("allBut"))
            read.allBut = effect(reader.value("allBut"), where + ".allBut");
        if (reader.has("estimate"))
            read.estimate = reader.anyNumber("estimate");
        finish(reader);
        return read;
    }

    CurvePoint curvePoint(const json& object, const std::string& where, std::size_t units)
    {
        JsonReader reader(object, where);
        CurvePoint read;
        read.units = static_cast<std::size_t>(reader.integer("units", 0, 0, static_cast<std::int64_t>(units)));
        read.weightBytes = count(reader, "weightBytes");
        read.floatWeightBytes = count(reader, "floatWeightBytes");
        read.floatMultiplyAdds = count(reader, "floatMultiplyAdds");
        read.effect = effect(reader.value("effect"), where + ".effect");
        finish(reader);
        return read;
    }

    std::optional<Error> m_error;
};

} // namespace

Result<Sensitivity> sensitivityFromJson(const json& document, const std::string& where)
{
    Reader reader;
    Sensitivity read = reader.sensitivity(document, where);
    if (reader.error())
        return *reader.error();
    return read;
}

} // namespace quantiscope
