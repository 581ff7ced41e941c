// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/sensitivity_run.h"

#include "core/base/quiet_feedback.h"
#include "core/pipeline/sensitivity_estimates.h"
#include "core/pipeline/sensitivity_memory.h"
#include "core/pipeline/variant_measurement.h"

#include <algorithm>
#include <cmath>
#include <list>
#include <map>
#include <optional>
#include <utility>

namespace quantiscope {

namespace {

using Direction = SensitivityDirection;

class Run
{
public:
    Run(AnalysisSession& session, const SensitivityRequest& request, const SensitivityWitness& witness,
        Feedback& feedback)
        : m_session(session), m_request(request), m_witness(witness), m_feedback(feedback), m_measurement(session)
    {
    }

    Result<Sensitivity> run()
    {
        if (const Result<void> started = start(); !started)
            return started.error();
        const SensitivityMemory memory(m_session, m_result.quantizedHash);
        recall(memory);
        if (!m_result.isEstimate)
            m_wholeVariant.reset();
        Result<void> measured = m_result.isEstimate ? estimateUnits() : measureUnits();
        if (measured && m_request.hasCurve) {
            const auto points = curveVariants();
            recall(memory);
            measured = measureCurve(points);
        }
        memory.store(m_variants, m_feedback);
        if (!measured && (measured.error().code != ErrorCode::Canceled || !isKnown()))
            return measured.error();
        m_result.isComplete = measured.has_value();
        return std::move(m_result);
    }

private:
    void recall(const SensitivityMemory& memory)
    {
        memory.recall(m_variants, m_measurement.comparer().names().size(), m_measurement.samples());
    }

    /// Finds the units and what there is to measure.
    Result<void> start()
    {
        m_feedback.progress({"sensitivity", 0, 0, {}});
        const AnalysisRequest& analysis = m_session.request();
        if (m_request.metric == SensitivityMetric::Top1 && !m_session.labels()) {
            return Error{ErrorCode::InvalidArgument,
                         "The metric top1 needs labels: give evaluation data with their labels.", "--metric"};
        }
        const bool isOnly = m_request.directions.contains(Direction::Only);
        m_result.isEstimate = m_request.mode != SensitivityMode::Full;
        if (const Result<void> checked = checkEstimate(); m_result.isEstimate && !checked)
            return checked.error();
        QuietFeedback quiet(m_feedback);
        auto whole = m_session.quantize(analysis.recipe.config, quiet);
        if (!whole)
            return whole.error();
        auto units = findUnits(m_session, *whole, m_request.per, m_request.groups);
        if (!units)
            return units.error();
        if (units->empty()) {
            return Error{ErrorCode::ModelRefused, "Nothing in this model is quantized by this recipe.",
                         analysis.model.string()};
        }
        m_result.metric = m_request.metric;
        m_result.mode = m_request.mode;
        m_result.per = m_request.per;
        m_result.rankedBy = isOnly ? Direction::Only : Direction::AllBut;
        m_result.modelHash = m_session.modelHash();
        m_result.preparedHash = whole->prepared->hash;
        auto hash = whole->model.contentHash(m_feedback);
        if (!hash)
            return hash.error();
        m_result.quantizedHash = std::move(*hash);
        m_result.preset = analysis.recipe.config.preset;
        m_result.samples = m_measurement.samples();
        m_result.multiplyAdds = whole->figures.multiplyAdds;
        m_result.units = std::move(*units);
        findVariants();
        m_wholeVariant.emplace(std::move(*whole));
        return {};
    }

    /// Is there anything that the mode does not estimate?
    [[nodiscard]] Result<void> checkEstimate() const
    {
        if (m_request.directions.contains(Direction::AllBut)) {
            return Error{ErrorCode::InvalidArgument,
                         "Estimates are of quantizing only one part: the direction all-but needs the mode full.",
                         "--direction"};
        }
        if (m_request.mode == SensitivityMode::FirstOrder && m_request.metric == SensitivityMetric::Top1) {
            return Error{ErrorCode::InvalidArgument,
                         "One sample does not tell an accuracy: the metric top1 needs the mode full.", "--metric"};
        }
        return {};
    }

    void findVariants()
    {
        m_whole = add({});
        m_float = add({{}, true});
        for (const SensitivityUnit& unit : m_result.units) {
            const std::set<std::string> nodes(unit.nodes.begin(), unit.nodes.end());
            if (m_request.directions.contains(Direction::Only) && m_request.mode != SensitivityMode::Local)
                m_only.push_back(add({nodes, true}));
            if (m_request.directions.contains(Direction::AllBut))
                m_allBut.push_back(add(nodes));
        }
    }

    /// The variant with @p alsoFloat; there is one only of each.
    MeasuredVariant* add(AlsoFloat alsoFloat)
    {
        const auto [at, isNew] = m_byNodes.try_emplace(alsoFloat, nullptr);
        if (isNew) {
            m_variants.push_back({std::move(alsoFloat)});
            at->second = &m_variants.back();
        }
        return at->second;
    }

    Result<void> measureUnits()
    {
        std::vector<MeasuredVariant*> variants{m_whole, m_float};
        variants.insert(variants.end(), m_only.begin(), m_only.end());
        variants.insert(variants.end(), m_allBut.begin(), m_allBut.end());
        for (std::size_t samples = 1; true; samples *= 2) {
            const Result<void> measured = m_measurement.measure(variants, samples, "sensitivity", m_feedback, look());
            m_result.samples = m_measurement.samples();
            const Result<void> told = tell();
            if (!measured)
                return measured;
            if (!told || samples >= m_result.samples)
                return told;
        }
    }

    /// All but what is quantized by itself is measured on all samples; that on one, if at all.
    Result<void> estimateUnits()
    {
        const std::size_t samples = m_measurement.samples();
        if (m_request.mode == SensitivityMode::Local) {
            auto noise = measureOwnNoise(m_session, *m_wholeVariant, m_result.units, samples, m_feedback);
            if (!noise)
                return noise.error();
            m_noise = std::move(*noise);
        }
        m_wholeVariant.reset();
        for (MeasuredVariant* variant : m_only) {
            if (variant->effect.samples > 1)
                variant->effect = {}; // the same with a cache and without
        }
        std::vector<MeasuredVariant*> once{m_float};
        once.insert(once.end(), m_only.begin(), m_only.end());
        Result<void> measured = m_measurement.measure(once, 1, "sensitivity", m_feedback, look());
        if (!measured)
            return measured;
        MeasuredVariant* const whole[] = {m_whole};
        measured = m_measurement.measure(whole, samples, "sensitivity", m_feedback);
        m_result.samples = m_measurement.samples();
        if (const Result<void> told = tell(); !told)
            return told;
        return measured;
    }

    [[nodiscard]] std::optional<double> estimateOf(std::size_t i) const
    {
        if (m_request.mode == SensitivityMode::Local)
            return m_noise[i] ? std::optional(-10.0 * std::log10(*m_noise[i])) : std::nullopt;
        const std::optional<VariantEffect>& only = m_result.units[i].only;
        return only ? only->value : std::nullopt;
    }

    /// Fills in what is known of the units.
    void fillIn()
    {
        m_result.quantized = effectOf(*m_whole);
        for (std::size_t i = 0; i < m_result.units.size(); ++i) {
            SensitivityUnit& unit = m_result.units[i];
            unit.only = m_only.empty() ? std::nullopt : effectOf(*m_only[i]);
            unit.allBut = m_allBut.empty() ? std::nullopt : effectOf(*m_allBut[i]);
            if (m_result.isEstimate)
                unit.estimate = estimateOf(i);
        }
        m_result.ranking = rankingOf(m_result);
    }

    /// Shows what is known in the middle of a round, for m_measurement; nothing where nobody looks.
    std::function<void()> look()
    {
        if (!m_witness)
            return {};
        return [this] {
            fillIn();
            const std::vector<SensitivityUnit>& units = m_result.units;
            if (std::any_of(units.begin(), units.end(), [this](const auto& unit) { return hasValue(unit); }))
                m_witness(m_result);
        };
    }

    /// Shows what is known once the metric has a value. InvalidArgument when it has none on all samples.
    Result<void> tell()
    {
        fillIn();
        m_result.floatWeightBytes = m_float->figures.floatWeightBytes;
        const bool isRefused = m_result.quantized && !m_result.quantized->value;
        if (isRefused && m_result.quantized->samples < m_result.samples)
            return {}; // others may have one
        if (isRefused) {
            return Error{ErrorCode::InvalidArgument,
                         std::string("The metric ") + name(m_request.metric)
                             + " has no value here: it needs outputs that look like class scores, finite values, or "
                               "labels.",
                         "--metric"};
        }
        m_isTold = true;
        if (m_witness && isKnown())
            m_witness(m_result);
        return {};
    }

    [[nodiscard]] std::optional<VariantEffect> effectOf(const MeasuredVariant& variant) const
    {
        return m_measurement.effectOf(variant, m_request.metric);
    }

    /// What @p unit is ranked by, as far as it was measured.
    [[nodiscard]] const std::optional<VariantEffect>& rankedEffect(const SensitivityUnit& unit) const
    {
        return m_result.rankedBy == Direction::Only ? unit.only : unit.allBut;
    }

    [[nodiscard]] bool hasValue(const SensitivityUnit& unit) const
    {
        const std::optional<VariantEffect>& effect = rankedEffect(unit);
        return m_result.isEstimate ? unit.estimate.has_value() : effect && effect->value;
    }

    /// Has every unit been measured at all, or estimated?
    [[nodiscard]] bool isKnown() const
    {
        if (m_result.isEstimate || !m_isTold)
            return m_isTold;
        return std::all_of(m_result.units.begin(), m_result.units.end(),
                           [this](const SensitivityUnit& unit) { return rankedEffect(unit).has_value(); });
    }

    using CurveVariants = std::vector<std::pair<std::size_t, MeasuredVariant*>>;

    /// The first so many units of the ranking in float.
    CurveVariants curveVariants()
    {
        CurveVariants points;
        std::set<std::string> nodes;
        std::size_t taken = 0;
        for (const std::size_t k : curvePoints(m_result.units.size())) {
            for (; taken < k; ++taken) {
                const SensitivityUnit& unit = m_result.units[m_result.ranking[taken]];
                nodes.insert(unit.nodes.begin(), unit.nodes.end());
            }
            points.emplace_back(k, add(nodes));
        }
        return points;
    }

    /// Every point on all samples.
    Result<void> measureCurve(const CurveVariants& points)
    {
        std::vector<MeasuredVariant*> variants;
        for (const auto& [k, variant] : points)
            variants.push_back(variant);
        const std::size_t samples = m_measurement.samples();
        const Result<void> measured = m_measurement.measure(variants, samples, "curve", m_feedback);
        for (const auto& [k, variant] : points) {
            const VariantFigures& figures = variant->figures;
            if (variant->effect.samples == samples)
                m_result.curve.push_back(
                    {k, figures.weightBytes, figures.floatWeightBytes, figures.floatMultiplyAdds, *effectOf(*variant)});
        }
        if (m_witness && !m_result.curve.empty())
            m_witness(m_result);
        return measured;
    }

    AnalysisSession& m_session;
    const SensitivityRequest& m_request;
    const SensitivityWitness& m_witness;
    Feedback& m_feedback;
    VariantMeasurement m_measurement;
    Sensitivity m_result;
    bool m_isTold = false; ///< did tell() see a value?
    std::list<MeasuredVariant> m_variants;
    std::map<AlsoFloat, MeasuredVariant*> m_byNodes;
    std::optional<QuantizedVariant> m_wholeVariant; ///< until the mode Local has measured its errors
    std::vector<std::optional<double>> m_noise; ///< ownNoise() by unit, in the mode Local
    MeasuredVariant* m_whole = nullptr; ///< everything quantized
    MeasuredVariant* m_float = nullptr; ///< nothing quantized
    std::vector<MeasuredVariant*> m_only; ///< by unit; empty when not wanted
    std::vector<MeasuredVariant*> m_allBut; ///< likewise
};

} // namespace

Result<Sensitivity> measureSensitivity(AnalysisSession& session, const SensitivityRequest& request,
                                       const SensitivityWitness& witness, Feedback& feedback)
{
    return Run(session, request, witness, feedback).run();
}

} // namespace quantiscope
