// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/advice_search.h"

#include "core/analysis/sensitivity.h"
#include "core/base/name_groups.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace quantiscope {

namespace {

/// A change has to take away so much of the loss to be kept.
constexpr double kWorthwhile = 0.98;
/// 8-bit activations are given up unless their loss is within this factor of the goal.
constexpr double kWithinReach = 4.0;

bool isCanceled(const Error& error)
{
    return error.code == ErrorCode::Canceled;
}

} // namespace

AdviceSearch::AdviceSearch(AdviceMeasurement& measurement, AdviceCandidate start, Witness witness)
    : m_measurement(measurement), m_witness(std::move(witness)), m_best(start), m_all{std::move(start)}
{
}

bool AdviceSearch::isEnough(const AdviceOutcome& outcome) const
{
    return outcome.isMet && m_measurement.lossOf(outcome) <= m_margin * m_measurement.goalLoss();
}

bool AdviceSearch::isBetter(const AdviceCandidate& a, const AdviceCandidate& b) const
{
    const bool isEnoughA = isEnough(a.outcome);
    if (isEnoughA != isEnough(b.outcome))
        return isEnoughA;
    const AdviceFigures& fa = a.outcome.figures;
    const AdviceFigures& fb = b.outcome.figures;
    if (isEnoughA && fa.byteShare() != fb.byteShare())
        return fa.byteShare() > fb.byteShare();
    if (isEnoughA && fa.activationBits != fb.activationBits)
        return fa.activationBits < fb.activationBits;
    const double lossA = m_measurement.lossOf(a.outcome);
    const double lossB = m_measurement.lossOf(b.outcome);
    // Where the goal is out of reach, nothing is given for next to nothing.
    if (!isEnoughA && fa.byteShare() != fb.byteShare() && std::isfinite(lossA) && std::isfinite(lossB)
        && std::min(lossA, lossB) > kWorthwhile * std::max(lossA, lossB))
        return fa.byteShare() > fb.byteShare();
    return lossA < lossB;
}

void AdviceSearch::offer(AdviceCandidate candidate)
{
    const bool isBest = isBetter(candidate, m_best);
    if (isBest)
        m_best = candidate;
    m_all.push_back(std::move(candidate));
    if (isBest)
        m_witness();
}

void AdviceSearch::tighten(double margin)
{
    m_margin = margin;
    for (const AdviceCandidate& each : m_all) {
        if (isBetter(each, m_best))
            m_best = each;
    }
}

Result<void> AdviceSearch::climb(AdviceCandidate from, bool keepsBytes)
{
    while (!isEnough(from.outcome)) {
        std::optional<AdviceCandidate> best;
        for (const AdviceMove& move : adviceMoves(from.config)) {
            AdviceCandidate next{from.config, from.steps, {}};
            move.apply(next.config);
            if (keepsBytes && byteSize(next.config.activationType) != byteSize(from.config.activationType))
                continue;
            next.steps.push_back(move.title);
            const auto outcome = m_measurement.screen(next.config);
            if (!outcome && isCanceled(outcome.error()))
                return outcome.error();
            if (!outcome)
                continue;
            next.outcome = *outcome;
            offer(next);
            if (!best || isBetter(next, *best))
                best = std::move(next);
        }
        if (!best || m_measurement.lossOf(best->outcome) > kWorthwhile * m_measurement.lossOf(from.outcome))
            break;
        from = std::move(*best);
    }
    return {};
}

Result<void> AdviceSearch::combineMoves()
{
    const AdviceCandidate* narrow = nullptr;
    const AdviceCandidate* any = nullptr;
    for (const AdviceCandidate& each : m_all) {
        if (each.outcome.figures.byteShare() < m_all.front().outcome.figures.byteShare())
            continue;
        if (each.outcome.figures.activationBits <= 8 && (!narrow || isBetter(each, *narrow)))
            narrow = &each;
        if (!any || isBetter(each, *any))
            any = &each;
    }
    const AdviceCandidate wide = any ? *any : m_best;
    if (narrow && m_measurement.lossOf(narrow->outcome) <= kWithinReach * m_measurement.goalLoss()) {
        if (const Result<void> done = climb(AdviceCandidate(*narrow), true); !done)
            return done;
        if (isEnough(m_best.outcome) && m_best.outcome.figures.activationBits <= 8)
            return {};
    }
    return climb(wide, false);
}

/// Which layers are taken out of 8 bits.
class AdviceSearch::Layers
{
public:
    Layers(AdviceSearch& search, AdviceCandidate base, const std::vector<SensitivityUnit>& units)
        : m_search(search), m_measurement(search.m_measurement), m_base(std::move(base)), m_units(units)
    {
    }

    Result<void> run()
    {
        if (Result<void> done = m_choices.empty() ? tryEach() : Result<void>(); !done)
            return done;
        if (Result<void> done = tryPrefixes(); !done)
            return done;
        if (Result<void> done = grow(); !done)
            return done;
        return {};
    }

private:
    /// One layer by itself.
    struct Choice
    {
        std::size_t unit = 0;
        bool isFloat = false; ///< instead of 16-bit weights
        double gain = 0.0; ///< of loss, when it is the only one
        double share = 0.0; ///< of multiply-adds

        [[nodiscard]] double worth() const { return gain / (share + kLeastShare); }
    };
    using Set = std::set<std::size_t>; ///< positions in m_choices

    static constexpr double kLeastShare = 0.005; ///< a layer costs something even without multiply-adds
    static constexpr std::size_t kPool = 8; ///< choices that are measured for each step
    static constexpr std::size_t kMostSteps = 24;

    Result<void> tryEach()
    {
        const auto total = static_cast<double>(std::max<std::uint64_t>(1, m_base.outcome.figures.multiplyAdds));
        const double before = m_measurement.lossOf(m_base.outcome);
        for (std::size_t i = 0; i < m_units.size(); ++i) {
            if (m_units[i].multiplyAdds == 0)
                continue;
            m_measurement.feedback().progress({"layers", i, m_units.size(), "layer"});
            Choice choice{i, m_base.outcome.figures.activationBits <= 8, 0.0,
                          static_cast<double>(m_units[i].multiplyAdds) / total};
            auto outcome = screen(choice);
            if (!outcome && !isCanceled(outcome.error()) && !choice.isFloat) {
                choice.isFloat = true;
                outcome = screen(choice);
            }
            if (!outcome && isCanceled(outcome.error()))
                return outcome.error();
            if (!outcome)
                continue;
            choice.gain = before - m_measurement.lossOf(*outcome);
            m_choices.push_back(choice);
        }
        std::stable_sort(m_choices.begin(), m_choices.end(),
                         [](const Choice& a, const Choice& b) { return a.worth() > b.worth(); });
        return {};
    }

    [[nodiscard]] Result<AdviceOutcome> screen(const Choice& choice)
    {
        QuantConfig config = m_base.config;
        apply(config, choice);
        return m_measurement.screen(config);
    }

    void apply(QuantConfig& config, const Choice& choice) const
    {
        if (choice.isFloat)
            leaveInFloat(config, m_units[choice.unit]);
        else
            widenWeight(config, m_units[choice.unit]);
    }

    /// Measures a set and offers it.
    Result<AdviceCandidate> trySet(const Set& set)
    {
        if (const auto known = m_tried.find(set); known != m_tried.end())
            return known->second;
        AdviceCandidate candidate{m_base.config, m_base.steps, {}};
        for (const std::size_t i : set) {
            const Choice& choice = m_choices[i];
            apply(candidate.config, choice);
            candidate.steps.push_back((choice.isFloat ? "float layer " : "16-bit weights of ")
                                      + quotedName(m_units[choice.unit].name));
        }
        const auto outcome = m_measurement.screen(candidate.config);
        if (!outcome)
            return outcome.error();
        candidate.outcome = *outcome;
        m_search.offer(candidate);
        m_tried.emplace(set, candidate);
        return candidate;
    }

    /// The first so many, until it is enough.
    Result<void> tryPrefixes()
    {
        for (const std::size_t k : curvePoints(m_choices.size())) {
            Set set;
            for (std::size_t i = 0; i < k; ++i)
                set.insert(i);
            if (set.empty())
                continue;
            const auto tried = trySet(set);
            if (!tried && isCanceled(tried.error()))
                return tried.error();
            if (tried && m_search.isEnough(tried->outcome))
                return prune(std::move(set));
        }
        return {};
    }

    /// Takes back what is not needed, the most expensive first.
    Result<void> prune(Set set)
    {
        std::vector<std::size_t> order(set.begin(), set.end());
        std::stable_sort(order.begin(), order.end(),
                         [this](std::size_t a, std::size_t b) { return m_choices[a].share > m_choices[b].share; });
        for (const std::size_t i : order) {
            if (set.size() < 2)
                break;
            set.erase(i);
            const auto tried = trySet(set);
            if (!tried && isCanceled(tried.error()))
                return tried.error();
            if (!tried || !m_search.isEnough(tried->outcome))
                set.insert(i);
        }
        return {};
    }

    /// One after the other, each time that which helps most for what it costs.
    Result<void> grow()
    {
        Set set;
        AdviceCandidate current = m_base;
        for (std::size_t step = 0; step < kMostSteps && set.size() < m_choices.size(); ++step) {
            m_measurement.feedback().progress({"layers together", step, kMostSteps, "step"});
            std::optional<AdviceCandidate> best;
            std::size_t bestChoice = 0;
            double bestWorth = 0.0;
            for (const std::size_t i : pool(set)) {
                Set more = set;
                more.insert(i);
                auto tried = trySet(more);
                if (!tried && isCanceled(tried.error()))
                    return tried.error();
                if (!tried)
                    continue;
                const double gain = m_measurement.lossOf(current.outcome) - m_measurement.lossOf(tried->outcome);
                const double worth = gain / (m_choices[i].share + kLeastShare);
                const bool isEnough = m_search.isEnough(tried->outcome);
                if (isEnough ? !best || m_search.isBetter(*tried, *best)
                             : worth > bestWorth && !(best && m_search.isEnough(best->outcome))) {
                    best = std::move(*tried);
                    bestChoice = i;
                    bestWorth = worth;
                }
            }
            if (!best)
                return {};
            set.insert(bestChoice);
            current = std::move(*best);
            if (m_search.isEnough(current.outcome))
                return prune(std::move(set));
            // No better than what is there already?
            if (m_search.isEnough(m_search.best().outcome)
                && current.outcome.figures.byteShare() <= m_search.best().outcome.figures.byteShare())
                return {};
        }
        return {};
    }

    /// The next choices that are not in @p set: half of them by worth, half by gain.
    [[nodiscard]] std::vector<std::size_t> pool(const Set& set) const
    {
        std::vector<std::size_t> left;
        for (std::size_t i = 0; i < m_choices.size(); ++i) {
            if (!set.contains(i))
                left.push_back(i);
        }
        std::vector<std::size_t> pool(left.begin(), left.begin() + std::min(left.size(), kPool / 2));
        std::stable_sort(left.begin(), left.end(),
                         [this](std::size_t a, std::size_t b) { return m_choices[a].gain > m_choices[b].gain; });
        for (const std::size_t i : left) {
            if (pool.size() < kPool && std::find(pool.begin(), pool.end(), i) == pool.end())
                pool.push_back(i);
        }
        return pool;
    }

    AdviceSearch& m_search;
    AdviceMeasurement& m_measurement;
    AdviceCandidate m_base;
    const std::vector<SensitivityUnit>& m_units;
    std::vector<Choice> m_choices; ///< the worthiest first
    std::map<Set, AdviceCandidate> m_tried;
};

AdviceSearch::~AdviceSearch() = default;

Result<void> AdviceSearch::treatLayers(const std::vector<SensitivityUnit>& units)
{
    if (!m_layers) {
        const AdviceCandidate* base = nullptr;
        for (const AdviceCandidate& each : m_all) {
            const bool isWhole = each.outcome.figures.byteShare() >= m_all.front().outcome.figures.byteShare();
            if (isWhole && (!base || m_measurement.lossOf(each.outcome) < m_measurement.lossOf(base->outcome)))
                base = &each;
        }
        m_layers = std::make_unique<Layers>(*this, base ? *base : m_best, units);
    }
    return m_layers->run();
}

} // namespace quantiscope
