// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/advisor.h"

#include "core/base/name_groups.h"
#include "core/base/quiet_feedback.h"
#include "core/config/option_checks.h"
#include "core/pipeline/advice_causes.h"
#include "core/pipeline/advice_measurement.h"
#include "core/pipeline/advice_search.h"
#include "core/pipeline/advice_text.h"
#include "core/pipeline/weight_run.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <set>
#include <string>
#include <utility>

namespace quantiscope {

namespace {

constexpr std::size_t kMostCulprits = 3;
constexpr double kAlsoGuilty = 0.5; ///< of the worst layer's loss
constexpr std::size_t kMostConfirmations = 6;
constexpr double kTighter = 0.95; ///< margin after a plan that missed the goal on all samples

class Advisor
{
public:
    Advisor(AnalysisSession& session, const AdviceRequest& request, const AdviceWitness& witness, Feedback& feedback)
        : m_session(session)
        , m_recipe(session.request().recipe)
        , m_request(request)
        , m_witness(witness)
        , m_feedback(feedback)
        , m_measurement(session, request, feedback)
    {
    }

    Result<Advice> run()
    {
        if (const Result<void> checked = m_measurement.checkGoal(); !checked)
            return checked.error();
        if (const Result<void> started = start(); !started)
            return started.error();
        if (m_advice.baseline.isMet) {
            m_advice.isComplete = true;
            m_advice.left = leftText(m_advice);
            tell();
            return std::move(m_advice);
        }
        Result<void> done = findCulprits();
        if (done)
            done = tryFixes();
        if (done && !m_search->isEnough(m_search->best().outcome))
            done = m_search->combineMoves();
        if (done && !m_search->isEnough(m_search->best().outcome))
            done = m_search->treatLayers(m_units);
        if (!done && done.error().code != ErrorCode::Canceled)
            return done.error();
        const Result<void> confirmed = confirm();
        if (!confirmed && confirmed.error().code != ErrorCode::Canceled)
            return confirmed.error();
        if (m_confirmed && !isBetter(m_confirmed->outcome, m_advice.baseline))
            m_advice.plan.reset(); // the few screening samples misled
        m_advice.isComplete = done.has_value() && confirmed.has_value();
        m_advice.left = leftText(m_advice);
        tell();
        return std::move(m_advice);
    }

private:
    Result<void> start()
    {
        m_feedback.progress({"baseline", 0, 0, {}});
        m_advice.goal = m_request.goal;
        m_advice.modelHash = m_session.modelHash();
        auto hash = quantizedHash();
        if (!hash)
            return hash.error();
        m_advice.quantizedHash = std::move(*hash);
        m_advice.preset = m_recipe.config.preset;
        m_advice.samples = m_measurement.samples();
        m_advice.screening = m_measurement.screening();
        const auto baseline = m_measurement.confirm(m_recipe.config);
        if (!baseline)
            return baseline.error();
        if (!baseline->value) {
            if (const Result<void> checked = m_measurement.checkFloat(); !checked)
                return checked.error();
        }
        m_advice.baseline = *baseline;
        m_advice.screened = *baseline;
        if (m_measurement.screening() < m_measurement.samples()) {
            const auto screened = m_measurement.screen(m_recipe.config);
            if (!screened)
                return screened.error();
            m_advice.screened = *screened;
        }
        m_search = std::make_unique<AdviceSearch>(
            m_measurement, AdviceCandidate{m_recipe.config, {}, m_advice.screened}, [this] { tellBest(); });
        tell();
        return {};
    }

    /// Of the model that the recipe gives, which is gone then.
    Result<std::string> quantizedHash()
    {
        QuietFeedback quiet(m_feedback);
        const auto whole = m_session.quantize(m_recipe.config, quiet);
        if (!whole)
            return whole.error();
        return whole->model.contentHash(m_feedback);
    }

    void tell()
    {
        m_advice.evaluations = m_measurement.evaluations();
        if (m_witness)
            m_witness(m_advice);
    }

    void tellBest()
    {
        const AdviceCandidate& best = m_search->best();
        m_advice.plan = best.steps.empty() ? std::nullopt : std::optional(planOf(best));
        tell();
    }

    [[nodiscard]] AdvicePlan planOf(const AdviceCandidate& candidate) const
    {
        return {candidate.config, candidate.steps, changesTo(candidate.config), candidate.outcome};
    }

    [[nodiscard]] std::vector<RecipeChange> changesTo(const QuantConfig& config) const
    {
        Recipe changed = m_recipe;
        changed.config = config;
        return recipeDifference(m_recipe, changed);
    }

    Result<void> findCulprits()
    {
        QuietFeedback quiet(m_feedback);
        auto whole = m_session.quantize(m_recipe.config, quiet);
        if (!whole)
            return whole.error();
        auto units = findUnits(m_session, *whole, SensitivityUnits::Block, {});
        if (!units)
            return units.error();
        m_units = std::move(*units);
        const auto weights =
            analyseGraphWeights(m_session.environment(), whole->prepared->model, whole->rules, whole->plan,
                                whole->prepared->equalization, whole->tensors, m_session.request().threads, quiet);
        if (!weights)
            return weights.error();
        const AdviceCauses causes(*whole, *weights);
        std::vector<std::size_t> ranking(m_units.size());
        std::iota(ranking.begin(), ranking.end(), std::size_t(0));
        std::vector<double> fidelity;
        for (const SensitivityUnit& unit : m_units)
            fidelity.push_back(causes.fidelityOf(unit));
        std::stable_sort(ranking.begin(), ranking.end(),
                         [&fidelity](std::size_t a, std::size_t b) { return fidelity[a] < fidelity[b]; });
        ranking.resize(std::min(ranking.size(), m_request.suspects));
        std::vector<std::optional<AdviceOutcome>> alone(m_units.size());
        const Result<void> done = quantizeAlone(ranking, alone);
        const auto loss = [&](std::size_t i) { return alone[i] ? m_measurement.lossOf(*alone[i]) : -1.0; };
        std::stable_sort(ranking.begin(), ranking.end(),
                         [&](std::size_t a, std::size_t b) { return loss(a) > loss(b); });
        for (const std::size_t i : ranking) {
            if (m_advice.culprits.size() == kMostCulprits || loss(i) <= 0.0
                || loss(i) < kAlsoGuilty * loss(ranking.front()))
                break;
            m_advice.culprits.push_back({m_units[i].name, m_units[i].nodes, *alone[i], causes.reasonOf(m_units[i])});
            m_guilty.push_back(i);
        }
        tell();
        return done;
    }

    /// Measures each of the units @p suspects as the only one that is quantized.
    Result<void> quantizeAlone(const std::vector<std::size_t>& suspects,
                               std::vector<std::optional<AdviceOutcome>>& alone)
    {
        std::set<std::string> all;
        for (const Node& node : m_session.graph().nodes())
            all.insert(node.name);
        for (std::size_t i = 0; i < suspects.size(); ++i) {
            m_feedback.progress({"culprits", i, suspects.size(), "layer"});
            std::set<std::string> others = all;
            for (const std::string& node : m_units[suspects[i]].nodes)
                others.erase(node);
            const auto outcome = m_measurement.screen(m_recipe.config, others);
            if (outcome)
                alone[suspects[i]] = *outcome;
            else if (outcome.error().code == ErrorCode::Canceled)
                return outcome.error();
        }
        return {};
    }

    /// Measures @p fix, and takes it into account for the plan.
    Result<void> tryFix(AdviceFix fix, std::vector<std::string> steps)
    {
        if (const Result<void> allowed = checkConfig(fix.config); !allowed) {
            fix.refusal = allowed.error().message;
        } else {
            const auto outcome = m_measurement.screen(fix.config);
            if (outcome)
                fix.outcome = *outcome;
            else if (outcome.error().code == ErrorCode::Canceled)
                return outcome.error();
            else
                fix.refusal = outcome.error().message;
        }
        if (fix.outcome) {
            fix.changes = changesTo(fix.config);
            fix.cost = costText(m_advice.screened.figures, fix.outcome->figures);
            m_search->offer({fix.config, std::move(steps), *fix.outcome});
        }
        m_advice.fixes.push_back(std::move(fix));
        tell();
        return {};
    }

    Result<void> tryFixes()
    {
        struct Trial
        {
            std::string title;
            QuantConfig config;
        };
        std::vector<Trial> trials;
        const QuantConfig& own = m_recipe.config;
        for (const std::size_t i : m_guilty) {
            trials.push_back({"layer " + quotedName(m_units[i].name) + " in float", own});
            leaveInFloat(trials.back().config, m_units[i]);
        }
        if (m_guilty.size() > 1) {
            trials.push_back({"these " + std::to_string(m_guilty.size()) + " layers in float", own});
            for (const std::size_t i : m_guilty)
                leaveInFloat(trials.back().config, m_units[i]);
        }
        if (const std::vector<std::size_t> last = lastUnits(m_session.graph(), m_units); !last.empty()) {
            trials.push_back({last.size() == 1 ? "the last layer in float"
                                               : "the last " + std::to_string(last.size()) + " layers in float",
                              own});
            for (const std::size_t i : last)
                leaveInFloat(trials.back().config, m_units[i]);
        }
        const std::vector<AdviceMove> moves = adviceMoves(own);
        for (const AdviceMove& move : moves) {
            trials.push_back({move.title, own});
            move.apply(trials.back().config);
        }
        if (moves.size() > 1 && !own.perChannel) {
            trials.push_back({moves[0].title + " and " + moves[1].title, own});
            moves[0].apply(trials.back().config);
            moves[1].apply(trials.back().config);
        }
        if (!m_request.keepsPreset) {
            for (const std::string& preset : nearestPresets(own))
                trials.push_back({"preset " + preset, presetFor(own, preset)});
        }
        for (std::size_t i = 0; i < trials.size(); ++i) {
            m_feedback.progress({"fixes", i, trials.size(), "fix"});
            if (Result<void> done = tryFix({trials[i].title, trials[i].config, {}, {}, {}, {}}, {trials[i].title});
                !done)
                return done;
        }
        return {};
    }

    /// Measures the best on all samples, and looks on where it is not enough there.
    Result<void> confirm()
    {
        double margin = 1.0;
        for (std::size_t round = 0; round < kMostConfirmations && !m_search->best().steps.empty(); ++round) {
            m_feedback.progress({"confirm", 0, 0, {}});
            AdvicePlan plan = planOf(m_search->best());
            const bool wasEnough = m_search->isEnough(plan.outcome);
            const auto outcome = m_measurement.confirm(plan.config);
            if (!outcome)
                return outcome.error();
            plan.outcome = *outcome;
            if (!m_confirmed || isBetter(plan.outcome, m_confirmed->outcome))
                m_confirmed = plan;
            m_advice.plan = m_confirmed;
            tell();
            if (outcome->isMet || !wasEnough)
                break;
            margin *= kTighter * std::min(1.0, m_measurement.goalLoss() / m_measurement.lossOf(*outcome));
            m_search->tighten(margin);
            if (!m_search->isEnough(m_search->best().outcome)) {
                const Result<void> more = m_search->treatLayers(m_units);
                if (!more && more.error().code != ErrorCode::Canceled)
                    return more;
            }
        }
        return {};
    }

    [[nodiscard]] bool isBetter(const AdviceOutcome& a, const AdviceOutcome& b) const
    {
        return a.isMet != b.isMet ? a.isMet : m_measurement.lossOf(a) < m_measurement.lossOf(b);
    }

    AnalysisSession& m_session;
    const Recipe& m_recipe;
    const AdviceRequest& m_request;
    const AdviceWitness& m_witness;
    Feedback& m_feedback;
    AdviceMeasurement m_measurement;
    Advice m_advice;
    std::unique_ptr<AdviceSearch> m_search;
    std::vector<SensitivityUnit> m_units;
    std::vector<std::size_t> m_guilty; ///< positions in m_units of the culprits
    std::optional<AdvicePlan> m_confirmed;
};

} // namespace

Result<Advice> advise(AnalysisSession& session, const AdviceRequest& request, const AdviceWitness& witness,
                      Feedback& feedback)
{
    return Advisor(session, request, witness, feedback).run();
}

} // namespace quantiscope
