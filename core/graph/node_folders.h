// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/float_view.h"
#include "core/graph/graph.h"

#include <string>
#include <vector>

namespace quantiscope {

/// For each node of @p graph the folders that it lies in, outermost first; empty for none. They come from its name
/// ("/model.22/cv2/conv/Conv"), else from that of its first output; where too few nodes have any, from the names of
/// weights ("features.1.conv.0.weight" lies in "features.1", "conv.0"), with which nodes without weights go along;
/// where even those are few, all are empty. Servants have none. Folders beyond the 24th are left out.
[[nodiscard]] std::vector<std::vector<std::string>> foldersOfNodes(const Graph& graph, const FloatView& view);

/// Parts of a dotted name without the last one: "head", "cls_preds", "0" of "head.cls_preds.0.weight".
[[nodiscard]] std::vector<std::string> dottedPrefix(const std::string& name);

} // namespace quantiscope
