// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/pages/start_page.h"
#include "widgets/common/action_registry.h"
#include "widgets/common/command_palette.h"
#include "widgets/common/node_selection.h"
#include "widgets/common/opened_model.h"
#include "widgets/graph/graph_drawing.h"

#include <functional>
#include <string>
#include <vector>

namespace quantiscope {

/// All actions by category, those on the selected nodes of the model that @p model gives first, and after them what
/// @p more gives; the prefix is '>'.
[[nodiscard]] PaletteSource commandSource(const ActionRegistry& actions, std::function<OpenedModelPtr()> model,
                                          const NodeSelection& selection,
                                          std::function<std::vector<PaletteEntry>()> more = {});

/// The presets; choosing one calls @p choose with its name. With a @p disabledReason none can be.
[[nodiscard]] std::vector<PaletteEntry> presetEntries(const std::function<void(const QString& preset)>& choose,
                                                      const QString& disabledReason);
/// Documents that were open; choosing one calls @p open with its path.
[[nodiscard]] std::vector<PaletteEntry> recentEntries(const std::vector<RecentDocument>& documents,
                                                      const std::function<void(const QString& path)>& open);

/// The nodes of the graph that @p drawing gives when the palette opens (null: none), in graph order, then its blocks;
/// choosing one reveals it. The prefix is '@'.
[[nodiscard]] PaletteSource nodeSource(std::function<GraphDrawingPtr()> drawing, NodeSelection& selection);

/// Inputs, values that nodes make, and constants that they read; choosing one selects it and reveals the node that
/// makes it, else the first that reads it. The prefix is '#'.
[[nodiscard]] PaletteSource tensorSource(std::function<OpenedModelPtr()> model, NodeSelection& selection);

/// The options of recipes; choosing one calls @p show with its name. The prefix is ':'.
[[nodiscard]] PaletteSource optionSource(std::function<void(const std::string&)> show);

} // namespace quantiscope
