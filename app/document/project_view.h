// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/quantizer_folds.h"
#include "widgets/graph/graph_drawing.h"
#include "widgets/graph/graph_view.h"

#include <nlohmann/json.hpp>

#include <QString>

#include <optional>
#include <set>

namespace quantiscope {

/// How a project was looked at last.
struct ProjectView
{
    QString perspective; ///< perspectiveKey(); empty: not known
    QString coloring; ///< GraphPane::coloringId(), but for those of Analyse; empty: not known
    QString errorColoring; ///< the same in Analyse
    bool isMinimapShown = true;
    GraphViewState graph; ///< of the float model
    std::optional<GraphPlace> place; ///< in its picture; nothing: its beginning
    bool isQuantizedFolded = true; ///< GraphViewState::isFolded of the graphs of runs
    std::set<int> tickedRuns; ///< that the dashboard shows besides the current one, by their numbers
};

/// ProjectFile::view: {"version": 1, "perspective", "coloring", "errorColoring", "minimap", "direction", "inside",
/// "open", "folded", "foldedOtherwise", "quantizedFolded", "tickedRuns", "place"}; scopes by their paths in @p scopes,
/// folds by the values that are quantized in @p folds, null where the graph has none.
[[nodiscard]] nlohmann::json toJson(const ProjectView& view, const ScopeTree& scopes,
                                    const QuantizerFolds* folds = nullptr);

/// What @p document, which may hold anything, says of a view on a model with these scopes. What it does not say, or
/// says in a way that makes no sense, is as in a new ProjectView; scopes that are not there are passed over. Nothing
/// when it is of a newer version or says nothing.
[[nodiscard]] std::optional<ProjectView> viewFromJson(const nlohmann::json& document, const ScopeTree& scopes,
                                                      const QuantizerFolds* folds = nullptr);

} // namespace quantiscope
