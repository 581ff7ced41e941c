// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/effect_preview.h"

#include "core/base/quiet_feedback.h"
#include "core/config/option_checks.h"
#include "core/data/adapted_source.h"
#include "core/pipeline/effect_figures.h"
#include "core/pipeline/memory_outlook.h"
#include "core/pipeline/model_preparation.h"
#include "core/pipeline/quantizer.h"
#include "core/pipeline/run_inputs.h"
#include "core/qdq/node_selection.h"
#include "core/qdq/rule_application.h"
#include "core/qdq/stand_ins.h"

#include <algorithm>
#include <utility>

namespace quantiscope {

namespace {

/// Keeps warnings; the rest goes to the user's feedback, but for notes and progress.
class Warnings final : public Feedback
{
public:
    Warnings(const Feedback& user, std::vector<std::string>& kept) : m_user(user), m_kept(kept) { }
    [[nodiscard]] bool isCanceled() const override { return m_user.isCanceled(); }
    void warn(const std::string& message) override { m_kept.push_back(message); }

private:
    const Feedback& m_user;
    std::vector<std::string>& m_kept;
};

Error canceled()
{
    return {ErrorCode::Canceled, "Canceled; the effect was not found.", {}};
}

FloatReason reasonOf(SelectionBar bar)
{
    switch (bar) {
    case SelectionBar::KeptFloat:
        return FloatReason::NotListed;
    case SelectionBar::OtherType:
        return FloatReason::OtherType;
    case SelectionBar::NeverQuantized:
        return FloatReason::ControlFlow;
    case SelectionBar::OtherHardSigmoid:
        return FloatReason::OtherHardSigmoid;
    case SelectionBar::ComputedOperands:
        return FloatReason::ComputedOperands;
    case SelectionBar::NotFiniteConstant:
        return FloatReason::NotFiniteConstant;
    }
    return FloatReason::NothingToQuantize;
}

/// Switches off what @p findings call dead, so that the rest can be shown.
template <typename Rules, typename RuleOf>
void disableDead(Rules& rules, const std::vector<RuleFinding>& findings, RuleOf ruleOf)
{
    for (std::size_t i = 0; i < rules.size(); ++i) {
        if (findings[i].error)
            ruleOf(rules[i]).enabled = false;
    }
}

/// The place of the layer rule that @p error is about.
std::optional<std::size_t> layerOf(const Error& error, const QuantConfig& config)
{
    for (std::size_t i = 0; i < config.layers.size(); ++i) {
        const std::string place = layerRulePlace(i);
        if (config.layers[i].match.enabled && (error.subject == place || error.subject.starts_with(place + ".")))
            return i;
    }
    return std::nullopt;
}

} // namespace

/// A prepared graph, and how the user's nodes are found in it.
struct EffectPreviewer::Prepared
{
    Prepared(QuantConfig made, Model prepared, const Graph& original)
        : key(std::move(made))
        , model(std::move(prepared))
        , graph(model)
        , standIns(original, graph)
        , products(productsOf(graph))
    {
        for (const Node& node : original.nodes()) {
            std::vector<std::size_t>& places = placesOf.emplace_back();
            for (const std::string& name : standIns.of({node.name})) {
                const auto at = graph.nodeNamed(name);
                if (!at)
                    continue;
                // The one that makes the node's own value comes first: its type is the node's.
                const std::vector<std::string>& outputs = graph.nodes()[*at].outputs;
                const bool isMaker = std::find(outputs.begin(), outputs.end(), node.outputAt(0)) != outputs.end();
                places.insert(isMaker ? places.begin() : places.end(), *at);
            }
        }
    }

    QuantConfig key;
    Model model;
    Graph graph;
    StandIns standIns;
    std::vector<std::vector<std::size_t>> placesOf; ///< by the user's node: nodes of graph that do its work
    std::vector<std::uint64_t> products; ///< multiply-adds by node of graph
    std::vector<std::string> warnings; ///< of the preparation
    std::optional<std::pair<QuantConfig, EffectCounts>> plain; ///< without rules; guarded by the previewer's mutex

    /// Fills what @p effect says of @p total and the nodes.
    void count(const PlannedEffect& effect, std::vector<NodeEffect>& nodes, EffectCounts& total) const
    {
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            NodeEffect& node = nodes[i];
            node.state = placesOf[i].empty() ? NodeEffect::State::Removed : NodeEffect::State::Float;
            for (const std::size_t place : placesOf[i]) {
                if (effect.types[place] && node.state != NodeEffect::State::Quantized) {
                    node.state = NodeEffect::State::Quantized;
                    node.type = *effect.types[place];
                }
            }
            total.removed += node.state == NodeEffect::State::Removed;
            total.floating += node.state == NodeEffect::State::Float;
            total.quantized += node.state == NodeEffect::State::Quantized;
            total.quantized16 += node.state == NodeEffect::State::Quantized && byteSize(node.type) == 2;
        }
        for (const TypeBoundary& boundary : effect.boundaries)
            ++(boundary.isToFloat ? total.toFloat : total.toInteger);
        total.weightBytes = effect.weightBytes;
        for (std::size_t i = 0; i < products.size(); ++i) {
            total.multiplyAdds += products[i];
            total.floatMultiplyAdds += effect.types[i] ? 0 : products[i];
        }
    }

    /// Why the float nodes of @p nodes are that.
    void explain(const AppliedRules& applied, const std::set<std::string>& kept, std::vector<NodeEffect>& nodes) const
    {
        std::set<std::size_t> excluded; // nodes of graph
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            if (nodes[i].rule >= 0)
                excluded.insert(placesOf[i].begin(), placesOf[i].end());
        }
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            NodeEffect& node = nodes[i];
            if (node.state != NodeEffect::State::Float)
                continue;
            const std::size_t place = placesOf[i].front();
            if (std::binary_search(applied.selected.begin(), applied.selected.end(), place))
                node.reason = FloatReason::NothingToQuantize;
            else
                node.reason = reasonOf(selectionBar(graph, place, applied.config, kept));
            if (node.reason == FloatReason::NotListed && node.rule >= 0)
                node.reason = FloatReason::Rule;
            else if (node.reason == FloatReason::NotListed && excluded.contains(place))
                node.reason = FloatReason::JoinedWithRule;
        }
    }
};

EffectPreviewer::EffectPreviewer(const RuntimeEnvironment& environment, const Model& original)
    : m_environment(environment), m_original(original.clone()), m_graph(m_original)
{
}

EffectPreviewer::~EffectPreviewer() = default;

Result<std::shared_ptr<EffectPreviewer::Prepared>> EffectPreviewer::prepared(const QuantConfig& config,
                                                                             Feedback& feedback)
{
    const QuantConfig key = preparationConfig(config);
    {
        const std::lock_guard lock(m_mutex);
        if (m_prepared && m_prepared->key == key)
            return m_prepared;
    }
    std::vector<std::string> kept;
    Warnings warnings(feedback, kept);
    auto model = prepareModel(m_environment, m_original, config, warnings);
    if (!model)
        return model.error();
    if (feedback.isCanceled())
        return canceled();
    auto made = std::make_shared<Prepared>(key, std::move(*model), m_graph);
    made->warnings = std::move(kept);
    const std::lock_guard lock(m_mutex);
    m_prepared = made;
    return made;
}

Result<EffectPreview> EffectPreviewer::preview(const Recipe& recipe, Feedback& feedback)
{
    EffectPreview preview;
    QuantConfig config = recipe.config;
    if (const Result<void> checked = checkConfig(config); !checked)
        return checked.error();
    if (const Result<void> checked = checkQuantizable(m_original, m_original.path().string(), config); !checked)
        return checked.error();
    std::vector<ExclusionRule> layerRules;
    for (const LayerRule& rule : config.layers)
        layerRules.push_back(rule.match);
    auto exclude = findRules(m_graph, config.exclude, "Exclusion", feedback);
    auto layers = findRules(m_graph, layerRules, "Layer rule", feedback);
    if (!exclude || !layers)
        return canceled();
    preview.exclude = std::move(*exclude);
    preview.layers = std::move(*layers);
    disableDead(config.exclude, preview.exclude, [](ExclusionRule& rule) -> ExclusionRule& { return rule; });
    disableDead(config.layers, preview.layers, [](LayerRule& rule) -> ExclusionRule& { return rule.match; });

    const auto made = prepared(config, feedback);
    if (!made)
        return made.error();
    const Prepared& work = **made;
    const auto match = [&](const QuantConfig& wanted) -> Result<MatchedRules> {
        auto exclusions = matchExclusions(m_graph, wanted.exclude, feedback);
        if (!exclusions)
            return exclusions.error();
        return matchRules(m_graph, wanted, std::move(*exclusions), feedback);
    };
    std::vector<std::string> heard;
    Warnings warnings(feedback, heard);
    auto matched = match(config);
    if (!matched)
        return matched.error();
    auto applied = applyRules(m_graph, work.graph, config, *matched, warnings, &work.standIns);
    while (!applied) {
        if (feedback.isCanceled())
            return canceled();
        const auto dead = layerOf(applied.error(), config);
        if (!dead)
            return applied.error();
        // Rules that do nothing come in crowds: all of them at once.
        std::vector<std::optional<Error>> idle =
            layersWithoutEffect(m_graph, work.graph, config, *matched, &work.standIns);
        idle[*dead] = applied.error();
        for (std::size_t i = 0; i < idle.size(); ++i) {
            if (!idle[i])
                continue;
            preview.layers[i].error = std::move(idle[i]);
            config.layers[i].match.enabled = false;
            matched->layers[i].nodes.clear();
            matched->layers[i].rule.enabled = false;
        }
        heard.clear();
        applied = applyRules(m_graph, work.graph, config, *matched, warnings, &work.standIns);
    }
    if (feedback.isCanceled())
        return canceled();

    preview.nodes.resize(m_graph.nodes().size());
    for (std::size_t i = config.exclude.size(); i-- > 0;) {
        for (const std::size_t node : preview.exclude[i].nodes)
            preview.nodes[node].rule = static_cast<int>(i);
    }
    for (std::size_t i = 0; i < config.layers.size(); ++i) {
        if (preview.layers[i].error)
            continue;
        for (const std::size_t node : preview.layers[i].nodes)
            preview.nodes[node].layer = static_cast<int>(i);
    }
    PlannedEffect effect = planEffect(work.graph, *applied, warnings);
    work.count(effect, preview.nodes, preview.after);
    const std::set<std::string> kept =
        nodesKeptFloat(m_graph, work.graph, matched->exclusions, matched->listed, &work.standIns);
    work.explain(*applied, kept, preview.nodes);
    preview.warnings = work.warnings;
    preview.warnings.insert(preview.warnings.end(), heard.begin(), heard.end());
    preview.boundaries = std::move(effect.boundaries);
    preview.tensors = std::move(effect.tensors);
    preview.floatWeightBytes = m_original.weightBytes();

    QuantConfig plain = config;
    plain.exclude.clear();
    plain.layers.clear();
    {
        const std::lock_guard lock(m_mutex);
        if ((*made)->plain && (*made)->plain->first == plain) {
            preview.before = (*made)->plain->second;
            return preview;
        }
    }
    std::vector<std::string> unheard;
    Warnings silent(feedback, unheard);
    const auto unruled = match(plain);
    if (!unruled)
        return unruled.error();
    const auto without = applyRules(m_graph, work.graph, plain, *unruled, silent, &work.standIns);
    if (!without)
        return without.error();
    std::vector<NodeEffect> nodes(preview.nodes.size());
    work.count(planEffect(work.graph, *without, silent), nodes, preview.before);
    const std::lock_guard lock(m_mutex);
    (*made)->plain.emplace(std::move(plain), preview.before);
    return preview;
}

Result<std::string> EffectPreviewer::memory(const Recipe& recipe, const CalibrationLimits& limits, Feedback& feedback)
{
    const QuantConfig& config = recipe.config;
    const auto made = prepared(config, feedback);
    if (!made)
        return made.error();
    const Model& model = (*made)->model;
    std::unique_ptr<SampleSource> source;
    if (config.needsStatistics() && recipe.statistics.empty()) {
        const Result<DataSpec> data = calibrationData(recipe);
        const auto inputs = feedInputs(m_original, config);
        if (!data || !inputs)
            return data ? inputs.error() : data.error();
        QuietFeedback quiet(feedback);
        auto opened = openSampleSource(*data, *inputs, quiet);
        if (!opened)
            return opened.error();
        source = adaptSource(std::move(*opened), InputAdapter(*inputs, model.inputs()));
    }
    Result<MemoryForecast::Parts> parts = memoryParts(model, source.get());
    if (!parts)
        return parts.error();
    // A run loads and prepares a model of its own; what was done in the process before is no part of it.
    parts->before += 2 * parts->weights;
    parts->peakBefore = parts->before;
    parts->checkedSamples = QuantizeRequest().checkSamples;
    parts->evaluatedSamples = recipe.evaluation || !recipe.gates.empty() ? static_cast<std::size_t>(-1) : 0;
    const StatisticsDetail detail = limits.cache.folder.empty() ? neededDetail(config) : StatisticsDetail::Votes;
    const auto outlook =
        memoryOutlook(MemoryForecast(*parts), limits, source ? std::optional(source->size()) : std::nullopt, detail);
    if (!outlook)
        return outlook.error();
    return memoryText(outlook->use);
}

} // namespace quantiscope
