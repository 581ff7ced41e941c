// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Private to core/pipeline.

#include "core/config/quant_config.h"
#include "core/pipeline/sensitivity_units.h"

#include <functional>
#include <string>
#include <vector>

namespace quantiscope {

/// A change of a whole recipe.
struct AdviceMove
{
    std::string title; ///< "per-channel weights"
    std::function<void(QuantConfig&)> apply;
};

/// Everything that may be changed of @p config and leaves weights in 8 bits; what it has already is not among it.
[[nodiscard]] std::vector<AdviceMove> adviceMoves(const QuantConfig& config);

/// Names of the built-in presets that come nearest to @p config and allow what the NPU's rules refuse; without its own.
[[nodiscard]] std::vector<std::string> nearestPresets(const QuantConfig& config);

/// The preset @p name with what the user said about his network and his data in @p config: rules, shapes, samples. The
/// preset must be there.
[[nodiscard]] QuantConfig presetFor(const QuantConfig& config, const std::string& name);

/// @p config with the nodes of @p unit in float.
void leaveInFloat(QuantConfig& config, const SensitivityUnit& unit);

/// @p config with 16 bits for the weight of @p unit.
void widenWeight(QuantConfig& config, const SensitivityUnit& unit);

} // namespace quantiscope
