// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/action_registry.h"
#include "widgets/common/command_palette.h"
#include "widgets/common/node_selection.h"
#include "widgets/common/opened_model.h"

#include <functional>
#include <string>
#include <vector>

namespace quantiscope {

/// All actions by category, those on the selected nodes of the model that @p model gives first; the prefix is '>'.
[[nodiscard]] PaletteSource commandSource(const ActionRegistry& actions, std::function<OpenedModelPtr()> model,
                                          const NodeSelection& selection);

/// The nodes of the model that @p model gives when the palette opens (null: none), in graph order; choosing one reveals
/// it. The prefix is '@'.
[[nodiscard]] PaletteSource nodeSource(std::function<OpenedModelPtr()> model, NodeSelection& selection);

/// The values that nodes make, and the inputs; choosing one reveals the node that makes it (an input: the first that
/// reads it). The prefix is '#'.
[[nodiscard]] PaletteSource tensorSource(std::function<OpenedModelPtr()> model, NodeSelection& selection);

/// The options of recipes; choosing one calls @p show with its name. The prefix is ':'.
[[nodiscard]] PaletteSource optionSource(std::function<void(const std::string&)> show);

} // namespace quantiscope
