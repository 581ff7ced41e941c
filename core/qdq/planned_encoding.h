// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/qdq/qdq_plan.h"

#include <optional>
#include <string>
#include <vector>

namespace quantiscope {

/// Types, symmetry and channel axes of the tensors of a plan: the settings by role, then what is laid down for a
/// tensor.
class PlannedEncoding
{
public:
    /// Both must outlive the object.
    PlannedEncoding(const Graph& graph, const QuantConfig& config) : m_graph(graph), m_config(config) { }

    /// What is laid down for @p tensor, or nullptr.
    [[nodiscard]] const std::vector<TensorOverride>* overridesOf(const std::string& tensor) const;

    [[nodiscard]] TensorEncoding of(const PlannedTensor& tensor) const;

    /// The channel axis of constant @p weight: @p axis (negative: from the end), or what is laid down for it; nothing
    /// for one scale.
    [[nodiscard]] std::optional<int> channelAxis(const std::string& weight, int axis) const;

private:
    const Graph& m_graph;
    const QuantConfig& m_config;
};

} // namespace quantiscope
