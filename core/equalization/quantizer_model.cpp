// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/equalization/quantizer_model.h"

#include <algorithm>
#include <cmath>

namespace quantiscope {

namespace {

double squaredError(const Grid& grid, std::span<const float> values)
{
    double sum = 0.0;
    for (const float value : values) {
        const double error = grid.errorOf(value);
        sum += error * error;
    }
    return sum;
}

/// The grid of a symmetric or zero-preserving quantizer with this step for a range.
Grid gridOf(float step, TensorRange range, CodeLimits limits, Symmetry symmetry)
{
    // The middle code of an unsigned symmetric type is its zero.
    const std::int32_t middle = limits.min < 0 ? 0 : (limits.max - limits.min + 1) / 2;
    const float zero = symmetry == Symmetry::Symmetric
        ? static_cast<float>(middle)
        : std::clamp(std::nearbyint(static_cast<float>(limits.min) - range.min / step), static_cast<float>(limits.min),
                     static_cast<float>(limits.max));
    return {step, static_cast<float>(limits.min) - zero, static_cast<float>(limits.max) - zero};
}

GridSearch searchOf(CalibrationMethod method)
{
    return method == CalibrationMethod::MinMSE ? GridSearch::LeastSquares : GridSearch::Cover;
}

} // namespace

float Grid::errorOf(float value) const
{
    return std::clamp(std::nearbyint(value / step), lowest, highest) * step - value;
}

Grid GridRule::gridFor(TensorRange range, std::span<const float> values) const
{
    range = {std::min(range.min, 0.0F), std::max(range.max, 0.0F)};
    const CodeLimits limits = codeLimits(type, symmetry, codes);
    const float step = computeScaleZeroPoint(range, limits, symmetry).scale;
    if (scaleType != ScaleType::PowerOf2)
        return gridOf(step, range, limits, symmetry);
    const float covering = std::exp2(std::ceil(std::log2(step)));
    Grid best = gridOf(covering, range, limits, symmetry);
    if (search == GridSearch::Cover)
        return best;
    constexpr int kFinerSteps = 3;
    double least = squaredError(best, values);
    for (int finer = 1; finer <= kFinerSteps; ++finer) {
        const Grid grid = gridOf(std::ldexp(covering, -finer), range, limits, symmetry);
        if (const double error = squaredError(grid, values); error < least) {
            least = error;
            best = grid;
        }
    }
    return best;
}

QuantizerModel quantizerModel(const QuantConfig& config)
{
    const CalibrationMethod method = config.calibration.method;
    const bool powerOf2 = config.scaleType == ScaleType::PowerOf2;
    QuantizerModel model;
    model.perChannel = config.perChannel;
    model.weight = {config.weightType,
                    config.perChannel ? Symmetry::Symmetric : config.weightSymmetry(config.weightType),
                    config.reduceRange ? CodeRange::Reduced : CodeRange::Full, config.scaleType,
                    searchOf(config.calibration.weightMethod.value_or(powerOf2 ? method : CalibrationMethod::MinMax))};
    if (config.placement.quantizeBias && !config.int32Bias()) {
        model.bias = model.weight;
        model.bias->codes = CodeRange::Full;
    }
    if (!config.selection.weightsOnly) {
        model.activation = {config.activationType, config.activationSymmetry(), CodeRange::Full, config.scaleType,
                            searchOf(method)};
    }
    return model;
}

} // namespace quantiscope
