// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layer_errors.h"
#include "core/base/result.h"
#include "core/model/model.h"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace quantiscope {

/// A tensor whose errors are to be measured.
struct ErrorPlace
{
    TensorError facts; ///< without figures, drop and shape
    std::optional<std::size_t> own; ///< position in the comparisons; of a weight: in those of the weights
    std::optional<std::size_t> accumulated;
};

/// A float and a quantized graph as one graph, with what is to be compared.
struct ErrorGraph
{
    /// Two values: the float one, then the quantized one.
    using Comparisons = std::vector<std::pair<std::string, std::string>>;

    /// Float graph, quantized graph and, for own errors, the quantized graph's pieces between float values. Whatever
    /// they compute alike is there once. The outputs are the float graph's.
    Model model;
    Comparisons comparisons; ///< in the order of the float graph, so that values die early
    std::optional<Model> weights; ///< makes the quantized weights and reads nothing; nothing: there are none
    Comparisons weightComparisons;
    std::vector<ErrorPlace> places; ///< in the order of LayerErrors::tensors
    std::vector<std::string> notCompared;
};

/// @p quantized (as quantizeGraph() or another tool made it of @p prepared) beside the float graph @p prepared. Tensors
/// of the one are found in the other by their names: that of a pair's input, or of what it stands before.
///
/// A piece ends at every tensor with a pair that is found. Where layers with quantized weights follow each other
/// without a pair between them, it ends behind each of them (TensorError::Kind::Layer). ModelRefused when the graphs do
/// not have the same inputs or use different operator set versions.
[[nodiscard]] Result<ErrorGraph> makeErrorGraph(const Model& prepared, const Model& quantized);

} // namespace quantiscope
