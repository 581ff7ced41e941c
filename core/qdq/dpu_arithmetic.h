// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace quantiscope {

// What the NPU's CNN engine (DPU) computes with integers where the operator's definition has real numbers.
// Source: quark_behaviour section 4.9.

/// The slope of a LeakyRelu in 256ths: round(256 alpha) / 256, halves to even; 0.1 becomes 26/256.
[[nodiscard]] float dpuLeakyAlpha(float alpha);

/// A bound of a Clip: the nearest integer (halves to even) within -128 … 127.
[[nodiscard]] float dpuClipBound(float bound);

/// What a HardSigmoid with alpha 1/6 and beta 1/2 is multiplied by: the engine has 2731/16384 for 1/6, a factor of
/// 1.00012207.
[[nodiscard]] float dpuHardSigmoidFactor();

/// What a mean of @p count > 0 values is multiplied by: the engine divides by multiplying with k / 2^n. Of n = 0 …
/// 6 + ceil(log2 count), k = round(2^n / count), the first n with the smallest |k / 2^n - 1 / count| is taken; the
/// factor is count * k / 2^n.
[[nodiscard]] float dpuMeanFactor(std::int64_t count);

/// The same for an average pooling over @p height x @p width > 0 values. The engine has numbers of its own for
/// 3x3 (7/64), 5x5 (10/256), 6x6 (7/256), 7x7 (21/1024) and 14x14 (21/4096); a side above 255 gives 1. Kernels that are
/// not square, which the reference leaves alone, are taken as means of height * width values.
[[nodiscard]] float dpuPoolFactor(std::int64_t height, std::int64_t width);

} // namespace quantiscope
