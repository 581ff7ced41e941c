// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/weight_findings.h"

#include "core/base/name_groups.h"
#include "core/base/number_text.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace quantiscope {

namespace {

constexpr double kUnevenRatio = 4.0;
constexpr double kWorthwhile = 6.0; ///< dB
constexpr double kMentioned = 1.0; ///< dB
constexpr double kOutlierRatio = 16.0;
constexpr double kHarm = 30.0; ///< dB
constexpr double kCoarse = 20.0; ///< dB

/// Three digits, no more behind the point than that takes: "719", "5.3", "12000".
std::string rounded(double value)
{
    return fixedText(value, value >= 9.95 ? 0 : 1);
}

/// "×719", "×4.12e+08".
std::string factorText(double factor)
{
    return "\u00d7" + (factor < 1e6 ? rounded(factor) : roundedText(factor));
}

std::string decibelText(double decibels)
{
    return (std::isinf(decibels) ? std::string("everything") : rounded(decibels) + " dB");
}

struct Remedy
{
    const char* name;
    const WeightAlternative* alternative = nullptr;
};

/// "per-channel scales gain 31 dB, 16 bits 48 dB"; empty when nothing helps.
std::string gains(const WeightFacts& facts, std::span<const Remedy> remedies)
{
    std::string text;
    for (const Remedy& remedy : remedies) {
        const std::optional<double> gain = facts.gain(*remedy.alternative);
        if (!gain || !(*gain >= kMentioned))
            continue;
        const std::string name = remedy.name;
        const char* verb = !text.empty() ? " " : name.ends_with('s') ? " gain " : " gains ";
        text += (text.empty() ? "" : ", ") + name + verb + decibelText(*gain);
    }
    return text;
}

/// What helps, behind ": " where the rules in force allow it and behind "; " where only others do; or nothing.
std::string remedies(const WeightFacts& facts)
{
    const Remedy equalization{"equalization", &facts.equalized};
    const std::vector<Remedy> encodings{{"per-channel scales", &facts.perChannel},
                                        {"16 bits", &facts.wide},
                                        {"per-channel scales of 16 bits", &facts.perChannelWide}};
    if (!facts.isNpu) {
        std::vector<Remedy> all = encodings;
        all.insert(all.begin() + 1, equalization);
        const std::string text = gains(facts, all);
        return text.empty() ? "" : ": " + text;
    }
    const std::string allowed = gains(facts, {&equalization, 1});
    const std::string others = gains(facts, encodings);
    return (allowed.empty() ? "" : ": " + allowed)
        + (others.empty() ? "" : "; with other rules than the NPU's " + others);
}

std::string countText(std::size_t some, std::size_t all)
{
    return std::to_string(some) + " of " + std::to_string(all);
}

/// max|w| / sigma of what has a scale of its own and lies out most.
double worstOutlier(const WeightFacts& facts)
{
    if (!facts.params.isPerChannel())
        return facts.values.outlierRatio();
    double worst = 0.0;
    for (const ChannelFacts& channel : facts.channels)
        worst = std::max(worst, channel.values.outlierRatio());
    return worst;
}

bool isUneven(const WeightFacts& facts)
{
    return !facts.params.isPerChannel() && facts.channelRatio() >= kUnevenRatio
        && (facts.coarseChannels() > 0
            || (facts.configured.balanced < kHarm && facts.gain(facts.perChannel).value_or(0.0) >= kWorthwhile));
}

std::string unevenSentence(const WeightFacts& facts)
{
    const std::size_t coarse = facts.coarseChannels();
    std::string text = "The channels of " + quotedName(facts.name) + " differ " + factorText(facts.channelRatio())
        + " in range; with one scale ";
    if (coarse > 0)
        text += countText(coarse, facts.channels.size())
            + (coarse == 1 ? " keeps fewer than 4 levels" : " keep fewer than 4 levels");
    else
        text += "the smaller ones keep few levels";
    return text + remedies(facts) + ".";
}

} // namespace

std::optional<WeightFinding> weightFinding(const WeightFacts& facts)
{
    const std::string name = quotedName(facts.name);
    if (isUneven(facts))
        return WeightFinding{facts.name, WeightFindingKind::ChannelRanges, unevenSentence(facts)};
    const double outlier = worstOutlier(facts);
    if (facts.configured.balanced < kHarm && outlier > kOutlierRatio) {
        return WeightFinding{facts.name, WeightFindingKind::Outliers,
                             "Few elements of " + name + " lie " + rounded(outlier)
                                 + " standard deviations out and leave few levels to the others" + remedies(facts)
                                 + "."};
    }
    if (facts.configured.balanced < kCoarse) {
        return WeightFinding{facts.name, WeightFindingKind::Coarse,
                             "The codes of " + name + " keep only " + rounded(facts.configured.balanced)
                                 + " dB of its values" + remedies(facts) + "."};
    }
    if (const std::size_t dead = facts.count(ChannelState::Dead)) {
        return WeightFinding{facts.name, WeightFindingKind::DeadChannels,
                             countText(dead, facts.channels.size()) + " channels of " + name
                                 + (dead == 1 ? " is zero and could be removed." : " are zero and could be removed.")};
    }
    return std::nullopt;
}

std::vector<WeightFinding> weightFindings(const WeightAnalysis& analysis)
{
    constexpr double kAlike = 3.0; // dB
    std::vector<std::pair<double, WeightFinding>> found;
    for (const WeightFacts& facts : analysis.weights) {
        if (std::optional<WeightFinding> finding = weightFinding(facts))
            found.emplace_back(std::floor(facts.configured.balanced / kAlike), std::move(*finding));
    }
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
        return a.second.kind != b.second.kind ? a.second.kind < b.second.kind : a.first < b.first;
    });
    std::vector<WeightFinding> findings;
    for (auto& [step, finding] : found)
        findings.push_back(std::move(finding));
    return findings;
}

const char* weightFindingName(WeightFindingKind kind)
{
    switch (kind) {
    case WeightFindingKind::ChannelRanges:
        return "channel ranges";
    case WeightFindingKind::Outliers:
        return "outliers";
    case WeightFindingKind::DeadChannels:
        return "dead channels";
    case WeightFindingKind::Coarse:
        break;
    }
    return "coarse";
}

} // namespace quantiscope
