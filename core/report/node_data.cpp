// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/node_data.h"

#include "core/base/number_text.h"
#include "core/graph/graph.h"
#include "core/graph/graph_rewriter.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace quantiscope {

namespace {

struct NamedMetric
{
    NodeMetric metric;
    const char* name;
    const char* key; ///< of metadata
};

constexpr std::array<NamedMetric, 4> kMetrics{
    {{NodeMetric::OwnSqnr, "own", "quantiscope.own_sqnr_db"},
     {NodeMetric::AccumulatedSqnr, "accumulated", "quantiscope.accumulated_sqnr_db"},
     {NodeMetric::WeightSqnr, "weights", "quantiscope.weight_sqnr_db"},
     {NodeMetric::Sensitivity, "sensitivity", "quantiscope.sensitivity_sqnr_db"}}};

struct ColourRange
{
    double end; ///< dB
    const char* colour;
    const char* text; ///< colour that is read on it
};

/// The scale of the window, worst first.
constexpr std::array<ColourRange, 6> kColours{{{14.0, "#440154", "#FFFFFF"},
                                               {20.0, "#414487", "#FFFFFF"},
                                               {26.0, "#2A788E", "#FFFFFF"},
                                               {32.0, "#22A884", "#000000"},
                                               {38.0, "#7AD151", "#000000"},
                                               {44.0, "#FDE725", "#000000"}}};

void keepLowest(std::map<std::string, double>& values, const std::string& node, double value)
{
    if (node.empty() || std::isnan(value))
        return;
    const auto [at, isNew] = values.emplace(node, value);
    if (!isNew)
        at->second = std::min(at->second, value);
}

void addTensors(const LayerErrors& errors, NodeMetric metric, std::map<std::string, double>& values)
{
    for (const TensorError& tensor : errors.tensors) {
        const std::optional<ErrorFigures>& figures = metric == NodeMetric::OwnSqnr ? tensor.own : tensor.accumulated;
        if (!figures)
            continue;
        keepLowest(values, tensor.userNodes.empty() ? tensor.node : std::string(), figures->sqnr.mean);
        for (const std::string& node : tensor.userNodes)
            keepLowest(values, node, figures->sqnr.mean);
    }
}

void addWeights(const WeightAnalysis& analysis, std::map<std::string, double>& values)
{
    for (const WeightFacts& facts : analysis.weights) {
        for (const std::string& node : facts.usersNodes())
            keepLowest(values, node, facts.configured.balanced);
    }
}

void addUnits(const Sensitivity& sensitivity, std::map<std::string, double>& values)
{
    for (const SensitivityUnit& unit : sensitivity.units) {
        if (!unit.only)
            continue;
        for (const OutputEffect& output : unit.only->outputs) {
            for (const std::string& node : unit.nodes)
                keepLowest(values, node, output.sqnr.mean);
        }
    }
}

} // namespace

std::optional<NodeMetric> nodeMetricNamed(std::string_view name)
{
    for (const NamedMetric& known : kMetrics) {
        if (name == known.name)
            return known.metric;
    }
    return std::nullopt;
}

std::map<std::string, double> nodeValues(const AnalysisReport& report, NodeMetric metric)
{
    std::map<std::string, double> values;
    switch (metric) {
    case NodeMetric::OwnSqnr:
    case NodeMetric::AccumulatedSqnr:
        if (report.layers)
            addTensors(*report.layers, metric, values);
        break;
    case NodeMetric::WeightSqnr:
        if (report.weights)
            addWeights(*report.weights, values);
        break;
    case NodeMetric::Sensitivity:
        if (report.sensitivity)
            addUnits(*report.sensitivity, values);
        break;
    }
    return values;
}

std::string modelExplorerText(const AnalysisReport& report, NodeMetric metric)
{
    nlohmann::json results = nlohmann::json::object();
    for (const auto& [node, value] : nodeValues(report, metric)) {
        if (std::isfinite(value))
            results[node] = {{"value", std::round(value * 100.0) / 100.0}};
    }
    nlohmann::json thresholds = nlohmann::json::array();
    for (const ColourRange& range : kColours)
        thresholds.push_back({{"value", range.end}, {"bgColor", range.colour}, {"textColor", range.text}});
    const nlohmann::json document{{"results", std::move(results)}, {"thresholds", std::move(thresholds)}};
    return document.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

Result<Model> annotatedModel(const Model& model, const AnalysisReport& report)
{
    GraphRewriter rewriter(model.clone());
    const Graph graph(model);
    bool isAnyKnown = false;
    for (const NamedMetric& metric : kMetrics) {
        for (const auto& [name, value] : nodeValues(report, metric.metric)) {
            if (const auto node = graph.nodeNamed(name)) {
                rewriter.setNodeMetadata(*node, metric.key, fixedText(value, 2));
                isAnyKnown = true;
            }
        }
    }
    if (!isAnyKnown) {
        return Error{ErrorCode::ModelRefused,
                     "Nothing is known of any node of '" + model.path().string() + "'; is it the model of the report?",
                     model.path().string()};
    }
    rewriter.setModelMetadata("quantiscope.report", report.title);
    return rewriter.finish();
}

} // namespace quantiscope
