// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/equalization_choice.h"

#include "core/base/byte_count.h"
#include "core/base/process_memory.h"
#include "core/base/quiet_feedback.h"
#include "core/calibration/memory_forecast.h"
#include "core/equalization/layer_chains.h"
#include "core/pipeline/calibration_stage.h"
#include "core/pipeline/equalization_memory.h"
#include "core/pipeline/equalization_trial.h"
#include "core/qdq/node_selection.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

namespace quantiscope {

namespace {

using Acceptance = EqualizationConfig::Acceptance;

/// Values that are collected in a pass when memory is short.
constexpr std::size_t kFewValues = 32;

double mean(const std::vector<double>& values)
{
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// Is @p with better than @p without, both logarithms by sample, by so much that other samples will show it, too? The
/// error must fall by 3 % in the mean, which must be three of its standard errors: tests/parity/EQUALIZATION.md has
/// the figures. Fewer than three samples do not tell how far samples differ: then it must be halved.
bool isSureGain(const std::vector<double>& without, const std::vector<double>& with)
{
    constexpr double kLeastGain = 0.03;
    constexpr double kStandardErrors = 3.0;
    std::vector<double> gains;
    std::transform(without.begin(), without.end(), with.begin(), std::back_inserter(gains), std::minus<>());
    const double gain = mean(gains);
    if (gains.size() < 3)
        return gain >= std::log(2.0);
    double squares = 0.0;
    for (const double each : gains)
        squares += (each - gain) * (each - gain);
    const auto count = static_cast<double>(gains.size());
    const double standardError = std::sqrt(squares / ((count - 1.0) * count));
    return gain >= -std::log1p(-kLeastGain) && gain >= kStandardErrors * standardError;
}

/// @p config without what concerns single nodes.
QuantConfig wholeModel(QuantConfig config)
{
    config.selection.nodesToQuantize.clear();
    config.selection.inputNodes.clear();
    config.selection.outputNodes.clear();
    config.placement.nodesToExcludeOutputQuantization.clear();
    config.layers.clear();
    config.tensorOverrides = {};
    return config;
}

/// The values between layers that are scaled by some candidate: each has another size there.
std::set<std::string> valuesBetweenLayers(const Graph& graph, const std::vector<std::size_t>& selected)
{
    std::set<std::string> between;
    for (const ChainRules rules : {ChainRules::Reference, ChainRules::Extended}) {
        for (const LayerChain& chain : findLayerChains(graph, selected, rules).chains) {
            for (std::size_t i = 1; i < chain.layers.size(); ++i) {
                std::string value = graph.nodes()[chain.layers[i]].inputs[0];
                for (auto node = graph.producerOf(value); node; node = graph.producerOf(value)) {
                    between.insert(value);
                    if (*node == chain.layers[i - 1])
                        break;
                    value = graph.nodes()[*node].inputs[0];
                }
            }
        }
    }
    return between;
}

class Choice
{
public:
    Choice(const RuntimeEnvironment& environment, Model prepared, const QuantConfig& config,
           const EqualizationEvidence& evidence, Feedback& feedback)
        : m_environment(environment)
        , m_prepared(std::move(prepared))
        , m_config(wholeModel(config))
        , m_evidence(evidence)
        , m_feedback(feedback)
        , m_quiet(feedback)
        , m_selected(selectNodes(Graph(m_prepared), m_config, {}, m_quiet))
    {
    }

    Result<EqualizedModel> run()
    {
        const bool isChoice = m_config.equalization.acceptance == Acceptance::Improvement;
        Result<EqualizedModel> first = equalized(m_config.equalization.acceptance);
        if (!first || !isChoice || first->report.records.empty())
            return first;
        m_improved = std::move(*first);
        if (!m_evidence.statisticsOf.empty())
            return asGiven();
        if (!m_evidence.samples)
            return predicted("there are no calibration data");
        return measured();
    }

private:
    [[nodiscard]] Result<EqualizedModel> equalized(Acceptance acceptance)
    {
        QuantConfig config = m_config;
        config.equalization.acceptance = acceptance;
        return equalizeLayers(m_environment, m_prepared.clone(), {config, m_selected, m_evidence.threads}, m_feedback);
    }

    /// The graph as it is.
    [[nodiscard]] EqualizedModel untouched() const
    {
        EqualizedModel result{m_prepared.clone(), m_improved->report};
        result.report.gaps.clear();
        for (EqualizationRecord& record : result.report.records) {
            if (!std::exchange(record.rule, {}).empty())
                record.reason = "the quantization of the model as a whole is not measured to gain by it";
        }
        return result;
    }

    EqualizedModel predicted(const std::string& why)
    {
        EqualizedModel result = *std::exchange(m_improved, {});
        result.report.taken = "Improvement, by prediction alone: " + why;
        return result;
    }

    /// What the statistics were collected from.
    Result<EqualizedModel> asGiven()
    {
        Result<EqualizedModel> always = equalized(Acceptance::Always);
        if (!always)
            return always;
        std::array candidates{std::pair<const char*, EqualizedModel>{"None", untouched()},
                              std::pair<const char*, EqualizedModel>{"Always", std::move(*always)}};
        for (auto& [name, candidate] : candidates) {
            const Result<std::string> hash = candidate.model.contentHash(m_quiet);
            if (!hash)
                return hash.error();
            if (*hash != m_evidence.statisticsOf)
                continue;
            candidate.report.taken = std::string(name) + ", as in the given statistics";
            return std::move(candidate);
        }
        return predicted("no data were read, as statistics are given");
    }

    /// What an earlier run measured of all graphs in question; empty when there is none.
    Result<EqualizationMemory::LogErrors> remembered()
    {
        if (!m_evidence.memory)
            return EqualizationMemory::LogErrors();
        const Result<std::string> hash = m_prepared.contentHash(m_quiet);
        if (!hash)
            return hash.error();
        if (const Result<void> opened = m_evidence.memory->open(*hash, m_config, m_quiet); !opened)
            return opened.error();
        auto found = m_evidence.memory->find();
        const bool isWhole = found && found->contains("None") && found->contains("Always")
            && (found->contains("Improvement") || m_improved->report.gaps.empty());
        return isWhole ? std::move(*found) : EqualizationMemory::LogErrors();
    }

    Result<EqualizedModel> measured()
    {
        const auto earlier = remembered();
        if (!earlier)
            return untold(earlier.error());
        EqualizationTrial::Limits limits{m_evidence.threads, 0};
        if (m_evidence.memoryBudget && earlier->empty()) {
            limits = {1, kFewValues};
            if (const Result<void> fits = checkBudget(*m_evidence.memoryBudget); !fits)
                return fits.error();
        }
        EqualizationTrial trial(m_environment, m_config, m_selected, limits, m_quiet);
        auto least = earlier->empty() ? trial.start(m_prepared, *m_evidence.samples, m_evidence.inputs,
                                                    valuesBetweenLayers(Graph(m_prepared), m_selected))
                                      : Result<std::vector<double>>(earlier->at("None"));
        if (!least)
            return untold(least.error());
        EqualizationMemory::LogErrors all{{"None", *least}};
        EqualizedModel best = untouched();
        std::string taken = "None";
        std::vector<std::pair<std::vector<EqualizedGap>, std::vector<double>>> known{{{}, *least}};
        const auto tryOne = [&](const char* name, EqualizedModel candidate) -> Result<void> {
            const auto same = std::find_if(known.begin(), known.end(), [&candidate](const auto& graph) {
                return graph.first == candidate.report.gaps;
            });
            const auto before = earlier->find(name);
            auto measured = before != earlier->end() ? Result<std::vector<double>>(before->second)
                : same != known.end()                ? Result<std::vector<double>>(same->second)
                                                     : trial.logErrorsOf(candidate.model);
            if (!measured)
                return measured.error().code == ErrorCode::Canceled ? Result<void>(measured.error()) : Result<void>();
            known.emplace_back(candidate.report.gaps, *measured);
            all.emplace(name, *measured);
            if (isSureGain(*least, *measured)) {
                least = std::move(measured);
                best = std::move(candidate);
                taken = name;
            }
            return {};
        };
        // In this order: the reference's scalings are the same for every preset, which then share statistics.
        Result<EqualizedModel> always = equalized(Acceptance::Always);
        if (!always)
            return always;
        if (const Result<void> tried = tryOne("Always", std::move(*always)); !tried)
            return tried.error();
        if (!m_improved->report.gaps.empty()) {
            if (const Result<void> tried = tryOne("Improvement", *std::exchange(m_improved, {})); !tried)
                return tried.error();
        }
        if (m_evidence.memory && earlier->empty())
            m_evidence.memory->store(all, m_feedback);
        for (const auto& [name, logErrors] : all)
            best.report.measured.emplace(name, std::exp(mean(logErrors)));
        const std::size_t samples = all.at("None").size();
        best.report.taken = taken + ", as measured on " + std::to_string(samples)
            + (samples == 1 ? " calibration sample" : " calibration samples");
        return best;
    }

    /// Is there memory enough to measure? What is taken must not depend on the budget.
    Result<void> checkBudget(std::uint64_t budget)
    {
        releaseFreeMemory();
        const Result<MemoryForecast::Parts> parts = memoryParts(m_prepared, m_evidence.samples);
        if (!parts)
            return {}; // unreadable data are the calibration's to tell
        const std::size_t needed = MemoryForecast(*parts).trial({1, kFewValues, neededDetail(m_config)});
        if (needed <= budget)
            return {};
        return Error{ErrorCode::OutOfMemory,
                     "Measuring what equalization gains needs about " + byteText(needed)
                         + ", which is more than the memory budget of " + byteText(budget) + "; give --memory-budget "
                         + roomierThan(needed)
                         + ", smaller inputs or CLEAcceptance=Prediction, which does not measure.",
                     "--memory-budget"};
    }

    /// Whatever is wrong with the model or the data is told by the calibration.
    Result<EqualizedModel> untold(const Error& error)
    {
        if (error.code == ErrorCode::Canceled)
            return error;
        return predicted("nothing could be measured, because " + error.message);
    }

    const RuntimeEnvironment& m_environment;
    Model m_prepared;
    QuantConfig m_config;
    const EqualizationEvidence& m_evidence;
    Feedback& m_feedback;
    QuietFeedback m_quiet;
    std::vector<std::size_t> m_selected;
    std::optional<EqualizedModel> m_improved;
};

} // namespace

Result<EqualizedModel> chooseEqualization(const RuntimeEnvironment& environment, Model prepared,
                                          const QuantConfig& config, const EqualizationEvidence& evidence,
                                          Feedback& feedback)
{
    return Choice(environment, std::move(prepared), config, evidence, feedback).run();
}

} // namespace quantiscope
