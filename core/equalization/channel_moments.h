// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runtime/inference_session.h"

#include <cstddef>
#include <mutex>
#include <span>
#include <tuple>
#include <vector>

namespace quantiscope {

/// What was seen of a value, channel by channel.
struct ChannelMoments
{
    std::vector<double> mean;
    std::vector<double> variance;
    std::vector<double> active; ///< share of elements that are not 0
    std::vector<float> min;
    std::vector<float> max;
    std::vector<float> drawn; ///< some elements, drawnPerChannel of channel 0, then of channel 1, …
    std::size_t drawnPerChannel = 0;

    [[nodiscard]] std::size_t channels() const { return mean.size(); }
    /// Channel @p channel's part of drawn.
    [[nodiscard]] std::span<const float> drawnOf(std::size_t channel) const
    {
        return std::span(drawn).subspan(channel * drawnPerChannel, drawnPerChannel);
    }
    /// As they would be if channel c were multiplied by factors[c] > 0.
    void scale(std::span<const double> factors);
};

/// How the channels of a value lie: [outer, channels, inner], row major.
struct ChannelLayout
{
    std::size_t channels = 0;
    std::size_t inner = 0; ///< 0: not known; the outer extent is 1 then
};

/// Collects moments of observed values. Thread-safe; what moments() gives does not depend on the order of the calls.
/// Memory: for each call and value a few thousand numbers.
class MomentsObserver final : public ValueObserver
{
public:
    /// @p layouts by slot.
    explicit MomentsObserver(std::vector<ChannelLayout> layouts);

    void observe(std::size_t slot, std::span<const float> values) override;

    /// Moments over all calls; no channels when a call did not fit the layout, a value was not finite, or there was no
    /// call.
    [[nodiscard]] ChannelMoments moments(std::size_t slot);

private:
    /// What one call showed.
    struct Record
    {
        std::vector<double> sum;
        std::vector<double> squares;
        std::vector<double> nonzero;
        std::vector<float> min;
        std::vector<float> max;
        std::vector<float> drawn;
        std::size_t perChannel = 0; ///< elements
        std::size_t drawnPerChannel = 0;

        [[nodiscard]] auto key() const { return std::tie(perChannel, sum, squares, nonzero, min, max, drawn); }
    };

    [[nodiscard]] static Record record(const ChannelLayout& layout, std::span<const float> values);

    std::vector<ChannelLayout> m_layouts;
    std::vector<std::vector<Record>> m_records; ///< by slot
    std::vector<bool> m_unfit;
    std::mutex m_lock; ///< of the two
};

} // namespace quantiscope
