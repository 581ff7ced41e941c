// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/runs/run_details.h"
#include "widgets/models/run_outputs_model.h"

#include <QString>

#include <vector>

class QAbstractItemModel;
class QLabel;
class QMenu;
class QModelIndex;
class QTableView;
class QToolButton;
class QWidget;

namespace quantiscope {

/// A run that is looked at, and what its files say; the current one comes first, then its baseline, then the others.
struct RunInView
{
    ShownRun shown;
    RunDetailsPtr details = {}; ///< null: not read yet

    [[nodiscard]] int number() const { return shown.summary.number; }
    [[nodiscard]] const Evaluation* evaluation() const { return details ? details->evaluation() : nullptr; }
};

// What the panels of the page Compare are made of.

[[nodiscard]] QLabel* titleLabel(const QString& text);
/// Small and grey; never taken for HTML.
[[nodiscard]] QLabel* captionLabel(const QString& text = {});
/// What stands where there is nothing to show.
[[nodiscard]] QLabel* emptyLabel(const QString& text = {});

[[nodiscard]] QTableView* makeTable(QAbstractItemModel* model, const QString& name);
/// Columns as wide as their content, @p stretched as wide as it can be.
void fitColumns(QTableView* table, int stretched);
/// A button with a menu that shows and hides the columns of @p table but the first.
[[nodiscard]] QToolButton* columnChooser(QTableView* table);
/// What a cell says, in words where it is drawn.
[[nodiscard]] QString cellText(const QModelIndex& cell);

/// A bar with a title over a table.
[[nodiscard]] QWidget* headBar(const std::vector<QWidget*>& left, const std::vector<QWidget*>& right);
[[nodiscard]] QWidget* columnOf(QWidget* head, const std::vector<QWidget*>& below);

} // namespace quantiscope
