// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/layer_errors.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace quantiscope {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kEqualDecibels = 1e-9;

/// Decibels, the lowest worst; +inf where there is nothing to tell. Nothing for a tensor that has no part in the
/// column.
std::optional<double> rankOf(const TensorError& tensor, ErrorColumn column)
{
    const bool isWeight = tensor.kind == TensorError::Kind::Weight;
    if (column == ErrorColumn::Scale)
        return tensor.scaleExcess ? std::optional(-*tensor.scaleExcess) : std::nullopt;
    const std::optional<ErrorFigures>& figures = column == ErrorColumn::Accumulated ? tensor.accumulated : tensor.own;
    if (!figures || isWeight != (column == ErrorColumn::Weight))
        return std::nullopt;
    if (figures->broken > 0)
        return -kInfinity;
    if (column == ErrorColumn::Own)
        return tensor.excess ? -*tensor.excess : kInfinity;
    return std::isnan(figures->sqnr.mean) ? kInfinity : figures->sqnr.mean;
}

} // namespace

std::vector<std::size_t> worstFirst(const LayerErrors& errors, ErrorColumn column)
{
    std::vector<std::size_t> order;
    std::vector<double> ranks(errors.tensors.size(), kInfinity);
    for (std::size_t i = 0; i < errors.tensors.size(); ++i) {
        const std::optional<double> rank = rankOf(errors.tensors[i], column);
        if (!rank)
            continue;
        ranks[i] = *rank;
        order.push_back(i);
    }
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return ranks[a] < ranks[b]; });
    // Values of which each is within the tolerance of the first form a group in the graph's order.
    for (auto first = order.begin(); first != order.end();) {
        const double lowest = ranks[*first];
        const auto last = std::find_if(first, order.end(), [&](std::size_t i) {
            return std::isfinite(ranks[i]) != std::isfinite(lowest) || ranks[i] > lowest + kEqualDecibels;
        });
        std::sort(first, last);
        first = last;
    }
    return order;
}

TensorRange knownRange(const TensorError& tensor)
{
    return tensor.calibratedRange ? joined(tensor.range, *tensor.calibratedRange) : tensor.range;
}

const char* name(TensorError::Kind kind)
{
    switch (kind) {
    case TensorError::Kind::Activation:
        return "activation";
    case TensorError::Kind::Layer:
        return "layer";
    case TensorError::Kind::Output:
        return "output";
    case TensorError::Kind::Weight:
        return "weight";
    }
    return "";
}

} // namespace quantiscope
