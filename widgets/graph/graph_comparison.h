// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/model_changes.h"
#include "core/graph/graph_correspondence.h"
#include "widgets/common/opened_model.h"

#include <memory>
#include <set>
#include <utility>

namespace quantiscope {

/// Two models beside each other: what was there, and what a quantizer made of it. Immutable, read from any thread.
struct GraphComparison
{
    /// Takes a moment for large models: call it in the background. Cancelled by @p feedback it is to be dropped.
    GraphComparison(OpenedModelPtr first, OpenedModelPtr second, const Feedback& feedback);

    /// The nodes of the later graph for those of the earlier one, and the other way round. Those of a quantizer are
    /// those of what makes its value or, where no node does, of what reads it.
    [[nodiscard]] std::set<int> afterOf(const std::set<int>& nodes) const;
    [[nodiscard]] std::set<int> beforeOf(const std::set<int>& nodes) const;

    OpenedModelPtr before;
    OpenedModelPtr after;
    GraphCorrespondence between;
    ModelChanges changes;
};

using GraphComparisonPtr = std::shared_ptr<const GraphComparison>;

/// Nodes of both graphs, before and after.
using NodesOfBoth = std::pair<std::set<int>, std::set<int>>;

} // namespace quantiscope
