// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Private to core/pipeline.

#include "core/analysis/layer_errors.h"
#include "core/analysis/sensitivity.h"
#include "core/pipeline/analysis_session.h"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace quantiscope {

/// The own error of each of @p units in @p errors, of a quantized form of @p prepared: noise to signal power (10^(-SQNR
/// / 10)), summed over the unit's tensors; infinite with a tensor that is not finite. Nothing for a unit that has no
/// tensor to compare.
[[nodiscard]] std::vector<std::optional<double>> ownNoise(const PreparedGraph& prepared, const LayerErrors& errors,
                                                          std::span<const SensitivityUnit> units);

/// The same after the errors of @p whole, the quantized graph, were measured on the first @p samples readable samples
/// of @p session in one pass. Errors: of measureLayerErrors(); InvalidArgument when no unit has a tensor to compare.
[[nodiscard]] Result<std::vector<std::optional<double>>> measureOwnNoise(const AnalysisSession& session,
                                                                         const QuantizedVariant& whole,
                                                                         std::span<const SensitivityUnit> units,
                                                                         std::size_t samples, Feedback& feedback);

} // namespace quantiscope
