// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QKeySequence>
#include <QList>

class QAction;
class QKeySequenceEdit;
class QLabel;
class QLineEdit;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace quantiscope {

class ActionRegistry;
class Settings;

/// Every action with its shortcut, by category, with a filter; the shortcut of the chosen one can be changed. What is
/// changed is remembered in the settings. One that another action has in the same place is refused, naming it.
class ShortcutDialog final : public QDialog
{
    Q_OBJECT

public:
    ShortcutDialog(const ActionRegistry& actions, Settings& settings, QWidget* parent = nullptr);

    /// Gives the actions the shortcuts that the user chose in earlier sessions.
    static void applyStored(const ActionRegistry& actions, const Settings& settings);

private:
    void fill();
    /// Keys that are no action's, and stay as they are.
    void addFixedKeys();
    void filter(const QString& text);
    void choose(QTreeWidgetItem* item);
    [[nodiscard]] QAction* chosenAction() const;
    void assign();
    void reset();
    /// Gives the chosen action @p keys, or says which action has one of them.
    void give(const QList<QKeySequence>& keys);

    const ActionRegistry& m_actions;
    Settings& m_settings;
    QLineEdit* m_filter;
    QTreeWidget* m_list;
    QKeySequenceEdit* m_keys;
    QPushButton* m_assign;
    QPushButton* m_reset;
    QWidget* m_problemRow;
    QLabel* m_problem;
};

} // namespace quantiscope
