// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/recipe/rule_edits.h"

#include <QWidget>

class QAction;
class QLabel;
class QListView;
class QMenu;
class QToolButton;

namespace quantiscope {

class ActionRegistry;
class EffectWatcher;
class NodeSelection;
class RecipeEditor;
class RuleModel;

/// The list of precision rules. Space switches the chosen ones on and off, Delete deletes them, Enter edits, Alt+Up and
/// Alt+Down move a layer rule. What the chosen ones catch is shown in the graph until something is selected there.
class RuleView final : public QWidget
{
    Q_OBJECT

public:
    RuleView(RecipeEditor& editor, EffectWatcher& watcher, NodeSelection& selection, QWidget* parent = nullptr);

    [[nodiscard]] RuleModel& model() const { return *m_model; }
    /// Registers "rule.…": what can be done with the chosen rules, for menus, palette and list of shortcuts.
    void registerActions(ActionRegistry& registry);
    /// Selects a rule and brings it into sight.
    void showRule(const RuleRef& ref);

    /// As wide as without rules, whatever is shown.
    [[nodiscard]] QSize sizeHint() const override;

signals:
    /// A new rule is wanted, or @p ref is to be edited.
    void newRuleRequested();
    void editRequested(const RuleRef& ref);
    /// Nodes that the chosen rules catch; none without a choice.
    void catchChanged(const std::vector<std::size_t>& nodes);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] std::vector<int> selectedRows() const;
    void fillMenu(QMenu& menu);
    void updateSummary();
    void updateEmptyState();
    void updateActions();
    void tellCatch();
    void selectCatch();
    void toggle();
    void edit();
    void move(int step);
    void setPrecision(MarkPrecision precision);
    void copyJson();
    void copyNames();
    [[nodiscard]] QAction* action(const char* id) const;

    RecipeEditor& m_editor;
    EffectWatcher& m_watcher;
    NodeSelection& m_selection;
    RuleModel* m_model;
    QListView* m_list;
    QLabel* m_summary;
    QToolButton* m_add;
    QLabel* m_empty;
    std::vector<QAction*> m_actions;
};

} // namespace quantiscope
