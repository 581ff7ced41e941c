// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/options.h"
#include "core/config/presets.h"
#include "core/pipeline/recipe.h"
#include "core/pipeline/recipe_algorithms.h"

#include <array>

namespace quantiscope {

using nlohmann::json;

namespace {

constexpr std::array kMembers{"format",       "version",        "preset",     "model",       "output",
                              "externalData", "allowQuantized", "options",    "calibration", "exclude",
                              "algorithms",   "layers",         "evaluation", "metrics",     "gates"};

/// The options of @p config by name, but for those of algorithms.
json optionsOf(const QuantConfig& config, const QuantConfig& base, RecipeDetail detail)
{
    json options = json::object();
    for (const OptionSpec& spec : optionSpecs()) {
        if (spec.isOfAlgorithm)
            continue;
        json value = spec.get(config);
        if (detail == RecipeDetail::All || value != spec.get(base))
            options[spec.name] = std::move(value);
    }
    return options;
}

json calibrationOf(const Recipe& recipe, const std::filesystem::path& folder)
{
    json calibration{{"method", methodName(recipe.config.calibration.method)}};
    if (!recipe.calibration && recipe.samples > 0)
        calibration["samples"] = recipe.samples;
    if (recipe.calibration && !recipe.calibration->source.empty()) {
        calibration["samples"] = recipe.calibration->samples;
        calibration["data"] = dataToJson(*recipe.calibration, folder);
    }
    if (!recipe.statistics.empty())
        calibration["statistics"] = storedPath(recipe.statistics, folder);
    return calibration;
}

json evaluationOf(const EvaluationRequest& evaluation, const std::filesystem::path& folder)
{
    json object{{"samples", evaluation.data.samples}, {"data", dataToJson(evaluation.data, folder)}};
    if (!evaluation.labels.empty())
        object["labels"] = storedPath(evaluation.labels, folder);
    return object;
}

template <typename Rule>
json rulesOf(const std::vector<Rule>& rules)
{
    json list = json::array();
    for (const Rule& rule : rules)
        list.push_back(toJson(rule));
    return list;
}

} // namespace

std::span<const char* const> recipeMembers()
{
    return kMembers;
}

json toJson(const Recipe& recipe, const std::filesystem::path& folder, RecipeDetail detail)
{
    const Result<Preset> preset = findPreset(recipe.config.preset, ErrorCode::ConfigRefused);
    const QuantConfig base = preset ? preset->config : QuantConfig();
    const bool isAll = detail == RecipeDetail::All;
    json document{{"format", "quantiscope-recipe"},
                  {"version", 1},
                  {"preset", recipe.config.preset},
                  {"options", optionsOf(recipe.config, base, detail)},
                  {"calibration", calibrationOf(recipe, folder)},
                  {"exclude", rulesOf(recipe.config.exclude)}};
    if (!recipe.config.layers.empty())
        document["layers"] = rulesOf(recipe.config.layers);
    if (isAll || !(recipe.config.equalization == base.equalization))
        document["algorithms"] = algorithmsToJson(recipe.config.equalization);
    if (recipe.evaluation && !recipe.evaluation->data.source.empty()) // labels of nothing could not be read again
        document["evaluation"] = evaluationOf(*recipe.evaluation, folder);
    if (!recipe.parts.empty())
        document["metrics"]["parts"] = toJson(recipe.parts);
    if (!recipe.gates.empty())
        document["gates"] = toJson(recipe.gates);
    if (!recipe.model.empty())
        document["model"] = storedPath(recipe.model, folder);
    if (!recipe.output.empty())
        document["output"] = storedPath(recipe.output, folder);
    if (recipe.externalData)
        document["externalData"] = true;
    if (recipe.allowQuantized)
        document["allowQuantized"] = true;
    return document;
}

nlohmann::ordered_json recipeDocument(const Recipe& recipe, const std::filesystem::path& folder, RecipeDetail detail)
{
    const json document = toJson(recipe, folder, detail);
    nlohmann::ordered_json ordered = nlohmann::ordered_json::object();
    for (const char* member : kMembers) {
        if (const auto found = document.find(member); found != document.end())
            ordered[member] = *found;
    }
    return ordered;
}

std::string recipeText(const Recipe& recipe, const std::filesystem::path& folder, RecipeDetail detail)
{
    return recipeDocument(recipe, folder, detail).dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace)
        + "\n";
}

} // namespace quantiscope
