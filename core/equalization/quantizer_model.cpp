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

std::vector<Grid> GridRule::grids(TensorRange range) const
{
    range = {std::min(range.min, 0.0F), std::max(range.max, 0.0F)};
    const CodeLimits limits = codeLimits(type, symmetry, codes);
    const float step = computeScaleZeroPoint(range, limits, symmetry).scale;
    if (scaleType != ScaleType::PowerOf2)
        return {gridOf(step, range, limits, symmetry)};
    const float covering = std::exp2(std::ceil(std::log2(step)));
    const int finerSteps = search == GridSearch::Cover ? 0 : 3;
    std::vector<Grid> result;
    for (int finer = 0; finer <= finerSteps; ++finer)
        result.push_back(gridOf(std::ldexp(covering, -finer), range, limits, symmetry));
    return result;
}

Grid GridRule::gridFor(TensorRange range, std::span<const float> values) const
{
    const std::vector<Grid> choices = grids(range);
    if (choices.size() == 1)
        return choices.front();
    std::vector<double> errors;
    for (const Grid& grid : choices)
        errors.push_back(squaredError(grid, values));
    return choices[static_cast<std::size_t>(std::min_element(errors.begin(), errors.end()) - errors.begin())];
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
