// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/run_comparison.h"

#include "core/base/json_reader.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

namespace quantiscope {

using nlohmann::json;

namespace {

/// How far a change is from none, for sorting.
double distanceOf(const ScaleChange& change)
{
    if (change.typeBefore.empty() || change.typeAfter.empty())
        return std::numeric_limits<double>::infinity();
    return std::max(std::abs(std::log(change.leastRatio)), std::abs(std::log(change.mostRatio)));
}

ScaleChange changeOf(const StoredTensor& before, const StoredTensor& after)
{
    ScaleChange change{after.name,         after.role, before.type, after.type, before.scale.size(),
                       after.scale.size(), 1.0,        1.0,         false};
    const std::size_t most = std::max(before.scale.size(), after.scale.size());
    const bool canPair =
        before.scale.size() == after.scale.size() || std::min(before.scale.size(), after.scale.size()) == 1;
    for (std::size_t i = 0; canPair && i < most; ++i) {
        const auto at = [i](const auto& list) { return list[list.size() == 1 ? 0 : i]; };
        const double ratio = at(after.scale) / at(before.scale);
        change.leastRatio = i == 0 ? ratio : std::min(change.leastRatio, ratio);
        change.mostRatio = i == 0 ? ratio : std::max(change.mostRatio, ratio);
        change.zeroPointDiffers = change.zeroPointDiffers || at(after.zeroPoint) != at(before.zeroPoint);
    }
    return change;
}

void compareScales(const StoredRun& before, const StoredRun& after, RunComparison& comparison)
{
    std::unordered_map<std::string, const StoredTensor*> old;
    for (const StoredTensor& tensor : before.tensors)
        old.emplace(tensor.name, &tensor);
    for (const StoredTensor& tensor : after.tensors) {
        const auto was = old.find(tensor.name);
        if (was == old.end()) {
            comparison.scales.push_back(
                {tensor.name, tensor.role, {}, tensor.type, 0, tensor.scale.size(), 1.0, 1.0, false});
            continue;
        }
        if (*was->second == tensor)
            ++comparison.equalScales;
        else
            comparison.scales.push_back(changeOf(*was->second, tensor));
        old.erase(was);
    }
    for (const StoredTensor& tensor : before.tensors) {
        if (old.contains(tensor.name))
            comparison.scales.push_back(
                {tensor.name, tensor.role, tensor.type, {}, tensor.scale.size(), 0, 1.0, 1.0, false});
    }
    std::stable_sort(comparison.scales.begin(), comparison.scales.end(),
                     [](const ScaleChange& a, const ScaleChange& b) { return distanceOf(a) > distanceOf(b); });
}

/// Places of the samples in both evaluations that have the same name.
std::vector<std::pair<std::size_t, std::size_t>> pairsOf(const Evaluation& before, const Evaluation& after)
{
    std::unordered_map<std::string, std::size_t> places;
    for (std::size_t i = 0; i < before.perSample.size(); ++i)
        places.emplace(before.perSample[i].name, i);
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    for (std::size_t i = 0; i < after.perSample.size(); ++i) {
        const auto place = places.find(after.perSample[i].name);
        if (place != places.end())
            pairs.emplace_back(place->second, i);
    }
    return pairs;
}

class ErrorComparer
{
public:
    ErrorComparer(const Evaluation& before, const Evaluation& after)
        : m_before(before), m_after(after), m_pairs(pairsOf(before, after))
    {
    }

    void compare(const OutputSummary& after, std::vector<ErrorChange>& changes) const
    {
        const OutputSummary* before = m_before.summaryNamed(after.name);
        if (!before)
            return;
        for (const OutputMetric metric : kOutputMetrics) {
            const auto a = summaryOf(*before, metric);
            const auto b = summaryOf(after, metric);
            if (!a || !b)
                continue;
            ErrorChange change{after.name, metric, a->mean, b->mean, 0, {}, {}};
            addPairs(change);
            changes.push_back(std::move(change));
        }
    }

    [[nodiscard]] std::optional<AccuracyChange> accuracy() const
    {
        AccuracyChange change;
        for (const auto& [i, k] : m_pairs) {
            const SampleRecord& a = m_before.perSample[i];
            const SampleRecord& b = m_after.perSample[k];
            if (!a.label || a.label != b.label)
                continue;
            const bool wasRight = a.quantizedClass == a.label;
            const bool isRight = b.quantizedClass == b.label;
            ++change.samples;
            change.before += wasRight ? 1 : 0;
            change.after += isRight ? 1 : 0;
            change.lost += wasRight && !isRight ? 1 : 0;
        }
        return change.samples > 0 ? std::optional(change) : std::nullopt;
    }

private:
    void addPairs(ErrorChange& change) const
    {
        const auto a = m_before.valuesOf(change.output, change.metric);
        const auto b = m_after.valuesOf(change.output, change.metric);
        std::vector<double> differences;
        for (const auto& [i, k] : m_pairs) {
            if (a[i] && b[k] && std::isfinite(*a[i]) && std::isfinite(*b[k]))
                differences.push_back(*b[k] - *a[i]);
        }
        change.pairs = differences.size();
        if (differences.empty())
            return;
        double mean = 0.0;
        for (const double difference : differences)
            mean += difference;
        mean /= static_cast<double>(differences.size());
        double squares = 0.0;
        for (const double difference : differences)
            squares += (difference - mean) * (difference - mean);
        change.difference = mean;
        if (differences.size() > 1)
            change.interval = meanInterval(mean, squares, differences.size());
    }

    const Evaluation& m_before;
    const Evaluation& m_after;
    std::vector<std::pair<std::size_t, std::size_t>> m_pairs;
};

json optionalNumber(const std::optional<double>& value)
{
    return value ? jsonNumber(*value) : json();
}

} // namespace

RunComparison compareRuns(const StoredRun& before, const StoredRun& after)
{
    RunComparison comparison;
    comparison.recipe = recipeDifference(before.recipe, after.recipe);
    comparison.weightBytes =
        static_cast<std::int64_t>(after.weightBytes) - static_cast<std::int64_t>(before.weightBytes);
    compareScales(before, after, comparison);
    if (before.modelHash != after.modelHash)
        comparison.notes.emplace_back("The runs started from different models.");
    if (!before.evaluation || !after.evaluation) {
        comparison.notes.push_back("'" + (before.evaluation ? after.name : before.name)
                                   + "' was not measured: there are no errors to compare.");
        return comparison;
    }
    if (before.evaluation->dataHash != after.evaluation->dataHash)
        comparison.notes.emplace_back("The runs were measured on different data; samples are matched by name.");
    const ErrorComparer comparer(*before.evaluation, *after.evaluation);
    for (const OutputSummary& output : after.evaluation->outputs)
        comparer.compare(output, comparison.errors);
    for (const MeasuredPart& part : after.evaluation->parts)
        comparer.compare(part.summary, comparison.errors);
    comparison.accuracy = comparer.accuracy();
    return comparison;
}

json toJson(const RunComparison& comparison)
{
    json recipe = json::array();
    for (const RecipeChange& change : comparison.recipe)
        recipe.push_back({{"key", change.key}, {"before", change.before}, {"after", change.after}});
    json scales = json::array();
    for (const ScaleChange& change : comparison.scales)
        scales.push_back({{"tensor", change.tensor},
                          {"role", change.role},
                          {"typeBefore", change.typeBefore},
                          {"typeAfter", change.typeAfter},
                          {"scalesBefore", change.scalesBefore},
                          {"scalesAfter", change.scalesAfter},
                          {"ratio", json::array({jsonNumber(change.leastRatio), jsonNumber(change.mostRatio)})},
                          {"zeroPointDiffers", change.zeroPointDiffers}});
    json errors = json::array();
    for (const ErrorChange& change : comparison.errors) {
        json& object = errors.emplace_back(json{{"output", change.output},
                                                {"metric", outputMetricName(change.metric)},
                                                {"before", jsonNumber(change.before)},
                                                {"after", jsonNumber(change.after)},
                                                {"pairs", change.pairs},
                                                {"difference", optionalNumber(change.difference)}});
        if (change.interval)
            object["interval"] = json::array({jsonNumber(change.interval->low), jsonNumber(change.interval->high)});
    }
    json document{{"format", "quantiscope-run-comparison"},
                  {"version", 1},
                  {"recipe", std::move(recipe)},
                  {"scales", {{"equal", comparison.equalScales}, {"changed", std::move(scales)}}},
                  {"errors", std::move(errors)},
                  {"weightBytes", comparison.weightBytes},
                  {"notes", comparison.notes}};
    if (const auto& accuracy = comparison.accuracy)
        document["accuracy"] = {{"samples", accuracy->samples}, {"before", accuracy->before},
                                {"after", accuracy->after},     {"lost", accuracy->lost},
                                {"gained", accuracy->gained()}, {"chance", accuracy->chance()}};
    return document;
}

} // namespace quantiscope
