// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/numerics/quant_params.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace quantiscope {

/// What is laid down for one tensor, instead of what the configuration says for all. What is not set stays as it was.
struct TensorOverride
{
    std::optional<DataType> type; ///< an 8- or 16-bit integer; Float: the tensor stays float
    std::optional<bool> symmetric;
    std::optional<bool> reduceRange;
    std::optional<bool> perChannel; ///< weights only; the axis follows from the operator unless it is set
    std::optional<int> axis; ///< channel axis of a weight
    std::optional<TensorRange> range; ///< instead of the calibrated one
    std::vector<float> scale; ///< with zeroPoint: the parameters themselves, one or one per channel
    std::vector<std::int32_t> zeroPoint;

    bool operator==(const TensorOverride&) const = default;
};

/// Overrides by tensor name. Of one tensor: one for all of it, or one for each channel.
using TensorQuantOverrides = std::map<std::string, std::vector<TensorOverride>>;

/// What contradicts itself in @p tensor, although each member is right, as the end of a sentence that begins with its
/// name ("sets an axis for one scale per tensor"); empty: nothing. An override that sets nothing is not looked for.
[[nodiscard]] std::string contradictionIn(const TensorOverride& tensor);

/// How recipes and options write a type that a tensor may take: "Int8", "UInt16", "Float".
[[nodiscard]] std::string typeText(DataType type);

} // namespace quantiscope
