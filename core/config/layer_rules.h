// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/exclusion_rule.h"
#include "core/config/tensor_override.h"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace quantiscope {

/// What is laid down for the tensors around the nodes that a rule matches.
struct LayerRule
{
    ExclusionRule match; ///< says which nodes, in the forms of an exclusion, and whether it acts
    std::optional<TensorOverride> input; ///< inputs in front of the first constant
    std::optional<TensorOverride> weight; ///< the first constant input
    std::optional<TensorOverride> bias; ///< the input behind the first constant
    std::optional<TensorOverride> output;

    bool operator==(const LayerRule&) const = default;
};

/// How messages name the rule at position @p index of QuantConfig::layers: "layers[2]", its place in a recipe.
[[nodiscard]] inline std::string layerRulePlace(std::size_t index)
{
    return "layers[" + std::to_string(index) + "]";
}

/// A rule as recipes hold it: {"match": RULE, "input": TENSOR, "weight": TENSOR, "bias": TENSOR, "output": TENSOR} with
/// RULE as nodesFromJson() reads it, "enabled" beside them, and at least one TENSOR =
/// {"type": "Int8" | "UInt8" | "Int16" | "UInt16" | "Float", "symmetric": bool, "reduceRange": bool,
/// "granularity": "tensor" | "channel", "axis": -8 … 7, "range": [low, high], "scale": x | [x…], "zeroPoint": n |
/// [n…]}, of which something must be set. Granularity, axis and lists are for weights and biases; scale and zeroPoint
/// go together and exclude range, symmetric and reduceRange; type Float excludes everything else.
///
/// ConfigRefused with the key's full name; @p where begins it ("recipe.layers[0]").
[[nodiscard]] Result<LayerRule> layerRuleFromJson(const nlohmann::json& value, const std::string& where);
[[nodiscard]] nlohmann::json toJson(const LayerRule& rule);
/// One TENSOR of it.
[[nodiscard]] nlohmann::json layerTensorToJson(const TensorOverride& tensor);

} // namespace quantiscope
