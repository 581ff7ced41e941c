// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/run_inputs.h"

#include "core/base/file_io.h"
#include "core/base/nearest_name.h"
#include "core/config/option_checks.h"
#include "core/config/presets.h"
#include "core/qdq/op_rules.h"

#include <algorithm>
#include <map>
#include <set>

namespace quantiscope {

namespace {

/// @p error as one of the recipe's file.
Error inRecipe(Error error, const Recipe& recipe)
{
    error.code = ErrorCode::ConfigRefused;
    error.message = "Recipe '" + recipe.origin.file + "': " + error.message;
    return error;
}

std::set<std::string> knownOperatorTypes(const Graph& graph)
{
    std::set<std::string> types = allDefaultOpTypes();
    for (const Node& node : graph.nodes())
        types.insert(node.opType);
    return types;
}

using TypeLists = std::map<std::string, std::set<std::string>>;

/// The operator types that options name, by option.
TypeLists listedOperatorTypes(const QuantConfig& config)
{
    const auto setOf = [](const std::vector<std::string>& types) {
        return std::set<std::string>(types.begin(), types.end());
    };
    TypeLists lists{{"OpTypesToQuantize", setOf(config.selection.opTypesToQuantize)},
                    {"ExtraOpTypesToQuantize", setOf(config.selection.extraOpTypesToQuantize)},
                    {"OpTypesToExcludeOutputQuantization", setOf(config.placement.opTypesToExcludeOutputQuantization)},
                    {"CalibPassthroughOpTypes", setOf(config.calibration.passthroughOpTypes)},
                    {"CopySharedInit", setOf(config.preparation.copySharedInit.value_or(std::vector<std::string>()))},
                    {"CopyBiasInit", setOf(config.preparation.copyBiasInit)},
                    {"RemoveQDQBetweenOps", {}},
                    {"QDQOpTypePerChannelSupportToAxis", {}}};
    for (const auto& [producer, consumer] : config.placement.removeQDQBetweenOps)
        lists["RemoveQDQBetweenOps"].insert({producer, consumer});
    for (const auto& [type, axis] : config.placement.perChannelAxes)
        lists["QDQOpTypePerChannelSupportToAxis"].insert(type);
    return lists;
}

} // namespace

Result<Model> loadFloatModel(const std::filesystem::path& path, const QuantConfig& config,
                             const Model::LoadOptions& options, std::span<const std::filesystem::path> written,
                             Feedback& feedback)
{
    Result<Model> model = Model::load(path, options, feedback);
    if (!model)
        return model;
    if (modelTraits(*model).isFloat16 && !config.preparation.convertFP16ToFP32) {
        return Error{ErrorCode::ModelRefused,
                     "'" + path.string()
                         + "' is a float16 model; this version quantizes float32 models. Set the option "
                           "ConvertFP16ToFP32 to true: the model is then converted to float32 first.",
                     path.string()};
    }
    for (const std::filesystem::path& output : written) {
        // The model's external data are mapped as long as it lives.
        if (model->usesExternalData() && isMapped(output)) {
            return Error{ErrorCode::InvalidArgument,
                         "'" + output.string() + "' holds weights of '" + path.string()
                             + "' and would be overwritten; give another file.",
                         output.string()};
        }
    }
    return model;
}

Result<MatchedRules> matchRecipeRules(const Graph& graph, const Recipe& recipe)
{
    const std::vector<ExclusionRule>& rules = recipe.config.exclude;
    // The command line adds its rules behind those of the file.
    const std::size_t own = recipe.origin.file.empty() ? 0 : recipe.origin.config.exclude.size();
    std::vector<RuleMatch> exclusions;
    for (std::size_t i = 0; i < rules.size(); ++i) {
        auto match = matchExclusions(graph, {rules[i]});
        if (!match) {
            Error error = match.error();
            if (i >= own)
                return error;
            error.message = "exclude[" + std::to_string(i) + "]: " + error.message;
            return inRecipe(std::move(error), recipe);
        }
        exclusions.push_back(std::move(match->front()));
    }
    auto matched = matchRules(graph, recipe.config, std::move(exclusions));
    if (!matched)
        return inRecipeIfOfLayers(matched.error(), recipe);
    return matched;
}

Error inRecipeIfOfLayers(Error error, const Recipe& recipe)
{
    const bool isOfLayers = error.subject.starts_with("layers[") && !recipe.config.layers.empty();
    return isOfLayers && !recipe.origin.file.empty() ? inRecipe(std::move(error), recipe) : error;
}

Result<void> checkOptions(const Recipe& recipe, Feedback& feedback)
{
    if (const Result<void> checked = checkConfig(recipe.config); !checked) {
        const bool isOfFile = !recipe.origin.file.empty() && !checkConfig(recipe.origin.config);
        return isOfFile ? inRecipe(checked.error(), recipe) : checked;
    }
    const Result<Preset> preset = findPreset(recipe.config.preset, ErrorCode::ConfigRefused);
    for (const std::string& warning :
         optionWarnings(recipe.config, preset ? preset->config : QuantConfig(), recipe.origin.given))
        feedback.warn(warning);
    return {};
}

Result<void> checkOperatorTypes(const Graph& graph, const Recipe& recipe, Feedback& feedback)
{
    const std::set<std::string> known = knownOperatorTypes(graph);
    const std::vector<std::string> names(known.begin(), known.end());
    const TypeLists ofFile = listedOperatorTypes(recipe.origin.config);
    for (const auto& [option, types] : listedOperatorTypes(recipe.config)) {
        for (const std::string& type : types) {
            if (known.contains(type))
                continue;
            const std::string hint = didYouMean(type, names);
            if (hint.empty()) {
                feedback.warn(option + " names '" + type + "', an operator that the model does not have.");
                continue;
            }
            Error error{ErrorCode::InvalidArgument,
                        option + " names '" + type
                            + "', an operator that neither the model nor the placement rules know." + hint,
                        option};
            const bool isOfFile = !recipe.origin.file.empty() && ofFile.at(option).contains(type);
            return isOfFile ? inRecipe(std::move(error), recipe) : error;
        }
    }
    return {};
}

} // namespace quantiscope
