// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

#include <cstddef>
#include <string>
#include <vector>

namespace quantiscope {

/// An attribute of a node for people to read.
struct AttributeText
{
    std::string name;
    /// "0.1"; "SAME_UPPER"; "[3, 3]"; "['a', 'b']"; "tensor float32 [2, 3]"; "graph of 7 nodes". Printable, and cut
    /// with "…" where it is long: a text after 120 bytes, a list after 16 elements.
    std::string value;
};

/// The attributes that node @p node carries (not those that it leaves at their default), sorted by name.
[[nodiscard]] std::vector<AttributeText> attributeTexts(const Graph& graph, std::size_t node);

} // namespace quantiscope
