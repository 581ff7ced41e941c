// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/qdq/planned_encoding.h"

#include "core/qdq/activation_fusion.h"
#include "core/qdq/tensor_overrides.h"

namespace quantiscope {

const std::vector<TensorOverride>* PlannedEncoding::overridesOf(const std::string& tensor) const
{
    const auto at = m_config.tensorOverrides.find(tensor);
    return at == m_config.tensorOverrides.end() || at->second.empty() ? nullptr : &at->second;
}

TensorEncoding PlannedEncoding::of(const PlannedTensor& tensor) const
{
    TensorEncoding encoding;
    switch (tensor.role) {
    case PlannedTensor::Role::Activation:
    case PlannedTensor::Role::Constant:
        encoding = activationEncoding(m_config);
        break;
    case PlannedTensor::Role::Weight:
        encoding = weightEncoding(m_config);
        break;
    case PlannedTensor::Role::Bias:
        encoding = biasEncoding(m_config);
        break;
    }
    // Integer kernels need one zero point for all channels, which symmetric ranges give.
    if (tensor.axis)
        encoding.symmetry = Symmetry::Symmetric;
    // The NPU has its zero points in the middle.
    if (m_config.placement.useUnsignedReLU && !m_config.isNpu() && tensor.role == PlannedTensor::Role::Activation
        && isNeverNegative(m_graph, tensor.name))
        encoding.symmetry = Symmetry::Asymmetric;
    if (const auto* overrides = overridesOf(tensor.name))
        encoding = overridden(std::move(encoding), *overrides, m_config, tensor.role);
    return encoding;
}

std::optional<int> PlannedEncoding::channelAxis(const std::string& weight, int axis) const
{
    bool perChannel = m_config.perChannel;
    if (const auto* overrides = overridesOf(weight)) {
        const TensorOverride& first = overrides->front();
        perChannel = first.perChannel.value_or(perChannel || first.axis.has_value());
        axis = first.axis.value_or(axis);
    }
    if (!perChannel || !m_graph.isInitializer(weight))
        return std::nullopt;
    const auto rank = static_cast<int>(m_graph.initializerShape(weight).size());
    if (axis < 0)
        axis += rank;
    return axis >= 0 && axis < rank ? std::optional(axis) : std::nullopt;
}

} // namespace quantiscope
