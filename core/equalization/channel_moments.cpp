// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/equalization/channel_moments.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace quantiscope {

namespace {

/// Elements that one call draws of a value, at most.
constexpr std::size_t kDrawnPerCall = 4096;

} // namespace

void ChannelMoments::scale(std::span<const double> factors)
{
    for (std::size_t channel = 0; channel < channels(); ++channel) {
        const double factor = factors[channel];
        mean[channel] *= factor;
        variance[channel] *= factor * factor;
        min[channel] = static_cast<float>(min[channel] * factor);
        max[channel] = static_cast<float>(max[channel] * factor);
        for (std::size_t i = 0; i < drawnPerChannel; ++i) {
            float& value = drawn[channel * drawnPerChannel + i];
            value = static_cast<float>(value * factor);
        }
    }
}

MomentsObserver::MomentsObserver(std::vector<ChannelLayout> layouts)
    : m_layouts(std::move(layouts)), m_records(m_layouts.size()), m_unfit(m_layouts.size(), false)
{
}

void MomentsObserver::observe(std::size_t slot, std::span<const float> values)
{
    ChannelLayout layout = m_layouts[slot];
    if (layout.inner == 0 && layout.channels > 0)
        layout.inner = values.size() / layout.channels;
    const bool fits = layout.channels > 0 && layout.inner > 0 && layout.inner <= values.size() / layout.channels
        && values.size() % (layout.channels * layout.inner) == 0;
    Record seen = fits ? record(layout, values) : Record();
    const bool finite =
        std::all_of(seen.squares.begin(), seen.squares.end(), [](double x) { return std::isfinite(x); });
    const std::lock_guard lock(m_lock);
    if (fits && finite)
        m_records[slot].push_back(std::move(seen));
    else
        m_unfit[slot] = true;
}

MomentsObserver::Record MomentsObserver::record(const ChannelLayout& layout, std::span<const float> values)
{
    const std::size_t channels = layout.channels;
    const std::size_t outer = values.size() / (channels * layout.inner);
    Record seen;
    seen.perChannel = outer * layout.inner;
    seen.sum.resize(channels);
    seen.squares.resize(channels);
    seen.nonzero.resize(channels);
    seen.min.resize(channels, std::numeric_limits<float>::infinity());
    seen.max.resize(channels, -std::numeric_limits<float>::infinity());
    for (std::size_t block = 0; block < outer; ++block) {
        for (std::size_t channel = 0; channel < channels; ++channel) {
            const auto part = values.subspan((block * channels + channel) * layout.inner, layout.inner);
            double sum = 0.0;
            double squares = 0.0;
            std::size_t nonzero = 0;
            for (const float value : part) {
                sum += value;
                squares += static_cast<double>(value) * value;
                nonzero += value != 0.0F ? 1 : 0;
                seen.min[channel] = std::min(seen.min[channel], value);
                seen.max[channel] = std::max(seen.max[channel], value);
            }
            seen.sum[channel] += sum;
            seen.squares[channel] += squares;
            seen.nonzero[channel] += static_cast<double>(nonzero);
        }
    }
    seen.drawnPerChannel = std::min(seen.perChannel, std::max<std::size_t>(1, kDrawnPerCall / channels));
    seen.drawn.reserve(channels * seen.drawnPerChannel);
    for (std::size_t channel = 0; channel < channels; ++channel) {
        for (std::size_t i = 0; i < seen.drawnPerChannel; ++i) {
            const std::size_t at = (2 * i + 1) * seen.perChannel / (2 * seen.drawnPerChannel);
            seen.drawn.push_back(values[(at / layout.inner * channels + channel) * layout.inner + at % layout.inner]);
        }
    }
    return seen;
}

ChannelMoments MomentsObserver::moments(std::size_t slot)
{
    std::vector<Record>& records = m_records[slot];
    ChannelMoments result;
    if (m_unfit[slot] || records.empty())
        return result;
    // Floating-point sums depend on the order, and the order of the calls on the threads.
    std::sort(records.begin(), records.end(), [](const Record& a, const Record& b) { return a.key() < b.key(); });
    const std::size_t channels = m_layouts[slot].channels;
    result.mean.resize(channels);
    result.variance.resize(channels);
    result.active.resize(channels);
    result.min = records.front().min;
    result.max = records.front().max;
    double count = 0.0;
    for (const Record& seen : records) {
        count += static_cast<double>(seen.perChannel);
        result.drawnPerChannel += seen.drawnPerChannel;
        for (std::size_t channel = 0; channel < channels; ++channel) {
            result.mean[channel] += seen.sum[channel];
            result.variance[channel] += seen.squares[channel];
            result.active[channel] += seen.nonzero[channel];
            result.min[channel] = std::min(result.min[channel], seen.min[channel]);
            result.max[channel] = std::max(result.max[channel], seen.max[channel]);
        }
    }
    for (std::size_t channel = 0; channel < channels; ++channel) {
        double& mean = result.mean[channel];
        double& variance = result.variance[channel];
        mean /= count;
        variance = std::max(0.0, variance / count - mean * mean);
        result.active[channel] /= count;
        for (const Record& seen : records) {
            const auto first = seen.drawn.begin() + static_cast<std::ptrdiff_t>(channel * seen.drawnPerChannel);
            result.drawn.insert(result.drawn.end(), first, first + static_cast<std::ptrdiff_t>(seen.drawnPerChannel));
        }
    }
    return result;
}

} // namespace quantiscope
