// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/layer_errors.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace quantiscope {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kEqualDecibels = 1e-9;

/// What a tensor is ranked by: mean dB, -inf where a sample was not finite, +inf where there is nothing to tell.
double rankOf(const ErrorFigures& figures)
{
    if (figures.notFinite > 0)
        return -kInfinity;
    return std::isnan(figures.sqnr.mean) ? kInfinity : figures.sqnr.mean;
}

} // namespace

std::vector<std::size_t> worstFirst(const LayerErrors& errors, ErrorColumn column)
{
    std::vector<std::size_t> order;
    std::vector<double> ranks(errors.tensors.size(), kInfinity);
    for (std::size_t i = 0; i < errors.tensors.size(); ++i) {
        const TensorError& tensor = errors.tensors[i];
        const std::optional<ErrorFigures>& figures = column == ErrorColumn::Own ? tensor.own : tensor.accumulated;
        if (!figures)
            continue;
        ranks[i] = rankOf(*figures);
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
