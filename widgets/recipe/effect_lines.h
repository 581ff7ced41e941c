// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/pipeline/effect_preview.h"
#include "core/pipeline/recipe.h"

#include <QString>

#include <utility>
#include <vector>

namespace quantiscope {

class Graph;

/// Why a node stays float, without a rule, as the end of a sentence: "preset XINT8 does not quantize this type"; empty
/// for None and Rule.
[[nodiscard]] QString floatReasonText(FloatReason reason, const QString& preset);

/// What becomes of node @p node, for an inspector: title and text, translated. Its precision, why it has that one
/// (a rule with its place and text, or the reason), and where types change at its inputs and outputs. @p preview is of
/// @p recipe, both of @p graph.
[[nodiscard]] std::vector<std::pair<QString, QString>> effectLines(const Graph& graph, const EffectPreview& preview,
                                                                   const Recipe& recipe, int node);

} // namespace quantiscope
