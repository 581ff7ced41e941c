// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/weight_analysis.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <vector>

namespace quantiscope {

/// What is wrong with a weight, the graver the earlier.
enum class WeightFindingKind
{
    ChannelRanges, ///< its channels differ so much in range that one scale does not serve all of them
    Outliers, ///< few elements lie far out and take the codes from all others
    Coarse, ///< its codes are too few for it, whatever the reason
    DeadChannels, ///< channels that nothing is lost with
};

/// What there is to say about one weight, for people.
struct WeightFinding
{
    std::string weight;
    WeightFindingKind kind = WeightFindingKind::Coarse;
    /// One sentence, with what is gained by which remedy: "The channels of 'conv.weight' differ ×719 in range; with one
    /// scale 7 of 16 keep fewer than 4 levels: per-channel scales gain 31 dB."
    std::string sentence;

    bool operator==(const WeightFinding&) const = default;
};

/// The gravest finding about @p facts; nothing when it is in order.
///
/// ChannelRanges: it has one scale, max|w| of its channels differs by a factor of 4 or more, and either a channel is
/// coarse, or it is below 30 dB and scales for each channel would gain 6 dB. Outliers: below 30 dB, and max|w| above 16
/// sigma (of the channel that lies out most, where each has a scale). Coarse: below 20 dB. DeadChannels: one or more.
/// All in balanced SQNR.
[[nodiscard]] std::optional<WeightFinding> weightFinding(const WeightFacts& facts);

/// Findings about all weights: by kind, then the one with the lowest balanced SQNR first; in steps of 3 dB, and within
/// one in the order of the graph, because an error in front goes through all that is behind.
[[nodiscard]] std::vector<WeightFinding> weightFindings(const WeightAnalysis& analysis);

/// "channel ranges", "outliers", "coarse", "dead channels".
[[nodiscard]] const char* weightFindingName(WeightFindingKind kind);

/// Reads the "findings" that toJson() of a WeightAnalysis writes; none where @p document has none. ConfigRefused with
/// the key's full name; @p where begins it.
[[nodiscard]] Result<std::vector<WeightFinding>> weightFindingsFromJson(const nlohmann::json& document,
                                                                        const std::string& where);

} // namespace quantiscope
