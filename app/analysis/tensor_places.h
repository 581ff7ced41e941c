// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layer_errors.h"
#include "widgets/common/node_selection.h"
#include "widgets/common/opened_model.h"

#include <optional>
#include <set>
#include <vector>

namespace quantiscope {

/// Ties tensors of LayerErrors, which are named after the prepared graph, to the nodes of the user's model.
class TensorPlaces
{
public:
    TensorPlaces() = default;
    TensorPlaces(const OpenedModel& model, const LayerErrors& errors);

    /// Of the user's nodes that tensor @p place stands for, those that are there; empty for an input of the model.
    [[nodiscard]] const std::set<int>& nodesOf(std::size_t place) const { return m_nodes[place]; }

    /// The tensor that a selection means: the one of its name, else what its current node makes (rather than a weight
    /// that it reads). @p selected is kept if that is one of them, too.
    [[nodiscard]] std::optional<std::size_t> tensorOf(const NodeSelection& selection,
                                                      std::optional<std::size_t> selected) const;

private:
    std::vector<std::set<int>> m_nodes; ///< of each tensor
    std::vector<std::vector<std::size_t>> m_tensors; ///< of each node, those that it makes first
    std::vector<std::string> m_names; ///< of each tensor
};

} // namespace quantiscope
