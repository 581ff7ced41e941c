// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/weight_measures.h"

#include "core/numerics/quantize.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace quantiscope {

ValueFacts valueFacts(std::span<const float> values)
{
    ValueFacts facts;
    double sum = 0.0;
    std::size_t count = 0;
    std::size_t zeros = 0;
    for (const float value : values) {
        if (!std::isfinite(value))
            continue;
        facts.min = count == 0 ? value : std::min<double>(facts.min, value);
        facts.max = count == 0 ? value : std::max<double>(facts.max, value);
        sum += value;
        zeros += value == 0.0F;
        ++count;
    }
    if (count == 0)
        return facts;
    const auto all = static_cast<double>(count);
    const double mean = sum / all;
    double second = 0.0;
    double fourth = 0.0;
    for (const float value : values) {
        if (!std::isfinite(value))
            continue;
        const double square = (value - mean) * (value - mean);
        second += square;
        fourth += square * square;
    }
    const double variance = second / all;
    facts.sigma = facts.min == facts.max ? 0.0 : std::sqrt(variance); // the mean of equal values may be rounded
    facts.kurtosis = facts.sigma > 0.0 && variance * variance > 0.0 ? fourth / all / (variance * variance) : 0.0;
    facts.zeros = static_cast<double>(zeros) / all;
    return facts;
}

double NoiseSums::decibels() const
{
    return noise == 0.0 ? std::numeric_limits<double>::infinity() : 10.0 * std::log10(signal / noise);
}

void CodeSet::insert(std::int32_t code)
{
    const auto at = static_cast<std::size_t>(code - std::numeric_limits<std::int16_t>::min());
    if (m_seen[at])
        return;
    m_seen[at] = true;
    m_codes.push_back(code);
}

void CodeSet::clear()
{
    for (const std::int32_t code : m_codes)
        m_seen[static_cast<std::size_t>(code - std::numeric_limits<std::int16_t>::min())] = false;
    m_codes.clear();
}

std::vector<ChannelNoise> quantizationNoise(const std::vector<std::vector<float>>& channels, const QuantParams& params,
                                            CodeLimits codes, CodeSet& all,
                                            const std::vector<std::vector<float>>& originals)
{
    std::vector<ChannelNoise> noise(channels.size());
    CodeSet own;
    for (std::size_t c = 0; c < channels.size(); ++c) {
        const std::size_t at = params.scale.size() > 1 ? c : 0;
        const float scale = params.scale[at];
        const std::int32_t zeroPoint = params.zeroPoint[at];
        ChannelNoise& channel = noise[c];
        channel.isSilent = true;
        for (std::size_t i = 0; i < channels[c].size(); ++i) {
            const float value = channels[c][i];
            if (!std::isfinite(value))
                continue;
            const std::int32_t code = quantizeValue(value, scale, zeroPoint, codes);
            own.insert(code);
            all.insert(code);
            channel.isSilent = channel.isSilent && code == zeroPoint;
            const double real = static_cast<float>(code - zeroPoint) * scale; // in float32, as DequantizeLinear
            const double original = originals.empty() ? value : originals[c][i];
            const double error = value == 0.0F ? real : (real - value) * (original / value);
            channel.sums.signal += original * original;
            channel.sums.noise += error * error;
        }
        channel.levels = own.size();
        own.clear();
    }
    return noise;
}

WeightFidelity fidelityOf(const std::vector<ChannelNoise>& noise, const std::vector<bool>& isDead)
{
    NoiseSums whole;
    double shares = 0.0;
    std::size_t living = 0;
    for (std::size_t c = 0; c < noise.size(); ++c) {
        const NoiseSums& sums = noise[c].sums;
        whole.signal += sums.signal;
        whole.noise += sums.noise;
        if (isDead[c])
            continue;
        shares += sums.noise == 0.0 ? 0.0 : sums.noise / sums.signal;
        ++living;
    }
    WeightFidelity fidelity{whole.decibels(), whole.decibels()};
    if (living > 0)
        fidelity.balanced = NoiseSums{static_cast<double>(living), shares}.decibels();
    return fidelity;
}

std::uint32_t differentValues(std::span<const float> values, std::uint32_t count)
{
    std::vector<float> seen;
    for (const float value : values) {
        if (seen.size() >= count)
            break;
        if (std::isfinite(value) && std::find(seen.begin(), seen.end(), value) == seen.end())
            seen.push_back(value);
    }
    return static_cast<std::uint32_t>(seen.size());
}

} // namespace quantiscope
