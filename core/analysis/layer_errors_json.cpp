// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/layer_errors.h"
#include "core/analysis/metric_summary_json.h"
#include "core/base/json_reader.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

namespace quantiscope {

using nlohmann::json;

namespace {

constexpr std::string_view kFormat = "quantiscope-layer-errors";
constexpr std::int64_t kVersion = 1;
constexpr std::int64_t kNoLimit = std::numeric_limits<std::int64_t>::max();

json toJson(const ErrorFigures& figures)
{
    json object{{"samples", figures.samples},           {"notFinite", figures.notFinite},
                {"shapesDiffer", figures.shapesDiffer}, {"sqnr", toJson(figures.sqnr)},
                {"cosine", toJson(figures.cosine)},     {"rmse", toJson(figures.rmse)},
                {"maxAbs", toJson(figures.maxAbs)}};
    if (figures.broken > 0)
        object["broken"] = figures.broken;
    return object;
}

json toJson(const QuantParams& params)
{
    json object{{"type", dataTypeName(params.type)}, {"scale", params.scale}, {"zeroPoint", params.zeroPoint}};
    if (params.axis)
        object["axis"] = *params.axis;
    return object;
}

json toJson(const TensorError& tensor)
{
    json object{{"tensor", tensor.tensor},  {"kind", name(tensor.kind)},
                {"node", tensor.node},      {"opType", tensor.opType},
                {"shape", tensor.shape},    {"range", {tensor.range.min, tensor.range.max}},
                {"inFront", tensor.inFront}};
    if (!tensor.userNodes.empty())
        object["userNodes"] = tensor.userNodes;
    if (!tensor.block.empty())
        object["block"] = tensor.block;
    if (tensor.params)
        object["params"] = toJson(*tensor.params);
    if (tensor.calibratedRange)
        object["calibratedRange"] = {tensor.calibratedRange->min, tensor.calibratedRange->max};
    if (tensor.excess)
        object["excess"] = jsonNumber(*tensor.excess);
    if (tensor.own)
        object["own"] = toJson(*tensor.own);
    if (tensor.accumulated)
        object["accumulated"] = toJson(*tensor.accumulated);
    if (tensor.scaleExcess)
        object["scaleExcess"] = jsonNumber(*tensor.scaleExcess);
    if (tensor.drop)
        object["drop"] = jsonNumber(*tensor.drop);
    if (tensor.outputShare)
        object["outputShare"] = jsonNumber(*tensor.outputShare);
    return object;
}

/// Reads objects of the document; the first mistake is kept.
class Reader
{
public:
    [[nodiscard]] const std::optional<Error>& error() const { return m_error; }

    LayerErrors layerErrors(const json& document, const std::string& where)
    {
        JsonReader reader(document, where);
        LayerErrors errors;
        if (const std::string format = reader.string("format"); !reader.failed() && format != kFormat)
            reader.fail(where + ".format must be \"" + std::string(kFormat) + "\".", where + ".format");
        (void)reader.integer("version", kVersion, kVersion, kVersion);
        errors.samples = count(reader, "samples");
        errors.dataHash = reader.string("dataHash");
        errors.quantizedHash = reader.string("quantizedHash");
        errors.notCompared = reader.strings("notCompared");
        const json& tensors = list(reader, "tensors", where);
        for (std::size_t i = 0; i < tensors.size() && !m_error; ++i)
            errors.tensors.push_back(tensor(tensors[i], where + ".tensors[" + std::to_string(i) + "]", tensors.size()));
        if (const json& first = reader.value("firstWrong"); !first.is_null() && !m_error)
            errors.firstWrong = firstWrong(first, where + ".firstWrong", errors.tensors.size());
        if (const json& lowest = reader.value("lowest"); !lowest.is_null() && !m_error)
            errors.lowest = lowestTensor(lowest, where + ".lowest", errors.tensors.size());
        // What analyses of the weights add to the document.
        (void)reader.has("weights");
        (void)reader.has("findings");
        finish(reader);
        return errors;
    }

private:
    static std::uint64_t count(JsonReader& reader, std::string_view key)
    {
        return static_cast<std::uint64_t>(reader.integer(key, 0, 0, kNoLimit));
    }

    void finish(JsonReader& reader)
    {
        reader.finish();
        if (reader.failed() && !m_error)
            m_error = reader.error();
    }

    static const json& list(JsonReader& reader, std::string_view key, const std::string& where)
    {
        static const json kEmpty = json::array();
        const json& value = reader.value(key);
        if (value.is_array())
            return value;
        if (!value.is_null()) {
            const std::string full = where + "." + std::string(key);
            reader.fail(full + " must be a list.", full);
        }
        return kEmpty;
    }

    /// Whole numbers in [low, high], as T.
    template <typename T>
    static std::vector<T> numbers(JsonReader& reader, std::string_view key, const std::string& where, std::int64_t low,
                                  std::int64_t high)
    {
        std::vector<T> values;
        for (const json& value : list(reader, key, where)) {
            if (!value.is_number_integer() || value.get<std::int64_t>() < low || value.get<std::int64_t>() > high) {
                const std::string full = where + "." + std::string(key);
                reader.fail(full + " must hold whole numbers in range.", full);
                return {};
            }
            values.push_back(static_cast<T>(value.get<std::int64_t>()));
        }
        return values;
    }

    static std::optional<TensorRange> range(JsonReader& reader, std::string_view key, const std::string& where)
    {
        const json& ends = list(reader, key, where);
        if (ends.size() != 2 || !ends[0].is_number() || !ends[1].is_number())
            return std::nullopt;
        return TensorRange{ends[0].get<float>(), ends[1].get<float>()};
    }

    MetricSummary summary(JsonReader& parent, std::string_view key, const std::string& where)
    {
        const std::string full = where + "." + std::string(key);
        JsonReader reader(parent.value(key), full);
        const MetricSummary read{reader.anyNumber("mean"), reader.anyNumber("worst")};
        finish(reader);
        return read;
    }

    std::optional<ErrorFigures> figures(JsonReader& parent, std::string_view key, const std::string& where)
    {
        if (!parent.has(key))
            return std::nullopt;
        const std::string full = where + "." + std::string(key);
        JsonReader reader(parent.value(key), full);
        ErrorFigures read;
        read.samples = count(reader, "samples");
        read.notFinite = count(reader, "notFinite");
        read.shapesDiffer = count(reader, "shapesDiffer");
        read.sqnr = summary(reader, "sqnr", full);
        read.cosine = summary(reader, "cosine", full);
        read.rmse = summary(reader, "rmse", full);
        read.maxAbs = summary(reader, "maxAbs", full);
        read.broken = count(reader, "broken");
        finish(reader);
        return read;
    }

    std::optional<QuantParams> params(JsonReader& parent, const std::string& where)
    {
        if (!parent.has("params"))
            return std::nullopt;
        const std::string full = where + ".params";
        JsonReader reader(parent.value("params"), full);
        QuantParams read;
        const auto type = dataTypeFromName(reader.string("type"));
        if (!type)
            reader.fail(full + ".type is no element type.", full + ".type");
        read.type = type.value_or(DataType::UInt8);
        for (const json& scale : list(reader, "scale", full)) {
            if (scale.is_number())
                read.scale.push_back(scale.get<float>());
            else
                reader.fail(full + ".scale must hold numbers.", full + ".scale");
        }
        read.zeroPoint = numbers<std::int32_t>(reader, "zeroPoint", full, std::numeric_limits<std::int32_t>::min(),
                                               std::numeric_limits<std::int32_t>::max());
        if (reader.has("axis"))
            read.axis = static_cast<int>(reader.integer("axis", 0, 0, std::numeric_limits<int>::max()));
        finish(reader);
        return read;
    }

    TensorError tensor(const json& object, const std::string& where, std::size_t all)
    {
        JsonReader reader(object, where);
        TensorError read;
        read.tensor = reader.string("tensor");
        read.node = reader.string("node");
        read.opType = reader.string("opType");
        read.userNodes = reader.strings("userNodes");
        read.block = reader.string("block");
        const std::string kind = reader.string("kind");
        using Kind = TensorError::Kind;
        bool known = false;
        for (const Kind candidate : {Kind::Activation, Kind::Layer, Kind::Output, Kind::Weight}) {
            if (kind != name(candidate))
                continue;
            read.kind = candidate;
            known = true;
        }
        if (!known)
            reader.fail(where + ".kind must be activation, layer, output or weight.", where + ".kind");
        read.shape = numbers<std::int64_t>(reader, "shape", where, 0, kNoLimit);
        read.inFront = numbers<std::size_t>(reader, "inFront", where, 0, static_cast<std::int64_t>(all) - 1);
        read.params = params(reader, where);
        read.own = figures(reader, "own", where);
        read.accumulated = figures(reader, "accumulated", where);
        read.range = range(reader, "range", where).value_or(TensorRange());
        read.calibratedRange = range(reader, "calibratedRange", where);
        if (reader.has("excess"))
            read.excess = reader.anyNumber("excess");
        if (reader.has("scaleExcess"))
            read.scaleExcess = reader.anyNumber("scaleExcess");
        if (reader.has("drop"))
            read.drop = reader.anyNumber("drop");
        if (reader.has("outputShare"))
            read.outputShare = reader.anyNumber("outputShare");
        finish(reader);
        return read;
    }

    FirstWrong firstWrong(const json& object, const std::string& where, std::size_t all)
    {
        JsonReader reader(object, where);
        const std::int64_t last = static_cast<std::int64_t>(all) - 1;
        FirstWrong read;
        if (all == 0)
            reader.fail(where + " is there without any tensor.", where);
        read.tensor = static_cast<std::size_t>(reader.integer("tensor", 0, 0, std::max<std::int64_t>(last, 0)));
        if (reader.has("weight"))
            read.weight = static_cast<std::size_t>(reader.integer("weight", 0, 0, std::max<std::int64_t>(last, 0)));
        read.path = numbers<std::size_t>(reader, "path", where, 0, last);
        read.sentence = reader.string("sentence");
        read.why = reader.string("why");
        finish(reader);
        return read;
    }

    LowestTensor lowestTensor(const json& object, const std::string& where, std::size_t all)
    {
        JsonReader reader(object, where);
        if (all == 0)
            reader.fail(where + " is there without any tensor.", where);
        const auto last = std::max<std::int64_t>(static_cast<std::int64_t>(all) - 1, 0);
        LowestTensor read;
        read.tensor = static_cast<std::size_t>(reader.integer("tensor", 0, 0, last));
        read.sentence = reader.string("sentence");
        finish(reader);
        return read;
    }

    std::optional<Error> m_error;
};

} // namespace

json toJson(const LayerErrors& errors)
{
    json tensors = json::array();
    for (const TensorError& tensor : errors.tensors)
        tensors.push_back(toJson(tensor));
    json document{{"format", kFormat},
                  {"version", kVersion},
                  {"samples", errors.samples},
                  {"dataHash", errors.dataHash},
                  {"quantizedHash", errors.quantizedHash},
                  {"tensors", std::move(tensors)},
                  {"notCompared", errors.notCompared}};
    document["firstWrong"] = nullptr;
    if (errors.lowest)
        document["lowest"] = {{"tensor", errors.lowest->tensor}, {"sentence", errors.lowest->sentence}};
    if (errors.firstWrong) {
        const FirstWrong& first = *errors.firstWrong;
        json object{{"tensor", first.tensor}, {"path", first.path}, {"sentence", first.sentence}};
        if (first.weight)
            object["weight"] = *first.weight;
        if (!first.why.empty())
            object["why"] = first.why;
        document["firstWrong"] = std::move(object);
    }
    return document;
}

Result<LayerErrors> layerErrorsFromJson(const json& document, const std::string& where)
{
    Reader reader;
    LayerErrors errors = reader.layerErrors(document, where);
    if (reader.error())
        return *reader.error();
    return errors;
}

} // namespace quantiscope
