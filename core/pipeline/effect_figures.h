// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Private to core/pipeline.

#include "core/graph/multiply_adds.h"
#include "core/pipeline/effect_preview.h"
#include "core/pipeline/variant_figures.h"
#include "core/qdq/qdq_plan.h"
#include "core/qdq/rule_application.h"

#include <optional>
#include <vector>

namespace quantiscope {

/// What is decided about a prepared graph, in a form that figures are taken from.
struct PlannedEffect
{
    /// By position in the prepared graph: the type of what it computes with; nothing when it computes in float.
    std::vector<std::optional<DataType>> types;
    std::vector<TypeBoundary> boundaries;
    std::map<std::string, DataType> tensors; ///< as EffectPreview::tensors
    std::uint64_t weightBytes = 0;
    std::uint64_t floatWeightBytes = 0; ///< of float constants among them, but scales
};

/// Plans @p applied on @p prepared. The plan's warnings go to @p feedback.
[[nodiscard]] PlannedEffect planEffect(const Graph& prepared, const AppliedRules& applied, Feedback& feedback);
/// The same of a static quantization with @p plan.
[[nodiscard]] PlannedEffect effectOf(const Graph& prepared, const AppliedRules& applied, const QdqPlan& plan);

/// multiplyAdds() by node of @p prepared.
[[nodiscard]] std::vector<std::uint64_t> productsOf(const Graph& prepared);

/// The numbers of @p effect on a graph with productsOf() @p products.
[[nodiscard]] VariantFigures figuresOf(const PlannedEffect& effect, const std::vector<std::uint64_t>& products);

} // namespace quantiscope
