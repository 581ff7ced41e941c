// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layer_errors.h"

#include <set>
#include <string>

namespace quantiscope {

/// Fills TensorError::drop, and LayerErrors::firstWrong or, where nothing stands out, LayerErrors::lowest.
///
/// drop: dB of accumulated SQNR lost against the worst of the tensors in front; negative where it is better than all of
/// them; none where no quantized tensor lies in front.
///
/// firstWrong is, of what follows, the first that there is:
/// 1. the first tensor that its own quantization makes infinite or NaN in a sample;
/// 2. the tensor with the widest scale of those four times too wide or more (TensorError::scaleExcess from 12 dB);
///    a weight is told with what is made with it;
/// and, where the outputs are not sound,
/// 3. the first tensor along the graph that does harm by itself: its own error is out of proportion
///    (TensorError::excess from 12 dB), or leaves less than 20 dB where at least 12 dB more arrived (drop). One that
///    only hands on what came to it, or makes it smaller in power (a mean near 0), loses SQNR too, but by no own error.
///    Or that becomes infinite or NaN in a sample by the errors that reach it (a logarithm of values that became 0);
/// 4. the first tensor that makes what it is computed from worse, to less than 20 dB and by at least 12 dB, whatever
///    its own error (the difference of two values that are nearly equal).
/// The outputs are sound when one of them at least can be compared, none is broken, and each, and each of the values
/// that it is joined of, keeps 15 dB of accumulated SQNR and a cosine of 0.98 in the mean: an error that no output
/// shows is none to look for. Measured on four samples in A8W8 and XINT8: squeezenet, mobilenetv2_cifar10, vit_cifar10,
/// mnist, ultraface, DTLN's first part, bert_mini_sst2 and openWakeWord's alexa keep 19 dB or more, although some of
/// their tensors have an excess of 12 to 32 dB; yolox_nano, ppocr_v4_det, deeplabv3_mnv2 and openWakeWord's embedding 4
/// to 12 dB, and magika in A8W8 a cosine of 0.75 (the mean of its SQNR is made by samples that are sure).
///
/// weight is told where own error is more than twice what the pair's rounding makes of it: that of the constants in
/// front with the lowest SQNR. @p outputs are the names of the graph's outputs, where paths end.
void findFirstWrong(const std::set<std::string>& outputs, LayerErrors& errors);

} // namespace quantiscope
