// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/equalization/weight_noise.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <functional>
#include <iterator>
#include <limits>
#include <numeric>
#include <utility>

namespace quantiscope {

namespace {

constexpr std::size_t kLanes = 4;
/// So many elements or rows are added up in float32, then in float64.
constexpr std::size_t kBlock = 512;

/// A vector type, because a loop over an array of sums is not kept in registers.
using Lanes = float __attribute__((vector_size(kLanes * sizeof(float))));

Lanes lanesAt(const float* numbers)
{
    Lanes lanes;
    std::memcpy(&lanes, numbers, sizeof lanes);
    return lanes;
}

double total(const Lanes& lanes)
{
    double sum = 0.0;
    for (std::size_t lane = 0; lane < kLanes; ++lane)
        sum += lanes[lane];
    return sum;
}

std::vector<float> floats(std::span<const double> numbers, double scale = 1.0)
{
    std::vector<float> result(numbers.size());
    std::transform(numbers.begin(), numbers.end(), result.begin(),
                   [scale](double number) { return static_cast<float>(number * scale); });
    return result;
}

/// Largest magnitude, 1 when there is none: what numbers are divided by so that float32 holds them and their products.
double unitOf(std::span<const double> numbers)
{
    double largest = 0.0;
    for (const double number : numbers)
        largest = std::max(largest, std::abs(number));
    return largest > 0.0 ? largest : 1.0;
}

float inverseStep(const Grid& grid)
{
    return std::min(1.0F / grid.step, std::numeric_limits<float>::max());
}

/// errors[j] = what rounding to a code between the bounds does to weights[j] * scale * factors[j].
void roundingErrors(std::span<const float> weights, float scale, const float* factors, const Grid& grid, float* errors)
{
    const float low = grid.lowest;
    const float high = grid.highest;
    for (std::size_t j = 0; j < weights.size(); ++j) {
        const float exact = weights[j] * scale * factors[j];
        const float within = std::min(std::max(exact, low), high);
        errors[j] = (within + Grid::kRounder) - Grid::kRounder - exact;
    }
}

} // namespace

/// All in float32.
struct WeightNoise::Factors
{
    std::vector<float> outputs; ///< by output channel
    std::vector<float> inputs; ///< by input channel: the inverse of what is divided by
    std::vector<float> elements; ///< of these two, the one that runs along the rows; see LayerWeights::byElement()
    double meanUnit = 1.0;
    double varianceUnit = 1.0;
    std::vector<float> mean; ///< by input channel, in units
    std::vector<float> variance;
};

/// By output channel, in steps (of one element) or their squares.
struct WeightNoise::Sums
{
    std::vector<double> linear; ///< of e mean, in units of the mean
    std::vector<double> squares; ///< of e^2 variance, in units of the variance
    std::vector<double> plain; ///< of e^2
};

std::vector<TensorRange> WeightNoise::ranges(const Factors& factors) const
{
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    std::vector<float> least(m_layer.outputs, kInfinity);
    std::vector<float> most(m_layer.outputs, -kInfinity);
    for (std::size_t r = 0; r < m_layer.rows(); ++r) {
        const std::span<const float> row = m_layer.row(r);
        if (!m_layer.hasOutputRows()) {
            const float factor = factors.inputs[r];
            for (std::size_t j = 0; j < row.size(); ++j) {
                const float value = row[j] * factor;
                least[j] = std::min(least[j], value);
                most[j] = std::max(most[j], value);
            }
            continue;
        }
        const float* factor = factors.elements.data() + m_layer.elementsOf(r);
        Lanes low = Lanes{} + kInfinity;
        Lanes high = -low;
        std::size_t j = 0;
        for (; j + kLanes <= row.size(); j += kLanes) {
            const Lanes value = lanesAt(row.data() + j) * lanesAt(factor + j);
            low = value < low ? value : low;
            high = value > high ? value : high;
        }
        for (; j < row.size(); ++j) {
            low[0] = std::min(low[0], row[j] * factor[j]);
            high[0] = std::max(high[0], row[j] * factor[j]);
        }
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            least[r] = std::min(least[r], low[lane]);
            most[r] = std::max(most[r], high[lane]);
        }
    }
    std::vector<TensorRange> result;
    for (std::size_t output = 0; output < m_layer.outputs; ++output)
        result.push_back({least[output] * factors.outputs[output], most[output] * factors.outputs[output]});
    if (m_model.perChannel)
        return result;
    TensorRange whole = result.front();
    for (const TensorRange& range : result)
        whole = joined(whole, range);
    return {whole};
}

void WeightNoise::addOutputRows(const Factors& factors, std::span<const Grid> grids, Sums& sums) const
{
    const std::vector<float> means = m_layer.byElement(factors.mean);
    const std::vector<float> variances = m_layer.byElement(factors.variance);
    std::array<float, kBlock> errors;
    for (std::size_t output = 0; output < m_layer.outputs; ++output) {
        const Grid& grid = grids[grids.size() == 1 ? 0 : output];
        const float scale = factors.outputs[output] * inverseStep(grid);
        const std::span<const float> row = m_layer.row(output);
        const std::size_t begin = m_layer.elementsOf(output);
        for (std::size_t first = 0; first < row.size(); first += kBlock) {
            const std::size_t count = std::min(kBlock, row.size() - first);
            const float* mean = means.data() + begin + first;
            const float* variance = variances.data() + begin + first;
            roundingErrors(row.subspan(first, count), scale, factors.elements.data() + begin + first, grid,
                           errors.data());
            Lanes linear{};
            Lanes squares{};
            Lanes plain{};
            std::size_t j = 0;
            for (; j + kLanes <= count; j += kLanes) {
                const Lanes error = lanesAt(errors.data() + j);
                const Lanes square = error * error;
                linear += error * lanesAt(mean + j);
                squares += square * lanesAt(variance + j);
                plain += square;
            }
            for (; j < count; ++j) {
                const float square = errors[j] * errors[j];
                linear[0] += errors[j] * mean[j];
                squares[0] += square * variance[j];
                plain[0] += square;
            }
            sums.linear[output] += total(linear);
            sums.squares[output] += total(squares);
            sums.plain[output] += total(plain);
        }
    }
}

void WeightNoise::addInputRows(const Factors& factors, std::span<const Grid> grids, Sums& sums) const
{
    const std::size_t outputs = m_layer.outputs;
    std::vector<float> scales(outputs);
    for (std::size_t output = 0; output < outputs; ++output)
        scales[output] = factors.elements[output] * inverseStep(grids[grids.size() == 1 ? 0 : output]);
    std::vector<float> errors(outputs);
    std::vector<float> linear(outputs);
    std::vector<float> squares(outputs);
    std::vector<float> plain(outputs);
    const auto flush = [](std::vector<float>& part, std::vector<double>& whole) {
        std::transform(whole.begin(), whole.end(), part.begin(), whole.begin(), std::plus<>());
        std::fill(part.begin(), part.end(), 0.0F);
    };
    for (std::size_t input = 0; input < m_layer.inputsPerGroup; ++input) {
        const float mean = factors.mean[input];
        const float variance = factors.variance[input];
        // Grids of several channels differ in their steps alone: they are symmetric.
        roundingErrors(m_layer.row(input), factors.inputs[input], scales.data(), grids.front(), errors.data());
        for (std::size_t output = 0; output < outputs; ++output) {
            const float square = errors[output] * errors[output];
            linear[output] += errors[output] * mean;
            squares[output] += square * variance;
            plain[output] += square;
        }
        if ((input + 1) % kBlock == 0 || input + 1 == m_layer.inputsPerGroup) {
            flush(linear, sums.linear);
            flush(squares, sums.squares);
            flush(plain, sums.plain);
        }
    }
}

WeightNoise::Sums WeightNoise::sums(const Factors& factors, std::span<const Grid> grids) const
{
    const std::vector<double> zeros(m_layer.outputs, 0.0);
    Sums result{zeros, zeros, zeros};
    if (m_layer.hasOutputRows())
        addOutputRows(factors, grids, result);
    else
        addInputRows(factors, grids, result);
    for (std::size_t output = 0; output < m_layer.outputs; ++output) {
        const double step = grids[grids.size() == 1 ? 0 : output].step;
        result.linear[output] *= step * factors.meanUnit;
        result.squares[output] *= step * step * factors.varianceUnit;
        result.plain[output] *= step * step;
    }
    return result;
}

std::vector<double> WeightNoise::biasErrors(std::span<const double> below) const
{
    std::vector<double> errors(m_layer.outputs, 0.0);
    if (!m_model.bias || m_layer.bias.empty())
        return errors;
    std::vector<float> bias = m_layer.bias;
    for (std::size_t output = 0; output < below.size(); ++output)
        bias[output] = static_cast<float>(bias[output] * below[output]);
    const auto [least, most] = std::minmax_element(bias.begin(), bias.end());
    const Grid grid = m_model.bias->gridFor({*least, *most}, bias);
    std::transform(bias.begin(), bias.end(), errors.begin(), [&grid](float value) { return grid.errorOf(value); });
    return errors;
}

std::vector<double> WeightNoise::with(std::span<const double> below, std::span<const double> above) const
{
    std::vector<double> mean = m_input.mean;
    std::vector<double> variance = m_input.variance;
    std::vector<double> inverse(mean.size(), 1.0);
    for (std::size_t input = 0; input < above.size(); ++input) {
        mean[input] *= above[input];
        variance[input] *= above[input] * above[input];
        inverse[input] = 1.0 / above[input];
    }
    Factors factors;
    factors.outputs = below.empty() ? std::vector<float>(m_layer.outputs, 1.0F) : floats(below);
    factors.inputs = floats(inverse);
    factors.elements = m_layer.byElement(m_layer.hasOutputRows() ? factors.inputs : factors.outputs);
    factors.meanUnit = unitOf(mean);
    factors.varianceUnit = unitOf(variance);
    factors.mean = floats(mean, 1.0 / factors.meanUnit);
    factors.variance = floats(variance, 1.0 / factors.varianceUnit);

    std::vector<std::vector<Grid>> choices; // by output channel, or one
    for (const TensorRange& range : ranges(factors))
        choices.push_back(m_model.weight.grids(range));
    Sums best;
    for (std::size_t choice = 0; choice < choices.front().size(); ++choice) {
        std::vector<Grid> grids;
        std::transform(choices.begin(), choices.end(), std::back_inserter(grids),
                       [choice](const std::vector<Grid>& of) { return of[choice]; });
        Sums seen = sums(factors, grids);
        if (choice == 0) {
            best = std::move(seen);
        } else if (m_model.perChannel) {
            for (std::size_t output = 0; output < m_layer.outputs; ++output) {
                if (seen.plain[output] < best.plain[output]) {
                    best.linear[output] = seen.linear[output];
                    best.squares[output] = seen.squares[output];
                    best.plain[output] = seen.plain[output];
                }
            }
        } else if (std::accumulate(seen.plain.begin(), seen.plain.end(), 0.0)
                   < std::accumulate(best.plain.begin(), best.plain.end(), 0.0)) {
            best = std::move(seen);
        }
    }
    const std::vector<double> bias = biasErrors(below);
    for (std::size_t output = 0; output < m_layer.outputs; ++output) {
        const double shift = best.linear[output] + bias[output];
        best.squares[output] += shift * shift;
    }
    return std::move(best.squares);
}

} // namespace quantiscope
