// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/advice_text.h"

#include "core/base/json_reader.h"

#include <array>
#include <charconv>
#include <nlohmann/json.hpp>

namespace quantiscope {

using nlohmann::json;

namespace {

std::string fixed(double value, int digits)
{
    std::array<char, 64> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, digits);
    return {text.data(), end.ptr};
}

std::string percent(double share)
{
    return fixed(100.0 * share, 1) + " %";
}

std::string bytes(std::uint64_t count)
{
    const auto value = static_cast<double>(count);
    if (count < 1024)
        return std::to_string(count) + " B";
    return count < 1024 * 1024 ? fixed(value / 1024.0, 1) + " KiB" : fixed(value / 1024.0 / 1024.0, 2) + " MiB";
}

json toJson(const AdviceFigures& figures)
{
    return {{"multiplyAdds", figures.multiplyAdds},
            {"byteMultiplyAdds", figures.byteMultiplyAdds},
            {"floatMultiplyAdds", figures.floatMultiplyAdds},
            {"byteShare", figures.byteShare()},
            {"weightBytes", figures.weightBytes},
            {"floatWeightBytes", figures.floatWeightBytes},
            {"activationBits", figures.activationBits}};
}

json toJson(const AdviceOutcome& outcome)
{
    return {{"value", outcome.value ? jsonNumber(*outcome.value) : json()},
            {"output", outcome.output},
            {"met", outcome.isMet},
            {"samples", outcome.samples},
            {"figures", toJson(outcome.figures)}};
}

/// Every option: it means the same when a preset changes.
json recipeOf(const QuantConfig& config)
{
    Recipe recipe;
    recipe.config = config;
    return toJson(recipe, {}, RecipeDetail::All);
}

json toJson(const std::vector<RecipeChange>& changes)
{
    json list = json::array();
    for (const RecipeChange& change : changes)
        list.push_back({{"key", change.key}, {"before", change.before}, {"after", change.after}});
    return list;
}

} // namespace

std::string activationText(const AdviceFigures& figures)
{
    return figures.hasFloatActivations() ? "float" : std::to_string(figures.activationBits) + " bits";
}

std::string costText(const AdviceFigures& before, const AdviceFigures& after)
{
    std::string text = percent(after.byteShare()) + " of the multiply-adds keep 8-bit weights";
    if (after.floatWeightBytes > before.floatWeightBytes)
        text += ", " + bytes(after.floatWeightBytes - before.floatWeightBytes) + " more of the weights stay float";
    if (after.weightBytes != before.weightBytes)
        text += ", the weights take " + bytes(after.weightBytes) + " instead of " + bytes(before.weightBytes);
    if (after.activationBits != before.activationBits)
        text += ", activations: " + activationText(after) + " instead of " + activationText(before);
    return text + ".";
}

std::string leftText(const Advice& advice)
{
    if (advice.baseline.isMet)
        return "The recipe reaches the goal as it is.";
    if (!advice.plan)
        return "Nothing that was tried is better than the recipe as it is.";
    const AdviceOutcome& outcome = advice.plan->outcome;
    std::string text;
    if (!outcome.isMet)
        text = "The goal is not reached with what was tried" + std::string(advice.isComplete ? ". " : " so far. ");
    const AdviceFigures& figures = outcome.figures;
    const std::uint64_t wide = figures.multiplyAdds - figures.byteMultiplyAdds;
    if (wide > 0) {
        const double share = 1.0 - figures.byteShare();
        text += percent(share) + " of the multiply-adds have no 8-bit weights any more: "
            + "rounding that is learned (AdaRound), which this version does not have, may bring them back.";
    } else if (!outcome.isMet) {
        text += "Rounding that is learned (AdaRound), which this version does not have, is what is left to try.";
    }
    return text;
}

Result<Gate> goalFromText(std::string_view text)
{
    auto gate = gateFromText(text);
    if (gate)
        return gate;
    constexpr std::string_view kOption = "--gate";
    Error error = gate.error();
    if (error.message.starts_with(kOption))
        error.message.replace(0, kOption.size(), "--goal");
    error.subject = "--goal";
    // METRIC.NAME instead of NAME:METRIC
    const std::size_t dot = text.find('.');
    const std::size_t bound = text.find_first_of("<>");
    if (dot == std::string_view::npos || bound == std::string_view::npos || dot > bound)
        return error;
    const std::string turned = std::string(text.substr(dot + 1, bound - dot - 1)) + ':'
        + std::string(text.substr(0, dot)) + std::string(text.substr(bound));
    auto other = gateFromText(turned);
    return other ? std::move(other) : Result<Gate>(std::move(error));
}

std::string goalText(const Gate& goal)
{
    std::string text = goal.output.empty() ? "" : goal.output + ":";
    text += gateMetricName(goal.metric);
    if (goal.of == GateStatistic::Worst)
        text += ".worst";
    std::array<char, 40> number{}; // the shortest that reads as the same
    const double bound = goal.min ? *goal.min : goal.max.value_or(0.0);
    const auto end = std::to_chars(number.data(), number.data() + number.size(), bound).ptr;
    return text + (goal.min ? ">=" : "<=") + std::string(number.data(), end);
}

nlohmann::json toJson(const Advice& advice)
{
    json culprits = json::array();
    for (const AdviceCulprit& culprit : advice.culprits) {
        culprits.push_back({{"layer", culprit.layer},
                            {"nodes", culprit.nodes},
                            {"only", toJson(culprit.only)},
                            {"reason", culprit.reason}});
    }
    json fixes = json::array();
    for (const AdviceFix& fix : advice.fixes) {
        json object{{"title", fix.title}};
        if (fix.outcome) {
            object["outcome"] = toJson(*fix.outcome);
            object["changes"] = toJson(fix.changes);
            object["cost"] = fix.cost;
            object["recipe"] = recipeOf(fix.config);
        } else {
            object["refusal"] = fix.refusal;
        }
        fixes.push_back(std::move(object));
    }
    json document{{"format", "quantiscope-advice"},
                  {"version", 1},
                  {"goal", describe(advice.goal)},
                  {"gate", goalText(advice.goal)},
                  {"modelHash", advice.modelHash},
                  {"quantizedHash", advice.quantizedHash},
                  {"preset", advice.preset},
                  {"samples", advice.samples},
                  {"screening", advice.screening},
                  {"baseline", toJson(advice.baseline)},
                  {"screened", toJson(advice.screened)},
                  {"culprits", std::move(culprits)},
                  {"fixes", std::move(fixes)},
                  {"left", advice.left},
                  {"evaluations", advice.evaluations},
                  {"complete", advice.isComplete}};
    if (advice.plan) {
        document["plan"] = {{"steps", advice.plan->steps},
                            {"changes", toJson(advice.plan->changes)},
                            {"recipe", recipeOf(advice.plan->config)},
                            {"outcome", toJson(advice.plan->outcome)}};
    }
    return document;
}

} // namespace quantiscope
