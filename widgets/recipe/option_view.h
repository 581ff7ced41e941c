// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QLineEdit;
class QToolButton;
class QTreeView;

namespace quantiscope {

class OptionFilter;
class OptionModel;
class RecipeEditor;

/// The options of a recipe: search, groups, values to edit, and what the current one means.
class OptionView final : public QWidget
{
    Q_OBJECT

public:
    explicit OptionView(RecipeEditor& editor, QWidget* parent = nullptr);

    /// Selects an option and brings it into sight, whatever the search says; false when there is none of that name.
    bool showOption(const QString& option);
    /// Shows all options again.
    void clearSearch();

signals:
    /// A value was not taken.
    void refused(const QString& option, const QString& sentence);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void updateHeader();
    void updateDetail();
    void fitDetail();
    void showMenu(const QModelIndex& index, const QPoint& place);
    void expandGroups();

    RecipeEditor& m_editor;
    OptionModel* m_model;
    OptionFilter* m_filter;
    QTreeView* m_tree;
    QLineEdit* m_search;
    QToolButton* m_changed; ///< how many differ from the preset; checked: only these are shown
    QLabel* m_detail;
};

} // namespace quantiscope
