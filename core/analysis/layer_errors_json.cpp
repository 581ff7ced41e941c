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

ErrorFigures figuresFrom(JsonReader& reader)
{
    ErrorFigures read;
    read.samples = reader.count("samples");
    read.notFinite = reader.count("notFinite");
    read.shapesDiffer = reader.count("shapesDiffer");
    read.sqnr = reader.object("sqnr", metricSummaryFrom);
    read.cosine = reader.object("cosine", metricSummaryFrom);
    read.rmse = reader.object("rmse", metricSummaryFrom);
    read.maxAbs = reader.object("maxAbs", metricSummaryFrom);
    read.broken = reader.count("broken");
    return read;
}

QuantParams paramsFrom(JsonReader& reader)
{
    constexpr double kLargest = std::numeric_limits<float>::max();
    QuantParams read;
    const auto type = dataTypeFromName(reader.string("type"));
    if (!type)
        reader.fail(reader.nameOf("type") + " is no element type.", reader.nameOf("type"));
    read.type = type.value_or(DataType::UInt8);
    for (const double scale : reader.numbers("scale", -kLargest, kLargest))
        read.scale.push_back(static_cast<float>(scale));
    read.zeroPoint = reader.integers<std::int32_t>("zeroPoint", std::numeric_limits<std::int32_t>::min(),
                                                   std::numeric_limits<std::int32_t>::max());
    if (reader.has("axis"))
        read.axis = static_cast<int>(reader.integer("axis", 0, 0, std::numeric_limits<int>::max()));
    return read;
}

/// Nothing when it is missing, or holds anything but two numbers: an infinite end is null.
std::optional<TensorRange> rangeFrom(JsonReader& reader, std::string_view key)
{
    const json& ends = reader.value(key);
    if (!ends.is_array() || ends.size() != 2 || !ends[0].is_number() || !ends[1].is_number())
        return std::nullopt;
    return TensorRange{ends[0].get<float>(), ends[1].get<float>()};
}

std::optional<double> numberFrom(JsonReader& reader, std::string_view key)
{
    return reader.has(key) ? std::optional(reader.anyNumber(key)) : std::nullopt;
}

TensorError tensorFrom(JsonReader& reader, std::int64_t last)
{
    using enum TensorError::Kind;
    TensorError read;
    read.tensor = reader.string("tensor");
    read.node = reader.string("node");
    read.opType = reader.string("opType");
    read.userNodes = reader.strings("userNodes");
    read.block = reader.string("block");
    read.kind = reader.named("kind", {Activation, Layer, Output, Weight});
    read.shape = reader.integers<std::int64_t>("shape", 0, kNoLimit);
    read.inFront = reader.integers<std::size_t>("inFront", 0, last);
    read.params = reader.optionalObject("params", paramsFrom);
    read.own = reader.optionalObject("own", figuresFrom);
    read.accumulated = reader.optionalObject("accumulated", figuresFrom);
    read.range = rangeFrom(reader, "range").value_or(TensorRange());
    read.calibratedRange = rangeFrom(reader, "calibratedRange");
    read.excess = numberFrom(reader, "excess");
    read.scaleExcess = numberFrom(reader, "scaleExcess");
    read.drop = numberFrom(reader, "drop");
    read.outputShare = numberFrom(reader, "outputShare");
    return read;
}

/// A place up to @p last, which must be there.
std::size_t placeFrom(JsonReader& reader, std::string_view key, std::int64_t last)
{
    const std::int64_t place = reader.integer(key, -1, 0, last);
    if (place < 0)
        reader.fail(reader.nameOf(key) + " must be the place of a tensor.", reader.nameOf(key));
    return static_cast<std::size_t>(std::max<std::int64_t>(place, 0));
}

FirstWrong firstWrongFrom(JsonReader& reader, std::int64_t last)
{
    FirstWrong read;
    read.tensor = placeFrom(reader, "tensor", last);
    if (reader.has("weight"))
        read.weight = placeFrom(reader, "weight", last);
    read.path = reader.integers<std::size_t>("path", 0, last);
    read.sentence = reader.string("sentence");
    read.why = reader.string("why");
    return read;
}

LayerErrors errorsFrom(JsonReader& reader)
{
    LayerErrors errors;
    reader.format(kFormat, kVersion);
    errors.samples = reader.count("samples");
    errors.dataHash = reader.string("dataHash");
    errors.quantizedHash = reader.string("quantizedHash");
    errors.notCompared = reader.strings("notCompared");
    const auto last = static_cast<std::int64_t>(reader.value("tensors").size()) - 1;
    errors.tensors = reader.objects("tensors", [last](JsonReader& tensor) { return tensorFrom(tensor, last); });
    errors.firstWrong =
        reader.optionalObject("firstWrong", [last](JsonReader& first) { return firstWrongFrom(first, last); });
    errors.lowest = reader.optionalObject("lowest", [last](JsonReader& lowest) {
        return LowestTensor{placeFrom(lowest, "tensor", last), lowest.string("sentence")};
    });
    // What analyses of the weights add to the document.
    (void)reader.has("weights");
    (void)reader.has("findings");
    (void)reader.has("isComplete"); // of an analysis that was cancelled
    return errors;
}

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
    return fromDocument(document, where, errorsFrom);
}

} // namespace quantiscope
