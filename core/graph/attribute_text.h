// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <string>
#include <vector>

namespace quantiscope {

/// An attribute of a node for people to read.
struct AttributeText
{
    std::string name;
    /// A number; a text without quotes; a list as "[3, 3]", cut after 32 elements with ", …"; "tensor [3, 4]" or
    /// "graph" for what has no short form.
    std::string value;
};

/// The attributes that node @p node carries (not those that it leaves at their default), in the model's order.
[[nodiscard]] std::vector<AttributeText> attributeTexts(const Graph& graph, std::size_t node);

} // namespace quantiscope
