// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/recipe_check.h"

#include "core/base/nearest_name.h"
#include "core/passes/fixed_shapes.h"
#include "core/pipeline/calibration_stage.h"
#include "core/pipeline/evaluation_run.h"
#include "core/pipeline/gated_run.h"
#include "core/pipeline/model_preparation.h"
#include "core/pipeline/run_inputs.h"
#include "core/qdq/op_rules.h"
#include "core/qdq/rule_matching.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

namespace quantiscope {

using nlohmann::json;

namespace {

/// Keeps the warnings of a check instead of showing them.
class CollectedWarnings final : public Feedback
{
public:
    CollectedWarnings(Feedback& user, std::vector<std::string>& warnings) : m_user(user), m_warnings(warnings) { }

    bool isCanceled() const override { return m_user.isCanceled(); }
    void progress(const Progress& progress) override { m_user.progress(progress); }
    void warn(const std::string& message) override { m_warnings.push_back(message); }

private:
    Feedback& m_user;
    std::vector<std::string>& m_warnings;
};

void checkPath(const std::filesystem::path& path, const std::string& place, RecipeCheck& check)
{
    std::error_code ec;
    if (!std::filesystem::exists(path, ec)) {
        check.errors.push_back(
            {ErrorCode::DataRefused,
             place + ": '" + path.string() + "' does not exist. Paths in a recipe start from the recipe's folder.",
             path.string()});
    }
}

void checkData(const DataSpec& data, const std::string& place, RecipeCheck& check)
{
    if (!isRandomData(data.source))
        checkPath(data.source, place, check);
}

/// One check of names or rules against a model's graph.
class ModelCheck
{
public:
    ModelCheck(const Recipe& recipe, const Graph& graph, RecipeCheck& check, const Feedback& feedback)
        : m_recipe(recipe), m_graph(graph), m_check(check), m_feedback(feedback)
    {
        for (const Node& node : graph.nodes()) {
            m_nodes.push_back(node.name);
            for (const auto* names : {&node.inputs, &node.outputs}) {
                for (const std::string& value : *names) {
                    if (!value.empty())
                        m_values.insert(value);
                }
            }
        }
        for (const TensorSpec& input : graph.model().inputs()) {
            m_inputs.push_back(input.name);
            m_values.insert(input.name);
        }
        for (const TensorSpec& output : graph.model().outputs())
            m_outputs.push_back(output.name);
        m_measured = m_outputs;
        for (const OutputPart& part : recipe.parts)
            m_measured.push_back(part.name);
    }

    void run()
    {
        const QuantConfig& config = m_recipe.config;
        for (std::size_t i = 0; i < config.exclude.size(); ++i)
            keep(matchExclusions(m_graph, {config.exclude[i]}, m_feedback), "exclude[" + std::to_string(i) + "]");
        for (std::size_t i = 0; i < config.layers.size(); ++i)
            keep(matchLayers(m_graph, {config.layers[i]}, m_feedback), "layers[" + std::to_string(i) + "]");
        matchNodes(config.selection.nodesToQuantize, "NodesToQuantize", {});
        matchNodes(config.placement.nodesToExcludeOutputQuantization, "NodesToExcludeOutputQuantization", {});
        std::vector<std::string> ends = m_inputs;
        ends.insert(ends.end(), m_outputs.begin(), m_outputs.end());
        matchNodes(config.selection.inputNodes, "InputNodes", ends);
        matchNodes(config.selection.outputNodes, "OutputNodes", ends);
        for (const auto& [name, overrides] : config.tensorOverrides)
            matchTensor(name, "TensorQuantOverrides");
        for (const auto& [name, type] : config.mixedPrecisionTensors)
            matchTensor(name, "MixedPrecisionTensor");
        matchTypes(config.placement.opTypesToExcludeOutputQuantization, "OpTypesToExcludeOutputQuantization");
        for (const auto& [name, shape] : config.calibration.randomShapes)
            matchInput(name, "RandomDataReaderInputShape");
        for (const auto& [name, range] : config.calibration.randomRanges)
            matchInput(name, "RandomDataReaderInputDataRange");
        const bool hasLabels = m_recipe.evaluation && !m_recipe.evaluation->labels.empty();
        for (const Gate& gate : m_recipe.gates) {
            if (const Result<void> fits = checkGatesFit({&gate, 1}, m_measured, hasLabels); !fits)
                refuse(fits.error());
        }
        for (const OutputPart& part : m_recipe.parts) {
            if (const Result<void> fits = checkPartsFit({&part, 1}, m_graph.model().outputs()); !fits)
                refuse(fits.error());
        }
    }

private:
    void refuse(Error error)
    {
        error.code = ErrorCode::ConfigRefused;
        m_check.errors.push_back(std::move(error));
    }

    void dead(const std::string& option, const std::string& name, const char* what,
              const std::vector<std::string>& candidates)
    {
        refuse(
            {ErrorCode::ConfigRefused,
             option + " names '" + name + "', but the model has no such " + what + "." + didYouMean(name, candidates),
             name});
    }

    void keep(const Result<std::vector<RuleMatch>>& matched, const std::string& place)
    {
        if (!matched) {
            Error error = matched.error();
            error.message = place + ": " + error.message;
            refuse(std::move(error));
            return;
        }
        const RuleMatch& match = matched->front();
        if (!match.rule.enabled)
            return;
        m_check.matches.push_back({place, describe(match.rule), match.nodes});
    }

    void matchNodes(const std::vector<std::string>& names, const std::string& option,
                    const std::vector<std::string>& alsoAllowed)
    {
        for (const std::string& name : names) {
            if (m_graph.nodeNamed(name)
                || std::find(alsoAllowed.begin(), alsoAllowed.end(), name) != alsoAllowed.end()) {
                m_check.matches.push_back({"options." + option, "'" + name + "'", {name}});
                continue;
            }
            std::vector<std::string> candidates = m_nodes;
            candidates.insert(candidates.end(), alsoAllowed.begin(), alsoAllowed.end());
            dead(option, name, "node", candidates);
        }
    }

    void matchTensor(const std::string& name, const std::string& option)
    {
        if (m_values.contains(name))
            m_check.matches.push_back({"options." + option, "'" + name + "'", {name}});
        else
            dead(option, name, "tensor", {m_values.begin(), m_values.end()});
    }

    void matchTypes(const std::vector<std::string>& types, const std::string& option)
    {
        for (const std::string& type : types) {
            RecipeMatch match{"options." + option, "type '" + type + "'", {}};
            for (const Node& node : m_graph.nodes()) {
                if (node.opType == type)
                    match.nodes.push_back(node.name);
            }
            // One that the model does not have may come from its preparation; misspelt ones are looked for in all
            // lists.
            if (match.nodes.empty() && allDefaultOpTypes().contains(type))
                m_check.warnings.push_back(option + " names '" + type
                                           + "', which the model does not have; a run ends there unless the "
                                             "preparation makes one.");
            else if (!match.nodes.empty())
                m_check.matches.push_back(std::move(match));
        }
    }

    void matchInput(const std::string& name, const std::string& option)
    {
        if (std::find(m_inputs.begin(), m_inputs.end(), name) == m_inputs.end())
            dead(option, name, "input", m_inputs);
    }

    const Recipe& m_recipe;
    const Graph& m_graph;
    RecipeCheck& m_check;
    const Feedback& m_feedback;
    std::vector<std::string> m_nodes;
    std::set<std::string> m_values;
    std::vector<std::string> m_inputs;
    std::vector<std::string> m_outputs;
    std::vector<std::string> m_measured; ///< outputs and the parts of outputs, which gates may name
};

} // namespace

RecipeCheck checkRecipe(const Recipe& recipe)
{
    RecipeCheck check;
    Feedback silent;
    CollectedWarnings collected(silent, check.warnings);
    if (const Result<void> options = checkOptions(recipe, collected); !options)
        check.errors.push_back(options.error());
    if (recipe.calibration)
        checkData(*recipe.calibration, "calibration.data", check);
    if (!recipe.statistics.empty()) {
        if (const auto statistics = loadStatisticsFor(recipe, recipe.statistics); !statistics)
            check.errors.push_back(attributed(statistics.error(), recipe));
    } else if (recipe.config.needsStatistics() && !calibrationData(recipe) && !recipe.model.empty()
               && !recipe.output.empty()) {
        check.warnings.emplace_back("There are no calibration data ('calibration.data'): 'qscope run' refuses the "
                                    "recipe, 'qscope quantize' needs --calibration or --statistics beside it.");
    }
    if (recipe.evaluation) {
        checkData(recipe.evaluation->data, "evaluation.data", check);
        if (!recipe.evaluation->labels.empty())
            checkPath(recipe.evaluation->labels, "evaluation.labels", check);
    }
    if (!recipe.gates.empty() && !recipe.evaluation && !recipe.calibration) {
        check.errors.push_back({ErrorCode::ConfigRefused, kGatesWithoutData, "gates"});
    } else if (!recipe.gates.empty() && !recipe.evaluation) {
        check.warnings.emplace_back(kGatesOnFittedData);
    }
    return check;
}

Result<RecipeCheck> checkRecipe(const Recipe& recipe, const Model& model, Feedback& feedback)
{
    RecipeCheck check = checkRecipe(recipe);
    CollectedWarnings collected(feedback, check.warnings);
    const Graph graph(model);
    ModelCheck(recipe, graph, check, feedback).run();
    if (feedback.isCanceled())
        return Error{ErrorCode::Canceled, "Canceled while the recipe was checked.", {}};
    if (const Result<void> types = checkOperatorTypes(graph, recipe, collected); !types) {
        check.errors.push_back(types.error());
        check.errors.back().code = ErrorCode::ConfigRefused;
    }
    const QuantConfig& config = recipe.config;
    const auto keep = [&](const Error& error) { check.errors.push_back(attributed(error, recipe)); };
    if (const Result<void> fits = checkQuantizable(model, model.path().string(), config); !fits)
        keep(fits.error());
    if (const Result<void> fits = checkWantedOpset(model, config); !fits)
        keep(fits.error());
    if (!config.preparation.skipPreprocess && !config.preparation.fixShapes.empty()) {
        if (const Result<Model> fixed = fixShapes(model, config.preparation.fixShapes); !fixed) {
            keep(fixed.error());
            return check;
        }
    }
    const auto inputs = feedInputs(model, config);
    if (!inputs) {
        keep(inputs.error());
        return check;
    }
    // Missing data have been told, and so have names of inputs that random data cannot have.
    const auto isInput = [&inputs](const auto& option) {
        return std::any_of(inputs->begin(), inputs->end(), [&](const auto& spec) { return spec.name == option.first; });
    };
    const auto& shapes = config.calibration.randomShapes;
    const auto& ranges = config.calibration.randomRanges;
    const bool namesInputs =
        std::all_of(shapes.begin(), shapes.end(), isInput) && std::all_of(ranges.begin(), ranges.end(), isInput);
    std::error_code ec;
    const auto isThere = [&](const DataSpec& data) {
        return isRandomData(data.source) ? namesInputs : std::filesystem::exists(data.source, ec);
    };
    const Result<DataSpec> data = calibrationData(recipe);
    const bool calibrates = config.needsStatistics() && recipe.statistics.empty();
    if (calibrates && data && isThere(*data)) {
        if (const auto source = openSampleSource(*data, *inputs, collected); !source)
            keep(source.error());
    }
    if (recipe.evaluation && isThere(recipe.evaluation->data)) {
        EvaluationRequest evaluation = *recipe.evaluation;
        evaluation.data = withRandomOptions(std::move(evaluation.data), config);
        if (const Result<void> fits = checkEvaluationData(evaluation, *inputs, collected); !fits)
            keep(fits.error());
    }
    return check;
}

json toJson(const RecipeCheck& check)
{
    json matches = json::array();
    for (const RecipeMatch& match : check.matches)
        matches.push_back({{"place", match.place}, {"rule", match.rule}, {"nodes", match.nodes}});
    json errors = json::array();
    for (const Error& error : check.errors)
        errors.push_back({{"message", error.message}, {"subject", error.subject}});
    return {{"matches", std::move(matches)}, {"warnings", check.warnings}, {"errors", std::move(errors)}};
}

} // namespace quantiscope
