// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/quant_config.h"
#include "core/graph/graph.h"

#include <string>
#include <vector>

namespace quantiscope {

inline constexpr const char* kTensorQuantOverrides = "TensorQuantOverrides";
inline constexpr const char* kMixedPrecisionTensor = "MixedPrecisionTensor";

/// InvalidArgument: what @p option (or a layer rule: its place) says of @p tensor is wrong for @p reason, the rest of
/// the sentence. The subject is the option.
[[nodiscard]] Error overrideError(const std::string& option, const std::string& tensor, const std::string& reason);

/// Is there a @p tensor in the prepared graph? Otherwise an error that says where it went, or names the nearest.
[[nodiscard]] Result<void> checkOverriddenTensor(const Graph& original, const Graph& prepared,
                                                 const std::string& option, const std::string& tensor);

/// Can a tensor be of @p type: an integer of 8 or 16 bits, or float?
[[nodiscard]] Result<void> checkOverriddenType(const std::string& option, const std::string& tensor, DataType type);

/// Do the entries of @p overrides (not empty) agree? Each of several speaks of one channel: what holds for the whole
/// tensor must be the same in all or told in the first only, a range or a scale must be in all or in none.
[[nodiscard]] Result<void> checkOverrideList(const std::string& tensor, const std::vector<TensorOverride>& overrides);

/// Do the types, scales, zero points, ranges and channels of @p overrides (not empty), which @p option says, fit each
/// other and @p tensor?
[[nodiscard]] Result<void> checkOverrideNumbers(const Graph& graph, const QuantConfig& config,
                                                const std::string& option, const std::string& tensor,
                                                const std::vector<TensorOverride>& overrides);

} // namespace quantiscope
