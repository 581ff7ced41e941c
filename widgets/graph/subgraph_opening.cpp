// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/subgraph_opening.h"

#include <utility>

namespace quantiscope {

Result<OpenedModelPtr> openSubgraph(const OpenedModel& model, int node, const std::string& attribute,
                                    Feedback& feedback)
{
    Result<Model> body = subgraphModel(model.graph, std::size_t(node), attribute, feedback);
    if (!body)
        return body.error();
    return OpenedModelPtr(std::make_shared<const OpenedModel>(std::move(*body)));
}

} // namespace quantiscope
