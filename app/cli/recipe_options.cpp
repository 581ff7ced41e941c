// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/recipe_options.h"

#include "app/cli/value_checks.h"
#include "core/config/inert_reasons.h"
#include "core/config/options.h"
#include "core/config/presets.h"
#include "core/data/preprocess_json.h"

namespace quantiscope {

void RecipeOptions::addTo(CLI::App& command, Scope scope)
{
    command.add_option("-r,--recipe", m_recipe, "Recipe file; the options below change it")->type_name("FILE");
    if (scope != Scope::Variant) {
        m_data.addTo(command, "-c,--calibration",
                     "Calibration data: a folder of pictures, of .npy or of .npz files, a stacked\n"
                     ".npy/.npz file, or random[:SEED]");
    }
    command
        .add_option("-p,--preset", m_preset,
                    std::string(scope == Scope::Calibrate ? "Preset that will be quantized with" : "Preset")
                        + " (default: " + kDefaultPreset
                        + "; see 'qscope presets'); replaces\nthe preset, options, method and algorithms of a recipe")
        ->type_name("NAME");
    if (scope != Scope::Calibrate) {
        command
            .add_option("--method", m_method,
                        "Calibration method: MinMax, NonOverflow, Percentile, LayerwisePercentile, MinMSE or\nEntropy "
                        "(default: the preset's)")
            ->type_name("M");
        command
            .add_option("--percentile", m_percentile, "Method Percentile with this share of the values, in per cent")
            ->type_name("X")
            ->check(percentage());
        if (scope == Scope::Quantize) {
            command
                .add_option("--statistics", m_statistics, "Statistics of 'qscope calibrate', instead of calibrating")
                ->type_name("FILE");
        }
        command.add_option("--exclude", m_exclude, "Leave a node in float: its name, or ^REGEX for all that match")
            ->type_name("NODE|^REGEX");
        command.add_option("--exclude-type", m_excludeType, "Leave all nodes of an operator type in float")
            ->type_name("OP");
        command
            .add_option("--exclude-between", m_excludeBetween,
                        "Leave everything between nodes in float, ends included: 'A,B->C'")
            ->type_name("A,B->C");
        command
            .add_option("--exclude-upstream", m_excludeUpstream,
                        "Leave what leads to nodes in float, these included: 'A,B', or back to C: 'A,B->C'")
            ->type_name("A,B[->C]");
        command
            .add_option("--exclude-downstream", m_excludeDownstream,
                        "Leave what follows from nodes in float, these included: 'A,B',\n"
                        "or as far as C: 'A,B->C'")
            ->type_name("A,B[->C]");
    }
    command.add_option("--set", m_set, "Set an option ('qscope presets NAME' lists them)")->type_name("OPTION=VALUE");
    // One value each time: what follows is the next option or the model.
    for (const char* name :
         {"--exclude", "--exclude-type", "--exclude-between", "--exclude-upstream", "--exclude-downstream", "--set"}) {
        if (CLI::Option* option = command.get_option_no_throw(name))
            option->allow_extra_args(false);
    }
}

Result<void> RecipeOptions::change(Recipe& recipe, const std::string& preset) const
{
    if (!preset.empty()) {
        Result<Preset> found = findPreset(preset, ErrorCode::InvalidArgument);
        if (!found)
            return found.error();
        found->config.exclude = recipe.config.exclude;
        found->config.layers = recipe.config.layers;
        recipe.config = std::move(found->config);
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
        recipe.origin.given.insert(canonicalOptionName(assignment.substr(0, assignment.find('='))));
    }
    if (!m_method.empty()) {
        if (const std::string reason = options::noMethod(recipe.config); !reason.empty())
            return Error{ErrorCode::InvalidArgument, "--method has no effect: " + reason + "; leave it out.",
                         "--method"};
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
    for (const auto& [kind, texts] : {std::pair{ExclusionRule::Kind::Upstream, &m_excludeUpstream},
                                      std::pair{ExclusionRule::Kind::Downstream, &m_excludeDownstream}}) {
        for (const std::string& text : *texts) {
            Result<ExclusionRule> rule = streamFromText(kind, text);
            if (!rule)
                return rule.error();
            recipe.config.exclude.push_back(std::move(*rule));
        }
    }
    return {};
}

Result<QuantConfig> RecipeOptions::variantOf(const QuantConfig& base) const
{
    Recipe recipe;
    recipe.config = base;
    if (!m_recipe.empty()) {
        Result<Recipe> loaded = loadRecipe(m_recipe);
        if (!loaded)
            return loaded.error();
        recipe.config = std::move(loaded->config);
    }
    if (const Result<void> changed = change(recipe, m_preset); !changed)
        return changed.error();
    return recipe.config;
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
    const std::string preset = m_preset.empty() && m_recipe.empty() ? kDefaultPreset : m_preset;
    if (const Result<void> changed = change(recipe, preset); !changed)
        return changed.error();
    if (!m_statistics.empty())
        recipe.statistics = m_statistics;
    else if (m_data.hasSource())
        recipe.statistics.clear();
    const bool takesRandomData = recipe.config.calibration.useRandomData && recipe.config.needsStatistics()
        && recipe.statistics.empty() && !m_data.givenOptions().empty();
    if (!recipe.calibration && (m_data.hasSource() || takesRandomData)) {
        recipe.calibration.emplace();
        recipe.calibration->source = "random"; // unless the options name others
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
    if (!m_preset.empty())
        given.emplace_back("--preset");
    if (m_data.hasSource())
        given.emplace_back("--calibration");
    if (!m_set.empty())
        given.emplace_back("--set");
    return given;
}

Result<void> RecipeOptions::checkPreprocessIsUsed(const Recipe& recipe, const std::string& evaluation) const
{
    const std::string sources[] = {recipe.calibration ? recipe.calibration->source : std::string(), evaluation};
    return m_data.checkPreprocessIsUsed(sources);
}

std::vector<NamedFile> RecipeOptions::files(const Recipe& recipe) const
{
    // Those of the options come first: the recipe has taken them over, and an error is to name the option.
    std::vector<NamedFile> named = m_data.files();
    named.push_back({"--recipe", m_recipe});
    named.push_back({"--statistics", m_statistics});
    const std::vector<NamedFile> more = filesOf(recipe);
    named.insert(named.end(), more.begin(), more.end());
    return named;
}

Result<DataSpec> RecipeOptions::evaluationData(const Recipe& recipe, const std::string& source) const
{
    DataSpec data;
    data.source = source;
    const bool asCalibration = recipe.calibration && mayBePictures(recipe.calibration->source);
    data.preprocess = asCalibration ? recipe.calibration->preprocess : *builtinPreprocess("unit");
    if (const Result<void> applied = m_data.applyPreprocess(data); !applied)
        return applied.error();
    return data;
}

} // namespace quantiscope
