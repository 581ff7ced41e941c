// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/recipe_options.h"

#include "app/cli/value_checks.h"
#include "core/config/options.h"
#include "core/config/presets.h"
#include "core/data/preprocess_json.h"

namespace quantiscope {

namespace {

constexpr const char* kDefaultPreset = "A8W8";

} // namespace

void RecipeOptions::addTo(CLI::App& command, Scope scope)
{
    command.add_option("-r,--recipe", m_recipe, "Recipe file; the options below change it")->type_name("FILE");
    m_data.addTo(command, "-c,--calibration",
                 "Calibration data: a folder of pictures, of .npy or of .npz files, a stacked\n"
                 ".npy/.npz file, or random[:SEED]");
    if (scope == Scope::Quantize) {
        command
            .add_option("-p,--preset", m_preset,
                        std::string("Preset (default: ") + kDefaultPreset
                            + "; see 'qscope presets'); replaces\nthe preset and options of a recipe")
            ->type_name("NAME");
        command
            .add_option("--method", m_method,
                        "Calibration method: MinMax, NonOverflow, Percentile, LayerwisePercentile, MinMSE or\nEntropy "
                        "(default: the preset's)")
            ->type_name("M");
        command
            .add_option("--percentile", m_percentile, "Method Percentile with this share of the values, in per cent")
            ->type_name("X")
            ->check(percentage());
        command.add_option("--exclude", m_exclude, "Leave a node in float: its name, or ^REGEX for all that match")
            ->type_name("NODE|^REGEX");
        command.add_option("--exclude-type", m_excludeType, "Leave all nodes of an operator type in float")
            ->type_name("OP");
        command
            .add_option("--exclude-between", m_excludeBetween,
                        "Leave everything between nodes in float, ends included: 'A,B->C'")
            ->type_name("A,B->C");
    }
    command.add_option("--set", m_set, "Set an option ('qscope presets NAME' lists them)")->type_name("OPTION=VALUE");
    // One value each time: what follows is the next option or the model.
    for (const char* name : {"--exclude", "--exclude-type", "--exclude-between", "--set"}) {
        if (CLI::Option* option = command.get_option_no_throw(name))
            option->allow_extra_args(false);
    }
}

Result<Recipe> RecipeOptions::recipe() const
{
    Recipe recipe;
    if (!m_recipe.empty()) {
        Result<Recipe> loaded = loadRecipe(m_recipe);
        if (!loaded)
            return loaded.error();
        recipe = std::move(*loaded);
    }
    if (!m_preset.empty() || m_recipe.empty()) {
        Result<Preset> preset = findPreset(m_preset.empty() ? kDefaultPreset : m_preset, ErrorCode::InvalidArgument);
        if (!preset)
            return preset.error();
        preset->config.exclude = recipe.config.exclude;
        preset->config.layers = recipe.config.layers;
        recipe.config = std::move(preset->config);
    }
    if (!m_method.empty()) {
        if (const Result<void> set = applyCalibrationMethod(recipe.config, m_method); !set)
            return set.error();
    }
    if (m_percentile) {
        if (const Result<void> set = setOption(recipe.config, "Percentile", *m_percentile, ErrorCode::InvalidArgument);
            !set)
            return set.error();
        if (m_method.empty())
            recipe.config.calibration.method = CalibrationMethod::Percentile;
    }
    for (const std::string& assignment : m_set) {
        if (const Result<void> set = setOptionFromText(recipe.config, assignment); !set)
            return set.error();
        if (const OptionSpec* spec = optionNamed(assignment.substr(0, assignment.find('='))))
            recipe.origin.given.insert(spec->name);
    }
    if (m_percentile) {
        if (const std::string reason = optionNamed("Percentile")->inert(recipe.config); !reason.empty())
            return Error{ErrorCode::InvalidArgument, "--percentile has no effect: " + reason + "; leave it out.",
                         "--percentile"};
    }
    for (const std::string& text : m_exclude) {
        Result<ExclusionRule> rule = exclusionFromText(text);
        if (!rule)
            return rule.error();
        recipe.config.exclude.push_back(std::move(*rule));
    }
    for (const std::string& type : m_excludeType)
        recipe.config.exclude.push_back({ExclusionRule::Kind::OpType, type, {}, {}});
    for (const std::string& text : m_excludeBetween) {
        Result<ExclusionRule> rule = betweenFromText(text);
        if (!rule)
            return rule.error();
        recipe.config.exclude.push_back(std::move(*rule));
    }
    if (m_data.hasSource() && !recipe.calibration) {
        recipe.calibration.emplace();
        recipe.calibration->preprocess = *builtinPreprocess("unit");
        recipe.calibration->samples = recipe.samples;
    }
    if (recipe.calibration) {
        if (const Result<void> applied = m_data.apply(*recipe.calibration); !applied)
            return applied.error();
    }
    return recipe;
}

std::vector<std::string> RecipeOptions::givenOptions() const
{
    std::vector<std::string> given = m_data.givenOptions();
    if (!m_recipe.empty())
        given.emplace_back("--recipe");
    if (m_data.hasSource())
        given.emplace_back("--calibration");
    if (!m_set.empty())
        given.emplace_back("--set");
    return given;
}

std::vector<NamedFile> evaluationFiles(const Recipe& recipe)
{
    std::vector<NamedFile> named;
    if (!recipe.evaluation)
        return named;
    if (!isRandomData(recipe.evaluation->data.source))
        named.push_back({"the recipe", recipe.evaluation->data.source});
    named.push_back({"the recipe", recipe.evaluation->labels.string()});
    return named;
}

std::vector<NamedFile> RecipeOptions::files(const Recipe& recipe) const
{
    std::vector<NamedFile> named = m_data.files();
    named.push_back({"--recipe", m_recipe});
    if (recipe.calibration && !m_data.hasSource() && !isRandomData(recipe.calibration->source))
        named.push_back({"the recipe", recipe.calibration->source});
    const std::vector<NamedFile> evaluation = evaluationFiles(recipe);
    named.insert(named.end(), evaluation.begin(), evaluation.end());
    return named;
}

Result<DataSpec> RecipeOptions::evaluationData(const Recipe& recipe, const std::string& source) const
{
    DataSpec data;
    data.preprocess = recipe.calibration ? recipe.calibration->preprocess : *builtinPreprocess("unit");
    if (const Result<void> applied = m_data.applyPreprocess(data); !applied)
        return applied.error();
    data.source = source;
    return data;
}

} // namespace quantiscope
