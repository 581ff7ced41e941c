// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/output_metrics.h"

#include <cstddef>
#include <span>

namespace quantiscope {

/// What metrics of two vectors are made of.
struct DifferenceSums
{
    std::size_t count = 0;
    double dot = 0.0; ///< sum of a * b
    double aa = 0.0; ///< sum of a * a
    double bb = 0.0;
    double squares = 0.0; ///< sum of (a - b)²
    double most = 0.0; ///< largest |a - b|
    float low = 0.0F; ///< smallest and largest element of a
    float high = 0.0F;
    bool isFinite = true; ///< is every element of both?
};

/// One pass over both, in doubles; each sum adds eight interleaved ones, in an order that neither processor nor threads
/// change. Sums of float32 neither overflow nor vanish. @p a and @p b have the same length.
[[nodiscard]] DifferenceSums differenceSums(std::span<const float> a, std::span<const float> b);

/// OutputMetrics::cosine of two vectors whose product is @p dot and whose squared norms are @p aa and @p bb.
[[nodiscard]] double cosineOf(double dot, double aa, double bb);

/// OutputMetrics::sqnr of a vector with squared norm @p aa and a squared distance of @p squares from another one.
[[nodiscard]] std::optional<double> sqnrOf(double aa, double squares);

/// OutputMetrics::psnr of a vector whose elements spread over @p peak.
[[nodiscard]] std::optional<double> psnrOf(double peak, double rmse);

/// cosine, l2, rmse, psnr, maxAbs, highest and sqnr, as compareOutputs() defines them, of sums of the baseline a and
/// the quantized b; ssim stays as it is. Nothing when an element is not finite.
[[nodiscard]] std::optional<OutputMetrics> metricsOf(const DifferenceSums& sums);

} // namespace quantiscope
