// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Private to core/passes.

#include "core/graph/graph.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace quantiscope {

/// What follows a normalized value: · γ, then + β, both with one constant for each channel; either may be missing.
struct AffineTail
{
    std::size_t last = 0; ///< the node that makes the final value
    std::vector<float> scale; ///< γ; ones when there is none
    std::vector<float> bias; ///< β; zeros when there is none
};

/// Reads on from node @p normalized. @p axis of the value has @p channels elements.
[[nodiscard]] AffineTail readAffineTail(const Graph& graph, std::size_t normalized, std::size_t axis,
                                        std::size_t channels);

/// The elements of a float32 constant that broadcasts against a value of @p rank along @p axis only: one number, or
/// @p channels of them; always @p channels in the result.
[[nodiscard]] std::optional<std::vector<float>> perChannel(const Graph& graph, const std::string& value,
                                                           std::size_t rank, std::size_t axis, std::size_t channels);

} // namespace quantiscope
