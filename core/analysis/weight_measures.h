// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Private to core/analysis.

#include "core/analysis/weight_analysis.h"

#include <span>
#include <vector>

namespace quantiscope {

/// Facts of the finite elements of @p values; all 0 when there are none.
[[nodiscard]] ValueFacts valueFacts(std::span<const float> values);

/// Power of some elements and of what quantizing them adds, in doubles.
struct NoiseSums
{
    double signal = 0.0;
    double noise = 0.0;

    /// 10 log10(signal / noise); +inf without noise, -inf without signal.
    [[nodiscard]] double decibels() const;
};

/// What quantizing did to one channel.
struct ChannelNoise
{
    NoiseSums sums;
    std::uint32_t levels = 0; ///< different codes
    bool isSilent = false; ///< every code stands for 0
};

/// Codes that have been seen.
class CodeSet
{
public:
    CodeSet() : m_seen(kCodes, false) { }

    void insert(std::int32_t code);
    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(m_codes.size()); }
    void clear();

private:
    static constexpr std::size_t kCodes = 1U << 17U; ///< those of all 16-bit types, shifted to begin at 0
    std::vector<bool> m_seen;
    std::vector<std::int32_t> m_codes;
};

/// Quantizes the channels of a weight one by one with @p params (of one scale, or one for each of them) to @p codes.
/// What is not finite is left out. The codes of all are added to @p all.
///
/// @param originals  the channels before their elements were scaled, or empty; errors are then scaled back, element by
///        element
[[nodiscard]] std::vector<ChannelNoise> quantizationNoise(const std::vector<std::vector<float>>& channels,
                                                          const QuantParams& params, CodeLimits codes, CodeSet& all,
                                                          const std::vector<std::vector<float>>& originals = {});

/// Over all channels; those that @p isDead are not counted in the balanced figure.
[[nodiscard]] WeightFidelity fidelityOf(const std::vector<ChannelNoise>& noise, const std::vector<bool>& isDead);

/// Are there fewer different finite values among @p values than @p count, a small number? Returns how many, or
/// @p count.
[[nodiscard]] std::uint32_t differentValues(std::span<const float> values, std::uint32_t count);

} // namespace quantiscope
