// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/gates.h"

#include "core/base/json_reader.h"
#include "core/base/nearest_name.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <tuple>

namespace quantiscope {

using nlohmann::json;

namespace {

struct MetricName
{
    GateMetric metric;
    const char* name;
    double low; ///< bounds of a sensible limit
    double high;
};

constexpr double kMost = std::numeric_limits<double>::max();
constexpr std::array<MetricName, 10> kMetrics{{{GateMetric::Cosine, "cosine", -1.0, 1.0},
                                               {GateMetric::Psnr, "psnr", -kMost, kMost},
                                               {GateMetric::Sqnr, "sqnr", -kMost, kMost},
                                               {GateMetric::L2, "l2", 0.0, kMost},
                                               {GateMetric::Rmse, "rmse", 0.0, kMost},
                                               {GateMetric::MaxAbs, "maxAbs", 0.0, kMost},
                                               {GateMetric::Ssim, "ssim", -1.0, 1.0},
                                               {GateMetric::Top1Drop, "top1Drop", -100.0, 100.0},
                                               {GateMetric::Top5Drop, "top5Drop", -100.0, 100.0},
                                               {GateMetric::Top1Agreement, "top1Agreement", 0.0, 1.0}}};

std::vector<std::string> metricNames(bool ofOutputsOnly)
{
    std::vector<std::string> names;
    for (const MetricName& entry : kMetrics) {
        if (!ofOutputsOnly || isOfOutput(entry.metric))
            names.emplace_back(entry.name);
    }
    return names;
}

const MetricName* findMetric(std::string_view name)
{
    const auto found =
        std::find_if(kMetrics.begin(), kMetrics.end(), [name](const MetricName& entry) { return name == entry.name; });
    return found == kMetrics.end() ? nullptr : &*found;
}

std::string numberText(double value)
{
    std::array<char, 40> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    return {text.data(), end};
}

std::string joined(const std::vector<std::string>& names)
{
    std::string list;
    for (const std::string& name : names)
        list += (list.empty() ? "" : ", ") + name;
    return list;
}

Result<Gate> readBound(const json& value, const MetricName& metric, const std::string& output, const std::string& where)
{
    JsonReader reader(value, where);
    Gate gate{metric.metric, output, GateStatistic::Mean, {}, {}};
    gate.min = reader.number("min", metric.low, metric.high);
    gate.max = reader.number("max", metric.low, metric.high);
    const std::string of = reader.string("of", "mean");
    reader.finish();
    if (reader.failed())
        return reader.error();
    if (of != "mean" && of != "worst")
        return Error{ErrorCode::ConfigRefused, where + ".of must be mean or worst, not '" + of + "'.", where + ".of"};
    if (of == "worst" && !isOfOutput(metric.metric))
        return Error{ErrorCode::ConfigRefused, where + ".of belongs to metrics of outputs only.", where + ".of"};
    gate.of = of == "worst" ? GateStatistic::Worst : GateStatistic::Mean;
    if (!gate.min && !gate.max)
        return Error{ErrorCode::ConfigRefused, where + " needs 'min' or 'max'.", where};
    if (gate.min && gate.max && *gate.min > *gate.max)
        return Error{ErrorCode::ConfigRefused, where + " can never be met: 'min' is above 'max'.", where};
    return gate;
}

Result<void> readMetrics(const json& object, const std::string& output, const std::string& where,
                         std::vector<Gate>& gates)
{
    JsonReader reader(object, where);
    const std::vector<std::string> names = metricNames(!output.empty());
    std::vector<std::pair<std::string, json>> given;
    for (const std::string& name : names) {
        if (reader.has(name))
            given.emplace_back(name, reader.value(name));
    }
    const bool hasOutputs = output.empty() && reader.has("outputs");
    const json outputs = hasOutputs ? reader.value("outputs") : json();
    reader.finish();
    if (reader.failed())
        return reader.error();
    for (const auto& [name, bounds] : given) {
        const MetricName& metric = *findMetric(name);
        const std::string key = where + "." + name;
        if (bounds.is_array() && bounds.empty())
            return Error{ErrorCode::ConfigRefused, key + " is empty; give {\"min\": …} or {\"max\": …}.", key};
        for (std::size_t i = 0; i < (bounds.is_array() ? bounds.size() : 1); ++i) {
            Result<Gate> gate = bounds.is_array()
                ? readBound(bounds[i], metric, output, key + "[" + std::to_string(i) + "]")
                : readBound(bounds, metric, output, key);
            if (!gate)
                return gate.error();
            gates.push_back(std::move(*gate));
        }
    }
    if (!hasOutputs)
        return {};
    const std::string key = where + ".outputs";
    if (!outputs.is_object())
        return Error{ErrorCode::ConfigRefused, key + " must be an object with a member per output.", key};
    for (const auto& [name, metrics] : outputs.items()) {
        if (name.empty())
            return Error{ErrorCode::ConfigRefused, key + " has an output without a name.", key};
        if (const Result<void> read = readMetrics(metrics, name, key + "." + name, gates); !read)
            return read;
    }
    return {};
}

} // namespace

const char* gateMetricName(GateMetric metric)
{
    return std::find_if(kMetrics.begin(), kMetrics.end(), [metric](const MetricName& m) { return m.metric == metric; })
        ->name;
}

std::string describe(const Gate& gate)
{
    std::string text = gate.of == GateStatistic::Worst ? "worst " : "";
    text += gateMetricName(gate.metric);
    if (!gate.output.empty())
        text += " of '" + gate.output + "'";
    if (gate.min)
        text += " >= " + numberText(*gate.min);
    if (gate.max)
        text += (gate.min ? " and <= " : " <= ") + numberText(*gate.max);
    return text;
}

Result<Gate> gateFromText(std::string_view text)
{
    const auto refused = [text](const std::string& what) {
        return Error{ErrorCode::InvalidArgument, "--gate '" + std::string(text) + "': " + what, "--gate"};
    };
    const std::size_t at = std::max(text.rfind(">=") + 1, text.rfind("<=") + 1);
    if (at == 0)
        return refused("a gate is [OUTPUT:]METRIC[.worst]>=NUMBER or <=NUMBER, such as 'cosine>=0.99'.");
    const auto trimmed = [](std::string_view part) {
        while (!part.empty() && part.front() == ' ')
            part.remove_prefix(1);
        while (!part.empty() && part.back() == ' ')
            part.remove_suffix(1);
        return part;
    };
    std::string_view name = trimmed(text.substr(0, at - 1));
    const std::string_view number = trimmed(text.substr(at + 1));
    Gate gate;
    if (name.ends_with(".worst")) {
        gate.of = GateStatistic::Worst;
        name.remove_suffix(6);
    }
    // Names of outputs may hold colons, those of metrics do not.
    if (const std::size_t colon = name.rfind(':'); colon != std::string_view::npos) {
        gate.output = std::string(trimmed(name.substr(0, colon)));
        name = trimmed(name.substr(colon + 1));
        if (gate.output.empty())
            return refused("the name of the output in front of ':' is missing.");
    }
    const MetricName* metric = findMetric(name);
    const std::vector<std::string> names = metricNames(!gate.output.empty());
    if (!metric || (!gate.output.empty() && !isOfOutput(metric->metric)))
        return refused("unknown metric '" + std::string(name) + "'." + didYouMean(name, names)
                       + " Metrics: " + joined(names) + ".");
    gate.metric = metric->metric;
    if (gate.of == GateStatistic::Worst && !isOfOutput(gate.metric))
        return refused("'.worst' belongs to metrics of outputs only.");
    double limit = 0.0;
    const auto [end, problem] = std::from_chars(number.data(), number.data() + number.size(), limit);
    if (problem != std::errc() || end != number.data() + number.size() || !(limit >= metric->low)
        || !(limit <= metric->high))
        return refused("'" + std::string(number) + "' is not a number that " + metric->name + " can be compared with.");
    (text[at - 1] == '>' ? gate.min : gate.max) = limit;
    return gate;
}

void sortGates(std::vector<Gate>& gates)
{
    std::stable_sort(gates.begin(), gates.end(), [](const Gate& a, const Gate& b) {
        return std::tie(a.output, a.metric) < std::tie(b.output, b.metric);
    });
}

Result<std::vector<Gate>> gatesFromJson(const json& value, const std::string& where)
{
    std::vector<Gate> gates;
    if (const Result<void> read = readMetrics(value, {}, where, gates); !read)
        return read.error();
    sortGates(gates);
    return gates;
}

json toJson(std::span<const Gate> gates)
{
    json object = json::object();
    for (const Gate& gate : gates) {
        json bound = json::object();
        if (gate.min)
            bound["min"] = *gate.min;
        if (gate.max)
            bound["max"] = *gate.max;
        if (gate.of == GateStatistic::Worst)
            bound["of"] = "worst";
        json& target = gate.output.empty() ? object[gateMetricName(gate.metric)]
                                           : object["outputs"][gate.output][gateMetricName(gate.metric)];
        if (target.is_null()) {
            target = std::move(bound);
            continue;
        }
        if (target.is_object())
            target = json::array({target});
        target.push_back(std::move(bound));
    }
    return object;
}

Result<void> checkGatesFit(std::span<const Gate> gates, std::span<const std::string> outputs, bool hasLabels)
{
    for (const Gate& gate : gates) {
        const bool needsLabels = gate.metric == GateMetric::Top1Drop || gate.metric == GateMetric::Top5Drop;
        if (needsLabels && !hasLabels) {
            return Error{ErrorCode::InvalidArgument,
                         "Gate '" + describe(gate)
                             + "' needs labelled evaluation data: give 'evaluation' with 'labels' in the recipe, or "
                               "--labels.",
                         "gates"};
        }
        if (!gate.output.empty() && std::find(outputs.begin(), outputs.end(), gate.output) == outputs.end()) {
            return Error{ErrorCode::InvalidArgument,
                         "Gate '" + describe(gate) + "' names an output that the model does not have."
                             + didYouMean(gate.output, {outputs.begin(), outputs.end()}),
                         gate.output};
        }
    }
    return {};
}

} // namespace quantiscope
