// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/quant_config.h"
#include "core/equalization/layer_weights.h"

#include <array>
#include <vector>

namespace quantiscope {

/// One factor per channel between two layers: the head's outputs are multiplied by it, what the tail reads of them is
/// divided by it. Each is positive and finite.
using ChannelFactors = std::vector<double>;

/// What the bias is divided by before it is compared with the weights; larger the more the biases outweigh them.
///
/// F holds |b| / max(|W|, 1e-7) of every weight W and its channel's bias b; zero weights count as the smallest
/// magnitude of their channel, channels of zeros as bias 0. With max|b| < 10 and max|b| / max|W| < 20: 5 where median F
/// > 100 or mean F > 1000, else 2. Otherwise: 20 where median F > 30 or mean F > 500, 10 where median F > 15 or mean F
/// > 100, else 5. Source: quark_behaviour section 6, CLE.
[[nodiscard]] double biasShrink(const LayerWeights& layer);

/// Largest magnitude of what makes each output channel: of the weights, and with scaleAppendBias of the shrunk bias.
[[nodiscard]] std::vector<double> headMagnitudes(const LayerWeights& head, const EqualizationConfig& config);

/// sqrt(r2 / r1) with r1 = headMagnitudes() and r2 the largest magnitude of the weights that read the channel; 1 where
/// one is 0, and with scaleUseThreshold where r1 + r2 < weightThreshold. Source: quark_behaviour section 6, CLE.
[[nodiscard]] ChannelFactors pairFactors(const LayerWeights& head, const LayerWeights& tail,
                                         const EqualizationConfig& config);

/// g / m0 and m2 / g with m0, m1 the largest magnitudes per output channel of the head and the depthwise layer, m2 per
/// input channel of the tail, and g the cube root of their product; 1 where a factor would not be finite and positive.
/// All three have the magnitude g afterwards. Source: quark_behaviour section 6, CLE.
[[nodiscard]] std::array<ChannelFactors, 2> tripleFactors(const LayerWeights& head, const LayerWeights& middle,
                                                          const LayerWeights& tail);

} // namespace quantiscope
