// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/quant_config.h"
#include "core/numerics/quant_params.h"

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

namespace quantiscope {

/// The values that a tensor can have once it is quantized: k * step for lowest <= k <= highest.
struct Grid
{
    /// Added to and taken from a number of magnitude 2^22 at most (codes have 16 bits), it leaves the nearest integer,
    /// half to even, without a call.
    static constexpr float kRounder = 0x1.8p23F;

    float step = 1.0F;
    float lowest = 0.0F;
    float highest = 0.0F;

    /// What quantizing @p value does to it.
    [[nodiscard]] float errorOf(float value) const
    {
        const float code = std::clamp(value / step, lowest, highest);
        return ((code + kRounder) - kRounder) * step - value;
    }
};

/// How the grid of a tensor is found.
enum class GridSearch
{
    Cover, ///< the finest that holds the whole range
    LeastSquares, ///< with powers of two: the one with the smallest squared error
};

/// Which grids a kind of tensor may get. A stand-in for calibration that is exact for MinMax and for the search for
/// power-of-two scales over the same values, and close to the methods that cut off a few per mille.
struct GridRule
{
    DataType type = DataType::Int8;
    Symmetry symmetry = Symmetry::Symmetric;
    CodeRange codes = CodeRange::Full;
    ScaleType scaleType = ScaleType::Float32;
    GridSearch search = GridSearch::Cover;

    /// The grids that come into question for a tensor with this range: the covering one, and for
    /// GridSearch::LeastSquares finer ones.
    [[nodiscard]] std::vector<Grid> grids(TensorRange range) const;
    /// The one of them for a tensor with this range; @p values are (some of) its elements, for
    /// GridSearch::LeastSquares.
    [[nodiscard]] Grid gridFor(TensorRange range, std::span<const float> values) const;
};

/// What is quantized around a layer; nothing where values stay float or are so fine that they do not matter.
struct QuantizerModel
{
    GridRule weight;
    bool perChannel = false; ///< weights, by output channel
    std::optional<GridRule> bias;
    std::optional<GridRule> activation;
};

/// The model of a configuration's global settings.
[[nodiscard]] QuantizerModel quantizerModel(const QuantConfig& config);

} // namespace quantiscope
