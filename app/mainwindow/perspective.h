// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <array>

namespace quantiscope {

/// What the window is arranged for.
enum class Perspective
{
    Inspect, ///< the graph, the recipe and what stays float
    Calibrate, ///< the data
    Analyse, ///< where a run loses accuracy
    Compare, ///< the runs
};

inline constexpr std::array kPerspectives{Perspective::Inspect, Perspective::Calibrate, Perspective::Analyse,
                                          Perspective::Compare};

/// Its name in settings and action ids: "inspect".
[[nodiscard]] QString perspectiveKey(Perspective perspective);
/// Translated.
[[nodiscard]] QString perspectiveText(Perspective perspective);

} // namespace quantiscope
