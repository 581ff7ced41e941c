// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/qdq/constant_codes.h"

#include <cmath>

namespace quantiscope {

bool keepFromZero(std::vector<float>& values, PlannedTensor::Role role, const QuantParams& params)
{
    if (role == PlannedTensor::Role::Bias || values.size() != 1 || params.isPerChannel())
        return false;
    float& value = values[0];
    if (value == 0.0F || std::nearbyint(value / params.scale[0]) != 0.0F)
        return false;
    value = std::copysign(params.scale[0], value);
    return true;
}

QuantParams biasParams(const QuantConfig& config, const PlannedBias& planned, const TensorParams& params,
                       const Shape& shape)
{
    const float activation = params.at(planned.activation).scale[0];
    const QuantParams& weight = params.at(planned.weight);
    QuantParams bias{config.placement.int16Bias ? DataType::Int16 : DataType::Int32, {}, {}, {}};
    for (const float scale : weight.scale) {
        bias.scale.push_back(activation * scale);
        bias.zeroPoint.push_back(0);
    }
    if (weight.isPerChannel())
        bias.axis = static_cast<int>(shape.size()) - 1;
    return bias;
}

bool staysFloatBias(bool saturated, const QuantParams& params)
{
    return saturated && params.type == DataType::Int32;
}

} // namespace quantiscope
