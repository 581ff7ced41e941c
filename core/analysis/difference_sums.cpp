// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/difference_sums.h"

#include "core/base/vector_clones.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace quantiscope {

namespace {

constexpr std::size_t kLanes = 8;

struct LaneSums
{
    double dot[kLanes] = {};
    double aa[kLanes] = {};
    double bb[kLanes] = {};
    double squares[kLanes] = {};
    double most[kLanes] = {};
    float low[kLanes] = {};
    float high[kLanes] = {};
};

QUANTISCOPE_VECTOR_CLONES void addBlocks(const float* a, const float* b, std::size_t blocks, LaneSums& sums)
{
    LaneSums lanes = sums; // local, so that the compiler keeps it in registers
    for (std::size_t block = 0; block < blocks; ++block) {
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            const float real = a[block * kLanes + lane];
            const double x = real;
            const double y = b[block * kLanes + lane];
            const double distance = std::abs(x - y);
            lanes.dot[lane] += x * y;
            lanes.aa[lane] += x * x;
            lanes.bb[lane] += y * y;
            lanes.squares[lane] += distance * distance;
            lanes.most[lane] = lanes.most[lane] < distance ? distance : lanes.most[lane];
            lanes.low[lane] = real < lanes.low[lane] ? real : lanes.low[lane];
            lanes.high[lane] = lanes.high[lane] < real ? real : lanes.high[lane];
        }
    }
    sums = lanes;
}

double total(const double (&lanes)[kLanes])
{
    return ((lanes[0] + lanes[1]) + (lanes[2] + lanes[3])) + ((lanes[4] + lanes[5]) + (lanes[6] + lanes[7]));
}

} // namespace

DifferenceSums differenceSums(std::span<const float> a, std::span<const float> b)
{
    assert(a.size() == b.size());
    LaneSums lanes;
    std::fill(std::begin(lanes.low), std::end(lanes.low), a.empty() ? 0.0F : a[0]);
    std::fill(std::begin(lanes.high), std::end(lanes.high), a.empty() ? 0.0F : a[0]);
    const std::size_t blocks = a.size() / kLanes;
    addBlocks(a.data(), b.data(), blocks, lanes);
    if (const std::size_t rest = a.size() % kLanes; rest > 0) {
        // Zeros add nothing to sums, but would be a smallest or largest element.
        const LaneSums before = lanes;
        float x[kLanes] = {};
        float y[kLanes] = {};
        std::copy_n(a.data() + blocks * kLanes, rest, x);
        std::copy_n(b.data() + blocks * kLanes, rest, y);
        addBlocks(x, y, 1, lanes);
        std::copy(std::begin(before.low) + rest, std::end(before.low), std::begin(lanes.low) + rest);
        std::copy(std::begin(before.high) + rest, std::end(before.high), std::begin(lanes.high) + rest);
    }
    DifferenceSums sums;
    sums.count = a.size();
    sums.dot = total(lanes.dot);
    sums.aa = total(lanes.aa);
    sums.bb = total(lanes.bb);
    sums.squares = total(lanes.squares);
    sums.most = *std::max_element(std::begin(lanes.most), std::end(lanes.most));
    sums.low = *std::min_element(std::begin(lanes.low), std::end(lanes.low));
    sums.high = *std::max_element(std::begin(lanes.high), std::end(lanes.high));
    // Squares of finite floats are finite doubles, those of others are not.
    sums.isFinite = std::isfinite(sums.aa) && std::isfinite(sums.bb);
    return sums;
}

double cosineOf(double dot, double aa, double bb)
{
    if (aa > 0.0 && bb > 0.0)
        return std::clamp(dot / (std::sqrt(aa) * std::sqrt(bb)), -1.0, 1.0);
    return aa == bb ? 1.0 : 0.0;
}

std::optional<double> sqnrOf(double aa, double squares)
{
    if (squares == 0.0)
        return std::numeric_limits<double>::infinity();
    return aa > 0.0 ? std::optional(10.0 * std::log10(aa / squares)) : std::nullopt;
}

std::optional<double> psnrOf(double peak, double rmse)
{
    if (rmse == 0.0)
        return std::numeric_limits<double>::infinity();
    return peak > 0.0 ? std::optional(20.0 * std::log10(peak / rmse)) : std::nullopt;
}

std::optional<OutputMetrics> metricsOf(const DifferenceSums& sums)
{
    if (!sums.isFinite)
        return std::nullopt;
    OutputMetrics metrics;
    metrics.cosine = cosineOf(sums.dot, sums.aa, sums.bb);
    metrics.l2 = std::sqrt(sums.squares);
    metrics.rmse = sums.count == 0 ? 0.0 : std::sqrt(sums.squares / static_cast<double>(sums.count));
    metrics.psnr = psnrOf(static_cast<double>(sums.high) - sums.low, metrics.rmse);
    metrics.maxAbs = sums.most;
    metrics.highest = sums.high;
    metrics.sqnr = sqnrOf(sums.aa, sums.squares);
    return metrics;
}

} // namespace quantiscope
