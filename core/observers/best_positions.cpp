// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observers/best_positions.h"

#include "core/base/vector_clones.h"
#include "core/numerics/scale_types.h"
#include "core/observers/position_search.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace quantiscope {

namespace {

constexpr std::size_t kBins = FloatHistogram::kPageBins;
constexpr int kExponentBias = 127;

// Binades of u = |x| / scale. At the finest scale, what lies below 1/2 is rounded to 0 and need not be looked at; at
// the coarsest it is as many binades lower.
constexpr int kLowestExponent = -1 - kCoarserPositions - kFinerPositions;

using PageErrors = std::array<double, kBins>;

/// Mean squared error, in steps, of the values in each bin of each binade from kLowestExponent on.
using ErrorTable = std::vector<PageErrors>;

/// For the side of a grid whose outermost step is number @p highest.
ErrorTable makeTable(double highest)
{
    // The largest value is at most sqrt 2 times as many steps of the first scale.
    const int highestExponent = std::ilogb(highest * 1.5) + kFinerPositions;
    QuantGrid grid({1.0F, 0}, {0, 1});
    grid.lowest = -highest;
    grid.highest = highest;
    ErrorTable table;
    for (int exponent = kLowestExponent; exponent <= highestExponent; ++exponent) {
        PageErrors& page = table.emplace_back();
        for (std::size_t i = 0; i < kBins; ++i) {
            const double u = std::ldexp(1.0 + static_cast<double>(i) / kBins, exponent);
            const double width = std::ldexp(1.0 / kBins, exponent);
            page[i] = (squaredErrorUpTo(u + width, grid) - squaredErrorUpTo(u, grid)) / width;
        }
    }
    return table;
}

const ErrorTable& tableFor(double highest)
{
    static const ErrorTable kTables[] = {makeTable(127.0), makeTable(128.0), makeTable(32767.0), makeTable(32768.0)};
    return kTables[(highest > 128.0 ? 2 : 0) + (std::fmod(highest, 2.0) == 0.0 ? 1 : 0)];
}

QUANTISCOPE_VECTOR_CLONES
double dotProduct(const double* counts, const double* errors)
{
    constexpr std::size_t kLanes = 8; // as many sums for every vector width
    double sums[kLanes] = {};
    for (std::size_t first = 0; first < kBins; first += kLanes) {
        for (std::size_t lane = 0; lane < kLanes; ++lane)
            sums[lane] += counts[first + lane] * errors[first + lane];
    }
    double sum = 0.0;
    for (const double each : sums)
        sum += each;
    return sum;
}

struct Binade
{
    bool negative = false;
    int exponent = 0;
    std::array<double, kBins> counts;
};

/// The sample's binades from the largest magnitude down, as far as they matter at any position from @p finest on.
std::vector<Binade> binadesOf(const FloatHistogram& histogram, int largestExponent, int finest)
{
    std::vector<Binade> binades;
    for (int exponent = largestExponent; exponent + finest >= -1 && exponent > -kExponentBias; --exponent) {
        for (const bool negative : {false, true}) {
            const std::uint32_t* counts =
                histogram.pageCounts(static_cast<std::size_t>((negative ? 256 : 0) + exponent + kExponentBias));
            if (!counts)
                continue;
            binades.push_back({negative, exponent, {}});
            std::copy(counts, counts + kBins, binades.back().counts.begin());
        }
    }
    return binades;
}

ValueBin clampedBin(const TensorStatistics& sample, std::uint16_t bin)
{
    const FloatHistogram::Bounds bounds = FloatHistogram::boundsOf(bin);
    return {std::clamp(bounds.lower, sample.min, sample.max), std::clamp(bounds.upper, sample.min, sample.max),
            static_cast<double>(sample.histogram.count(bin))};
}

/// The outermost bins, which the observed range narrows, are taken out of the binades: the tables do not fit them.
/// They are split as signedBins() does.
std::vector<ValueBin> takeOutermost(const TensorStatistics& sample, std::vector<Binade>& binades)
{
    const std::uint16_t lowest = FloatHistogram::binOf(sample.min);
    const std::uint16_t highest = FloatHistogram::binOf(sample.max);
    std::vector<ValueBin> taken;
    for (const std::uint16_t bin : {lowest, highest}) {
        for (Binade& binade : binades) {
            if ((binade.negative ? 256 : 0) + binade.exponent + kExponentBias == int(bin / kBins))
                binade.counts[bin % kBins] = 0.0;
        }
    }
    if (lowest == highest)
        return {clampedBin(sample, lowest)};
    for (const std::uint16_t bin : {lowest, highest}) {
        ValueBin outermost = clampedBin(sample, bin);
        // A negative bin's number grows with the magnitude.
        const bool isNegative = (bin & 0x8000U) != 0;
        const bool inwardIsSmaller = (bin == lowest) == isNegative;
        const auto neighbour = static_cast<std::uint16_t>(inwardIsSmaller ? bin - 1 : bin + 1);
        const double extreme = bin == lowest ? sample.min : sample.max;
        const ValueBin atExtreme = takeExtreme(outermost, clampedBin(sample, neighbour), extreme);
        taken.push_back(outermost);
        taken.push_back(atExtreme);
    }
    return taken;
}

} // namespace

bool isVotedFor(const QuantTarget& target)
{
    return std::find(kVotingTargets.begin(), kVotingTargets.end(), target) != kVotingTargets.end();
}

std::array<std::optional<int>, kVotingTargets.size()> bestPositions(const TensorStatistics& sample)
{
    std::array<std::optional<int>, kVotingTargets.size()> positions;
    if (!sample.hasRange())
        return positions;
    const TensorRange range{sample.min, sample.max};
    const float largest = std::max(std::abs(sample.min), std::abs(sample.max));
    if (sample.histogram.hasLargeCounts()) {
        const std::vector<ValueBin> bins = signedBins(sample);
        for (std::size_t i = 0; i < positions.size(); ++i) {
            if (const auto choice = bestPosition(bins, range, kVotingTargets[i]))
                positions[i] = choice->position;
        }
        return positions;
    }
    int finest = std::numeric_limits<int>::min();
    for (const QuantTarget& target : kVotingTargets)
        finest = std::max(finest, nearestPosition(computeScaleZeroPoint(range, target).scale) + kFinerPositions);
    std::vector<Binade> binades = binadesOf(sample.histogram, std::ilogb(largest), finest);
    const BinnedError outermost(takeOutermost(sample, binades));
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const QuantTarget& target = kVotingTargets[i];
        const int lowest = -1 - nearestPosition(computeScaleZeroPoint(range, target).scale) - kFinerPositions;
        const auto choice = searchPosition(range, target, [&](const QuantGrid& grid) {
            const ErrorTable& above = tableFor(grid.highest);
            const ErrorTable& below = tableFor(-grid.lowest);
            const int position = -std::ilogb(grid.scale);
            double sum = 0.0;
            for (const Binade& binade : binades) {
                if (binade.exponent < lowest)
                    break;
                const auto row = std::size_t(binade.exponent + position - kLowestExponent);
                sum += dotProduct(binade.counts.data(), (binade.negative ? below : above)[row].data());
            }
            return sum * grid.scale * grid.scale + outermost.sum(grid);
        });
        if (choice)
            positions[i] = choice->position;
    }
    return positions;
}

void castVotes(TensorStatistics& sample)
{
    const auto positions = bestPositions(sample);
    for (std::size_t i = 0; i < positions.size(); ++i) {
        if (positions[i])
            sample.votes.add(kVotingTargets[i].type, *positions[i]);
    }
}

} // namespace quantiscope
