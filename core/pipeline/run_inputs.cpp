// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/run_inputs.h"

#include "core/base/file_io.h"
#include "core/base/nearest_name.h"
#include "core/config/option_checks.h"
#include "core/config/options.h"
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

/// What is set for random data although there are none.
std::vector<std::string> unusedRandomDataOptions(const Recipe& recipe, const QuantConfig& base)
{
    const bool calibratesOthers = recipe.calibration && !isRandomData(recipe.calibration->source);
    // Statistics without data: nothing is known of what they were made of.
    if (!calibratesOthers || !recipe.config.needsStatistics())
        return {};
    std::vector<const char*> options{"UseRandomData"};
    if (!recipe.evaluation || !isRandomData(recipe.evaluation->data.source))
        options.insert(options.end(), {"RandomDataReaderInputShape", "RandomDataReaderInputDataRange"});
    std::vector<std::string> unused;
    for (const OptionSpec& spec : optionSpecs()) {
        const bool isOne = std::find(options.begin(), options.end(), spec.name) != options.end();
        if (isOne && spec.get(recipe.config) != spec.get(base))
            unused.push_back(spec.name);
    }
    return unused;
}

/// Is what @p error is about the same in the recipe's file as in what is in force?
bool standsInFile(const Error& error, const Recipe& recipe)
{
    const QuantConfig& file = recipe.origin.config;
    for (const OptionSpec& spec : optionSpecs()) {
        if (spec.name == error.subject)
            return spec.get(recipe.config) == spec.get(file);
    }
    // Layer rules come from nowhere else.
    return error.subject.starts_with("layers[") && !file.layers.empty();
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

Error attributed(Error error, const Recipe& recipe)
{
    const bool isOfFile =
        error.code == ErrorCode::InvalidArgument && !recipe.origin.file.empty() && standsInFile(error, recipe);
    return isOfFile ? inRecipe(std::move(error), recipe) : error;
}

Result<void> checkQuantizable(const Model& model, const std::string& path, const QuantConfig& config)
{
    if (!modelTraits(model).isFloat16 || config.preparation.convertFP16ToFP32)
        return {};
    return Error{ErrorCode::ModelRefused,
                 "'" + path
                     + "' is a float16 model; this version quantizes float32 models. Set the option "
                       "ConvertFP16ToFP32 to true: the model is then converted to float32 first.",
                 path};
}

Result<Model> loadFloatModel(const std::filesystem::path& path, const QuantConfig& config,
                             const Model::LoadOptions& options, std::span<const std::filesystem::path> written,
                             Feedback& feedback)
{
    Result<Model> model = Model::load(path, options, feedback);
    if (!model)
        return model;
    if (const Result<void> checked = checkQuantizable(*model, path.string(), config); !checked)
        return checked.error();
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

Result<MatchedRules> matchRecipeRules(const Graph& graph, const Recipe& recipe, const Feedback& feedback)
{
    const std::vector<ExclusionRule>& rules = recipe.config.exclude;
    // The command line adds its rules behind those of the file.
    const std::size_t own = recipe.origin.file.empty() ? 0 : recipe.origin.config.exclude.size();
    std::vector<RuleMatch> exclusions;
    for (std::size_t i = 0; i < rules.size(); ++i) {
        auto match = matchExclusions(graph, {rules[i]}, feedback);
        if (!match) {
            Error error = match.error();
            if (i >= own || error.code == ErrorCode::Canceled)
                return error;
            error.message = "exclude[" + std::to_string(i) + "]: " + error.message;
            return inRecipe(std::move(error), recipe);
        }
        exclusions.push_back(std::move(match->front()));
    }
    auto matched = matchRules(graph, recipe.config, std::move(exclusions), feedback);
    if (!matched)
        return attributed(matched.error(), recipe);
    return matched;
}

Result<void> checkOptions(const Recipe& recipe, Feedback& feedback)
{
    if (const Result<void> checked = checkConfig(recipe.config); !checked) {
        const bool isOfFile = !recipe.origin.file.empty() && !checkConfig(recipe.origin.config);
        return isOfFile ? inRecipe(checked.error(), recipe) : checked;
    }
    const Result<Preset> preset = findPreset(recipe.config.preset, ErrorCode::ConfigRefused);
    const QuantConfig base = preset ? preset->config : QuantConfig();
    for (const std::string& warning : optionWarnings(recipe.config, base, recipe.origin.given))
        feedback.warn(warning);
    for (const std::string& option : unusedRandomDataOptions(recipe, base))
        feedback.warn("Option " + option + " has no effect: the data are not random.");
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
