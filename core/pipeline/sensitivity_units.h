// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/sensitivity.h"
#include "core/pipeline/analysis_session.h"

#include <string>
#include <vector>

namespace quantiscope {

/// A set of the user's nodes under a name.
struct NodeGroup
{
    std::string name;
    std::vector<std::string> nodes; ///< names in the user's graph

    bool operator==(const NodeGroup&) const = default;
};

/// The parts of what @p whole, made of @p session's graph, quantizes, in graph order; @p groups matter to Group only,
/// whose units come in their order, and may overlap. Nodes that cannot be told apart in the prepared graph (a
/// convolution and the normalization that is folded into it) are in one unit together; what stays float in @p whole is
/// in none. Only name, label, nodes and multiplyAdds are filled in. InvalidArgument about a group none of whose nodes
/// is quantized, or that names a node that is not there.
[[nodiscard]] Result<std::vector<SensitivityUnit>> findUnits(const AnalysisSession& session,
                                                             const QuantizedVariant& whole, SensitivityUnits per,
                                                             const std::vector<NodeGroup>& groups);

} // namespace quantiscope
