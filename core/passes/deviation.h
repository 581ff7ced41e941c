// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Private to core/passes.

#include "core/graph/graph.h"

#include <cstddef>
#include <optional>
#include <string>

namespace quantiscope {

/// What a mean is taken over.
enum class MeanKind
{
    LastAxis,
    HeightAndWidth, ///< axes 2 and 3 of a value of four dimensions
};

/// √(mean((x − mean(x))²) + ε).
struct Deviation
{
    std::string source; ///< x
    float epsilon = 0.0F;
};

/// Is @p value the mean of @p source, with the reduced axes kept?
[[nodiscard]] bool isMeanOf(const Graph& graph, const std::string& value, const std::string& source, MeanKind kind);

/// Is @p value @p source less its mean?
[[nodiscard]] bool isCentred(const Graph& graph, const std::string& value, const std::string& source, MeanKind kind);

/// Is @p value the square of another value, as Mul(v, v) or Pow(v, 2)? Gives v.
[[nodiscard]] std::optional<std::string> squaredBy(const Graph& graph, const std::string& value);

/// Reads @p value, made by a Sqrt, as a standard deviation.
[[nodiscard]] std::optional<Deviation> readDeviation(const Graph& graph, const std::string& value, MeanKind kind);

/// Value v of which @p value is 1 / v (Reciprocal, or Div of a constant 1).
[[nodiscard]] std::optional<std::string> reciprocalOf(const Graph& graph, const std::string& value);

/// A node that divides @p numerator by @p denominator: Div, or Mul with its reciprocal.
struct Quotient
{
    std::string numerator;
    std::string denominator;
};

/// All readings of node @p i as a quotient (two for a product of reciprocals); empty when it is none.
[[nodiscard]] std::vector<Quotient> quotientsOf(const Graph& graph, std::size_t i);

} // namespace quantiscope
