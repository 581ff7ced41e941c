// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/qdq/qdq_plan.h"

#include <cstddef>
#include <optional>

namespace quantiscope {

/// The folding of the Relu or Clip at @p node into what makes its input, when the configuration asks for it and an
/// output scale can do the function's work: its input, planned with parameters of its own, is seen by nobody else, and
/// 0 lies within its bounds, which differ; the output's @p encoding is asymmetric with nothing laid down that would
/// cover more than the function gives, and not rounded (to a power of two) where there is a bound other than 0.
[[nodiscard]] std::optional<FoldedActivation> foldedActivation(const Graph& graph, const QuantConfig& config,
                                                               const QdqPlan& plan, std::size_t node,
                                                               const TensorEncoding& encoding);

/// Is @p value what a Relu, or a Clip with lower bound 0 or above, gives?
[[nodiscard]] bool isNeverNegative(const Graph& graph, const std::string& value);

/// Takes the pairs away that the reference quantizer puts none at: between an operator and the activation function that
/// is computed together with it, between a Pad and a pooling (quark_behaviour section 4.5), and between the operators
/// that RemoveQDQMulAdd and RemoveQDQBetweenOps name. The pair behind a folded function stays: it is the function.
void removePairsInsideFusions(const Graph& graph, const QuantConfig& config, QdqPlan& plan);

} // namespace quantiscope
