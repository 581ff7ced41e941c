// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layer_errors.h"

#include <set>
#include <string>

namespace quantiscope {

/// Fills TensorError::drop and LayerErrors::firstWrong.
///
/// drop: dB of accumulated SQNR lost against the worst of the tensors in front; negative where it is better than all of
/// them; none where no quantized tensor lies in front.
///
/// firstWrong: the first tensor that its own quantization makes infinite or NaN in a sample. Otherwise a tensor whose
/// scale is four times too wide or more (TensorError::scaleExcess from 12 dB), the widest; a weight is told with what
/// is made with it. Where all scales are sound: the first along the graph of the tensors whose own error is out of
/// proportion (TensorError::excess from 12 dB, or within 3 dB of the highest), or leaves less than 20 dB where at least
/// 12 dB more arrived (drop). So it is a tensor that does harm by itself: one that only hands on, or makes smaller in
/// power, what came to it (a mean near 0) loses SQNR as well, but has no own error. weight is told where own error is
/// more than twice what the pair's rounding makes of it: that of the constants in front with the lowest SQNR. @p
/// outputs are the names of the graph's outputs, where paths end.
void findFirstWrong(const std::set<std::string>& outputs, LayerErrors& errors);

} // namespace quantiscope
