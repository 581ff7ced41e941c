// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/equalization/layer_equalizer.h"

#include "core/base/quiet_feedback.h"
#include "core/equalization/chain_noise.h"
#include "core/equalization/chain_weights.h"
#include "core/equalization/equalization_data.h"
#include "core/equalization/scale_candidates.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace quantiscope {

namespace {

using Acceptance = EqualizationConfig::Acceptance;

/// Share of the noise that must be predicted to vanish: a prediction is only that. With a scale for every output
/// channel most of what is predicted is about the values between, which are known from random data only.
constexpr double kLeastGain = 0.2;
constexpr double kLeastGainPerChannel = 0.5;

Error canceled()
{
    return {ErrorCode::Canceled, "Canceled while layers were equalized.", {}};
}

/// The work on one model; the chains are known.
class Equalizer
{
public:
    Equalizer(const Graph& graph, LayerChains found, const EqualizationRequest& request)
        : m_graph(graph)
        , m_config(request.config.equalization)
        , m_model(quantizerModel(request.config))
        , m_chains(std::move(found.chains))
        , m_weights(graph, m_chains)
    {
        m_report.skipped = std::move(found.skipped);
        for (const LayerChain& chain : m_chains) {
            EqualizationRecord& record = m_report.records.emplace_back();
            for (const std::size_t node : chain.layers)
                record.layers.push_back(m_graph.nodes()[node].name);
            m_next.emplace(chain.layers[0], chain.layers[1]);
        }
    }

    /// What every layer of a chain reads.
    [[nodiscard]] ChannelsOfValues values() const
    {
        ChannelsOfValues result;
        for (const LayerChain& chain : m_chains) {
            for (const std::size_t node : chain.layers)
                result.emplace(valueOf(node), m_weights.current(node).inputs());
        }
        return result;
    }

    void setMoments(std::map<std::string, ChannelMoments> moments) { m_moments = std::move(moments); }
    void setUnobserved(const std::string& reason) { m_unobserved = "random data could not be fed: " + reason; }

    Result<void> always(const Feedback& feedback)
    {
        constexpr int kMostSteps = 1000;
        constexpr double kSameChange = 1e-9;
        constexpr int kSameSteps = 20;
        const bool adaptive = m_config.steps < 0;
        double lastChange = 0.0;
        int unchanged = 0;
        while (m_report.steps < (adaptive ? kMostSteps : m_config.steps)) {
            if (feedback.isCanceled())
                return canceled();
            ++m_report.steps;
            for (std::size_t i = 0; i < m_chains.size(); ++i)
                take(i, referenceScale(layersOf(i), m_config));
            if (!adaptive)
                continue;
            const double change = m_weights.takeChange();
            unchanged = std::abs(change - lastChange) < kSameChange ? unchanged + 1 : 0;
            lastChange = change;
            if (change <= m_config.totalLayerDiffThreshold || unchanged >= kSameSteps)
                break;
        }
        return {};
    }

    Result<void> improve(const Feedback& feedback)
    {
        constexpr int kMostSteps = 20;
        bool improved = true;
        while (improved && m_report.steps < (m_config.steps < 0 ? kMostSteps : m_config.steps)) {
            ++m_report.steps;
            improved = false;
            for (std::size_t i = 0; i < m_chains.size(); ++i) {
                if (feedback.isCanceled())
                    return canceled();
                improved = improveChain(i) || improved;
            }
        }
        return {};
    }

    Result<EqualizedModel> finish(Model model)
    {
        for (const ChainWeights::Gap& gap : m_weights.gaps())
            m_report.gaps.push_back({nameOf(gap.head), nameOf(gap.tail), gap.factors});
        if (m_report.gaps.empty())
            return EqualizedModel{std::move(model), std::move(m_report)};
        Result<Model> written = m_weights.writeInto(std::move(model));
        if (!written)
            return written.error();
        return EqualizedModel{std::move(*written), std::move(m_report)};
    }

private:
    [[nodiscard]] const std::string& nameOf(std::size_t node) const { return m_graph.nodes()[node].name; }
    [[nodiscard]] const std::string& valueOf(std::size_t node) const { return m_graph.nodes()[node].inputs[0]; }

    [[nodiscard]] std::vector<const LayerWeights*> layersOf(std::size_t chain) const
    {
        std::vector<const LayerWeights*> layers;
        for (const std::size_t node : m_chains[chain].layers)
            layers.push_back(&m_weights.current(node));
        return layers;
    }

    void take(std::size_t chain, const ScaleCandidate& candidate)
    {
        const std::vector<std::size_t>& nodes = m_chains[chain].layers;
        for (std::size_t gap = 0; gap + 1 < nodes.size(); ++gap) {
            m_weights.scale(nodes[gap], nodes[gap + 1], candidate.factors[gap]);
            if (const auto at = m_moments.find(valueOf(nodes[gap + 1])); at != m_moments.end())
                at->second.scale(candidate.factors[gap]);
        }
        m_report.records[chain].rule = candidate.rule;
        m_report.records[chain].reason.clear();
    }

    /// How much each output of the chain's last layer matters: what the layer behind makes of it, when that is known.
    [[nodiscard]] std::vector<double> importanceOf(std::size_t chain) const
    {
        const std::size_t tail = m_chains[chain].layers.back();
        std::vector<double> importance(m_weights.current(tail).outputs, 1.0);
        const auto next = m_next.find(tail);
        if (next == m_next.end())
            return importance;
        const auto moments = m_moments.find(valueOf(next->second));
        const LayerWeights& reader = m_weights.current(next->second);
        return moments == m_moments.end()
            ? importance
            : inputImportance(reader, moments->second, std::vector<double>(reader.outputs, 1.0));
    }

    bool improveChain(std::size_t chain)
    {
        const double leastGain = m_model.perChannel ? kLeastGainPerChannel : kLeastGain;
        EqualizationRecord& record = m_report.records[chain];
        const std::vector<const LayerWeights*> layers = layersOf(chain);
        std::vector<const ChannelMoments*> inputs;
        for (const std::size_t node : m_chains[chain].layers) {
            const auto moments = m_moments.find(valueOf(node));
            if (moments == m_moments.end()) {
                record.reason = m_unobserved;
                return false;
            }
            inputs.push_back(&moments->second);
        }
        const ChainNoise noise(layers, inputs, importanceOf(chain), m_model);
        ScaleCandidate best = unscaled(layers);
        const double before = noise.with({});
        double least = before;
        const auto tryAll = [&](const std::vector<ScaleCandidate>& candidates) {
            for (const ScaleCandidate& candidate : candidates) {
                if (const double with = noise.with(candidate.factors); with < least) {
                    least = with;
                    best = candidate;
                }
            }
        };
        tryAll(scaleCandidates(layers, inputs, m_config, candidateRules()));
        if (m_model.weight.scaleType == ScaleType::PowerOf2)
            tryAll(shiftedCandidates(ScaleCandidate(best)));
        if (record.rule.empty())
            record.noiseBefore = record.noiseAfter = before;
        if (!(least < (1.0 - leastGain) * before)) {
            if (record.rule.empty())
                record.reason = "no scaling is predicted to help";
            return false;
        }
        record.noiseAfter = least;
        take(chain, best);
        return true;
    }

    /// With a scale for every output channel there is little to gain from the weights, and what the values between are
    /// like is known from random data only.
    [[nodiscard]] CandidateRules candidateRules() const
    {
        return m_model.perChannel ? CandidateRules::Weights : CandidateRules::WeightsAndValues;
    }

    [[nodiscard]] static ScaleCandidate unscaled(const std::vector<const LayerWeights*>& layers)
    {
        ScaleCandidate candidate{"shift", {}};
        for (std::size_t gap = 0; gap + 1 < layers.size(); ++gap)
            candidate.factors.emplace_back(layers[gap]->outputs, 1.0);
        return candidate;
    }

    const Graph& m_graph;
    const EqualizationConfig& m_config;
    QuantizerModel m_model;
    std::vector<LayerChain> m_chains;
    ChainWeights m_weights;
    std::map<std::size_t, std::size_t> m_next; ///< the layer behind a layer
    std::map<std::string, ChannelMoments> m_moments; ///< of what layers read, scaled as these are
    std::string m_unobserved = "what the layers read is not finite or cannot be told apart by channel";
    EqualizationReport m_report;
};

} // namespace

Result<EqualizedModel> equalizeLayers(const RuntimeEnvironment& environment, Model model,
                                      const EqualizationRequest& request, Feedback& feedback)
{
    const bool always = request.config.equalization.acceptance == Acceptance::Always;
    const Graph graph(model);
    LayerChains found = findLayerChains(graph, request.selected, always ? ChainRules::Reference : ChainRules::Extended);
    Equalizer equalizer(graph, std::move(found), request);
    const ChannelsOfValues values = equalizer.values();
    if (!always && !values.empty()) {
        QuietFeedback quiet(feedback); // nobody asked for these samples
        auto moments = observeChannels(environment, graph, values, request.threads, quiet);
        if (moments)
            equalizer.setMoments(std::move(*moments));
        else if (moments.error().code == ErrorCode::Canceled)
            return canceled();
        else
            equalizer.setUnobserved(moments.error().message);
    }
    const Result<void> done = always ? equalizer.always(feedback) : equalizer.improve(feedback);
    return done ? equalizer.finish(std::move(model)) : done.error();
}

} // namespace quantiscope
