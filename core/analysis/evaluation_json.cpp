// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/evaluation_json.h"

#include "core/analysis/metric_summary_json.h"
#include "core/base/csv_text.h"
#include "core/base/json_reader.h"

#include <charconv>
#include <cmath>

namespace quantiscope {

using nlohmann::json;

namespace {

json optionalNumber(const std::optional<double>& value)
{
    return value ? jsonNumber(*value) : json();
}

template <typename T>
json optionalWhole(const std::optional<T>& value)
{
    return value ? json(*value) : json();
}

json toJson(const Interval& interval)
{
    return json::array({jsonNumber(interval.low), jsonNumber(interval.high)});
}

json toJson(const OutputSummary& output, const Evaluation& evaluation)
{
    json object{{"name", output.name},
                {"samples", output.samples},
                {"notFinite", output.notFinite},
                {"shapesDiffer", output.shapesDiffer}};
    if (output.broken > 0)
        object["broken"] = output.broken;
    for (const OutputMetric metric : kOutputMetrics) {
        const char* name = outputMetricName(metric);
        if (const auto summary = summaryOf(output, metric))
            object[name] = toJson(*summary);
        const auto how = distributionOf(evaluation.valuesOf(output.name, metric));
        if (how)
            object["quartiles"][name] = {jsonNumber(how->lowest), jsonNumber(how->lowerQuartile),
                                         jsonNumber(how->median), jsonNumber(how->upperQuartile),
                                         jsonNumber(how->highest)};
    }
    return object;
}

json toJson(const ClassificationSummary& hits)
{
    const auto share = [&hits](std::uint64_t count) {
        return static_cast<double>(count) / static_cast<double>(hits.labelled);
    };
    json object{{"labelled", hits.labelled},
                {"float",
                 {{"top1", share(hits.floatTop1)},
                  {"top5", share(hits.floatTop5)},
                  {"top1Interval", toJson(hits.floatInterval())}}},
                {"quantized",
                 {{"top1", share(hits.quantizedTop1)},
                  {"top5", share(hits.quantizedTop5)},
                  {"top1Interval", toJson(hits.quantizedInterval())}}}};
    if (const auto chance = hits.chanceOfDifference()) {
        object["lost"] = *hits.lost;
        object["gained"] = *hits.gained();
        object["chance"] = *chance;
    }
    return object;
}

json samplesOf(const Evaluation& evaluation)
{
    json names = json::array();
    bool hasClasses = false;
    for (const SampleRecord& record : evaluation.perSample) {
        names.push_back(record.name);
        hasClasses = hasClasses || record.floatClass || record.quantizedClass || record.label;
    }
    json values = json::object();
    const auto add = [&](const std::string& name) {
        for (const OutputMetric metric : kOutputMetrics) {
            json column = json::array();
            bool isEmpty = true;
            for (const std::optional<double>& value : evaluation.valuesOf(name, metric)) {
                column.push_back(optionalNumber(value));
                isEmpty = isEmpty && !value;
            }
            if (!isEmpty)
                values[name][outputMetricName(metric)] = std::move(column);
        }
    };
    for (const OutputSummary& output : evaluation.outputs)
        add(output.name);
    for (const MeasuredPart& part : evaluation.parts)
        add(part.summary.name);
    json object{{"names", std::move(names)}, {"values", std::move(values)}};
    if (!hasClasses)
        return object;
    for (const SampleRecord& record : evaluation.perSample) {
        object["labels"].push_back(optionalWhole(record.label));
        object["floatClasses"].push_back(optionalWhole(record.floatClass));
        object["quantizedClasses"].push_back(optionalWhole(record.quantizedClass));
    }
    return object;
}

std::optional<std::int64_t> wholeOf(const json& value)
{
    return value.is_number_integer() ? std::optional(value.get<std::int64_t>()) : std::nullopt;
}

Error refused(const std::string& where, const std::string& what)
{
    return {ErrorCode::ConfigRefused, where + " " + what, where};
}

/// A list of one value a sample; empty for anything else.
std::vector<std::optional<double>> columnOf(const json& values, const std::string& name, OutputMetric metric,
                                            std::size_t samples)
{
    std::vector<std::optional<double>> column(samples);
    const json* metrics = values.is_object() && values.contains(name) ? &values[name] : nullptr;
    if (!metrics || !metrics->is_object() || !metrics->contains(outputMetricName(metric)))
        return column;
    const json& list = (*metrics)[outputMetricName(metric)];
    for (std::size_t i = 0; list.is_array() && i < std::min(samples, list.size()); ++i)
        column[i] = numberFromJson(list[i]);
    return column;
}

Result<OutputSummary> summaryFrom(const json& value, const std::string& where)
{
    JsonReader reader(value, where);
    OutputSummary output;
    output.name = reader.string("name");
    output.samples = reader.count("samples");
    output.notFinite = reader.count("notFinite");
    output.broken = reader.count("broken");
    output.shapesDiffer = reader.count("shapesDiffer");
    if (reader.failed())
        return reader.error();
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    for (const OutputMetric metric : kOutputMetrics) {
        const json& summary = reader.value(outputMetricName(metric));
        if (summary.is_null() && metric == OutputMetric::Ssim)
            continue;
        if (summary.is_object())
            setSummary(output, metric,
                       {numberFromJson(summary.value("mean", json())).value_or(kNone),
                        numberFromJson(summary.value("worst", json())).value_or(kNone)});
        else
            setSummary(output, metric, {kNone, kNone});
    }
    return output;
}

Result<void> readSamples(const json& value, const std::string& where, Evaluation& evaluation)
{
    JsonReader reader(value, where);
    const std::vector<std::string> names = reader.strings("names");
    const json& values = reader.value("values");
    if (reader.failed())
        return reader.error();
    for (const std::string& name : names)
        evaluation.perSample.push_back({name, 0, {}, {}, {}, {}, {}});
    const auto add = [&](const std::string& name, std::vector<OutputComparison> SampleRecord::*comparisons) {
        const auto cosine = columnOf(values, name, OutputMetric::Cosine, names.size());
        for (std::size_t i = 0; i < names.size(); ++i) {
            std::optional<OutputMetrics> metrics;
            if (cosine[i]) // it is there whenever there is anything
                metrics.emplace();
            (evaluation.perSample[i].*comparisons).push_back({metrics, false});
        }
        for (const OutputMetric metric : kOutputMetrics) {
            const auto column = columnOf(values, name, metric, names.size());
            for (std::size_t i = 0; i < names.size(); ++i) {
                if (auto& metrics = (evaluation.perSample[i].*comparisons).back().metrics)
                    setValue(*metrics, metric, column[i]);
            }
        }
    };
    for (const OutputSummary& output : evaluation.outputs)
        add(output.name, &SampleRecord::outputs);
    for (const MeasuredPart& part : evaluation.parts)
        add(part.summary.name, &SampleRecord::parts);
    for (const auto& [key, member] : {std::pair{"labels", &SampleRecord::label},
                                      {"floatClasses", &SampleRecord::floatClass},
                                      {"quantizedClasses", &SampleRecord::quantizedClass}}) {
        const json& list = reader.value(key);
        for (std::size_t i = 0; list.is_array() && i < std::min(names.size(), list.size()); ++i)
            evaluation.perSample[i].*member = wholeOf(list[i]);
    }
    return {};
}

Result<ClassificationSummary> hitsFrom(const json& value, const std::string& where)
{
    JsonReader reader(value, where);
    ClassificationSummary hits;
    hits.labelled = static_cast<std::uint64_t>(reader.integer("labelled", 0, 0, INT64_MAX));
    const auto count = [&](const char* model, const char* key) {
        JsonReader shares(reader.value(model), where + "." + model);
        const double share = shares.number(key, 0.0, 1.0).value_or(0.0);
        if (shares.failed())
            reader.fail(shares.error().message, shares.error().subject);
        return static_cast<std::uint64_t>(std::llround(share * static_cast<double>(hits.labelled)));
    };
    hits.floatTop1 = count("float", "top1");
    hits.floatTop5 = count("float", "top5");
    hits.quantizedTop1 = count("quantized", "top1");
    hits.quantizedTop5 = count("quantized", "top5");
    if (reader.has("lost"))
        hits.lost = static_cast<std::uint64_t>(reader.integer("lost", 0, 0, INT64_MAX));
    if (reader.failed())
        return reader.error();
    return hits;
}

} // namespace

json toJson(const Evaluation& evaluation)
{
    json outputs = json::array();
    for (const OutputSummary& output : evaluation.outputs)
        outputs.push_back(toJson(output, evaluation));
    json document{{"samples", evaluation.samples}, {"dataHash", evaluation.dataHash}, {"outputs", std::move(outputs)}};
    for (const MeasuredPart& part : evaluation.parts) {
        json object = toJson(part.summary, evaluation);
        object["selection"] = selectionText(part.part);
        document["parts"].push_back(std::move(object));
    }
    if (evaluation.agreement)
        document["top1Agreement"] =
            static_cast<double>(*evaluation.agreement) / static_cast<double>(evaluation.samples);
    if (const auto& hits = evaluation.classification; hits && hits->labelled > 0) {
        json& object = document["classification"] = toJson(*hits);
        for (const FlippedSample& sample : evaluation.flipped)
            object["flipped"].push_back({{"name", sample.name},
                                         {"label", sample.label},
                                         {"float", optionalWhole(sample.floatClass)},
                                         {"quantized", optionalWhole(sample.quantizedClass)}});
        for (const auto& [label, name] : evaluation.classNames)
            object["classNames"][std::to_string(label)] = name;
    }
    if (!evaluation.perSample.empty())
        document["perSample"] = samplesOf(evaluation);
    return document;
}

Result<Evaluation> evaluationFromJson(const json& value, const std::string& where)
{
    JsonReader reader(value, where);
    Evaluation evaluation;
    evaluation.samples = static_cast<std::uint64_t>(reader.integer("samples", 0, 0, INT64_MAX));
    evaluation.dataHash = reader.string("dataHash");
    if (const auto share = reader.number("top1Agreement", 0.0, 1.0))
        evaluation.agreement =
            static_cast<std::uint64_t>(std::llround(*share * static_cast<double>(evaluation.samples)));
    if (reader.failed())
        return reader.error();
    const json& outputs = reader.value("outputs");
    const json& parts = reader.value("parts");
    for (const auto& [list, key] : {std::pair{&outputs, "outputs"}, {&parts, "parts"}}) {
        if (!list->is_null() && !list->is_array())
            return refused(where + "." + key, "must be a list.");
    }
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        Result<OutputSummary> output = summaryFrom(outputs[i], where + ".outputs[" + std::to_string(i) + "]");
        if (!output)
            return output.error();
        evaluation.outputs.push_back(std::move(*output));
    }
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const std::string here = where + ".parts[" + std::to_string(i) + "]";
        Result<OutputSummary> summary = summaryFrom(parts[i], here);
        if (!summary)
            return summary.error();
        Result<OutputPart> part = partFromText(summary->name, JsonReader(parts[i], here).string("selection"));
        if (!part)
            return refused(here + ".selection", "is none: " + part.error().message);
        evaluation.parts.push_back({std::move(*part), std::move(*summary)});
    }
    if (const json& hits = reader.value("classification"); !hits.is_null()) {
        const Result<ClassificationSummary> read = hitsFrom(hits, where + ".classification");
        if (!read)
            return read.error();
        evaluation.classification = *read;
        const json flipped = hits.value("flipped", json::array());
        for (const json& sample : flipped) {
            if (!sample.is_object() || !sample.value("name", json()).is_string()
                || !wholeOf(sample.value("label", json())))
                return refused(where + ".classification.flipped", "must be a list of samples.");
            evaluation.flipped.push_back({sample["name"].get<std::string>(), *wholeOf(sample["label"]),
                                          wholeOf(sample.value("float", json())),
                                          wholeOf(sample.value("quantized", json()))});
        }
        const json names = hits.value("classNames", json::object());
        for (const auto& [label, name] : names.items()) {
            std::int64_t number = 0;
            const auto [end, problem] = std::from_chars(label.data(), label.data() + label.size(), number);
            if (problem == std::errc() && end == label.data() + label.size() && name.is_string())
                evaluation.classNames.emplace(number, name.get<std::string>());
        }
    }
    if (const json& samples = reader.value("perSample"); !samples.is_null()) {
        if (const Result<void> read = readSamples(samples, where + ".perSample", evaluation); !read)
            return read.error();
    }
    return evaluation;
}

std::string samplesCsv(const Evaluation& evaluation)
{
    std::vector<std::string> names;
    for (const OutputSummary& output : evaluation.outputs)
        names.push_back(output.name);
    for (const MeasuredPart& part : evaluation.parts)
        names.push_back(part.summary.name);
    std::string text = "sample";
    std::vector<std::vector<std::optional<double>>> columns;
    for (const std::string& name : names) {
        for (const OutputMetric metric : kOutputMetrics) {
            std::vector<std::optional<double>> values = evaluation.valuesOf(name, metric);
            if (metric == OutputMetric::Ssim && !evaluation.summaryNamed(name)->ssim)
                continue;
            text += "," + csvField(name + " " + outputMetricName(metric));
            columns.push_back(std::move(values));
        }
    }
    text += ",label,float class,quantized class\r\n";
    for (std::size_t i = 0; i < evaluation.perSample.size(); ++i) {
        const SampleRecord& record = evaluation.perSample[i];
        text += csvField(record.name);
        for (const auto& column : columns)
            text += "," + (column[i] ? csvNumber(*column[i]) : std::string());
        for (const auto& whole : {record.label, record.floatClass, record.quantizedClass})
            text += "," + (whole ? std::to_string(*whole) : std::string());
        text += "\r\n";
    }
    return text;
}

} // namespace quantiscope
