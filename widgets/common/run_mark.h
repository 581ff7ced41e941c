// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QIcon>

#include <cstddef>
#include <optional>

class QPainter;
class QRectF;

namespace quantiscope {

/// Runs that are shown at once, each with a mark of its own.
inline constexpr std::size_t kMostShownRuns = 8;

/// The colour of the run in place @p slot of those that are shown: a run has one mark in tables and plots.
[[nodiscard]] QColor runColor(std::size_t slot);

/// A disc in its colour, from the fifth run on a square; a ring in grey where there is no slot: not shown.
void paintRunMark(QPainter& painter, const QRectF& area, std::optional<std::size_t> slot);
[[nodiscard]] QIcon runMarkIcon(std::optional<std::size_t> slot);

} // namespace quantiscope
