// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/graph/graph_drawing.h"
#include "widgets/graph/graph_view.h"

#include <nlohmann/json.hpp>

#include <QString>

#include <optional>

namespace quantiscope {

/// How a project was looked at last.
struct ProjectView
{
    QString perspective; ///< perspectiveKey(); empty: not known
    QString coloring; ///< GraphPane::coloringId(); empty: not known
    bool isMinimapShown = true;
    GraphViewState graph; ///< of the float model
    std::optional<GraphPlace> place; ///< in its picture; nothing: its beginning
};

/// ProjectFile::view: {"version": 1, "perspective", "coloring", "minimap", "direction", "inside", "open", "place"};
/// scopes by their paths in @p scopes.
[[nodiscard]] nlohmann::json toJson(const ProjectView& view, const ScopeTree& scopes);

/// What @p document, which may hold anything, says of a view on a model with these scopes. What it does not say, or
/// says in a way that makes no sense, is as in a new ProjectView; scopes that are not there are passed over. Nothing
/// when it is of a newer version or says nothing.
[[nodiscard]] std::optional<ProjectView> viewFromJson(const nlohmann::json& document, const ScopeTree& scopes);

} // namespace quantiscope
