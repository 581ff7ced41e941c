// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/scope_tree.h"
#include "core/qdq/rule_matching.h"
#include "widgets/common/background_task.h"
#include "widgets/common/opened_model.h"
#include "widgets/recipe/mark_draft.h"

#include <QObject>

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

class QAction;
class QMenu;

namespace quantiscope {

class ActionRegistry;
class EffectWatcher;
class NodeSelection;
class RecipeEditor;

/// Turns what one points at in graph, trees and tables into rules of the recipe. Single marks are made at once; rules
/// with starts and ends (and whatever is edited) are a draft first, whose catch is shown before it is added.
class MarkController final : public QObject
{
    Q_OBJECT

public:
    /// All arguments must outlive it.
    MarkController(RecipeEditor& editor, EffectWatcher& watcher, NodeSelection& selection, QObject* parent = nullptr);

    /// The model that is marked, and the groups of its nodes; @p scopes may be null. A draft ends.
    void setModel(OpenedModelPtr model, std::shared_ptr<const ScopeTree> scopes);
    [[nodiscard]] const OpenedModelPtr& model() const { return m_model; }
    [[nodiscard]] const std::shared_ptr<const ScopeTree>& scopes() const { return m_scopes; } ///< may be null

    /// Registers the actions "mark.…". Their single-letter shortcuts act in @p owner (the graph); call it once.
    void registerActions(ActionRegistry& registry, QWidget* owner);
    /// For other views of the selection, whose keys are to act in them as well (QWidget::addActions()).
    [[nodiscard]] QList<QAction*> actions() const { return {m_actions.begin(), m_actions.end()}; }
    /// Fills the context menu of node @p node in graph, tree or table, or (a negative one) of all that are selected.
    /// Call registerActions() before.
    void fillNodeMenu(QMenu* menu, int node);

    /// Marks these nodes by what they have in common: see rulesForNodes().
    void mark(const std::set<int>& nodes, MarkPrecision precision);
    void markScope(int scope, MarkPrecision precision);
    void markOperator(const std::string& opType, MarkPrecision precision);
    /// Takes away the rules that name these nodes alone, or (as far as the preview of the recipe knows) catch nothing
    /// but them. When one is still caught by another rule, that one is offered after a while: see ruleOffered().
    void unmark(const std::set<int>& nodes);

    /// Shows in the graph what a rule of the recipe catches, as long as there is no draft; none: nothing.
    void showCatch(const std::vector<std::size_t>& nodes);

    [[nodiscard]] const std::optional<MarkDraft>& draft() const { return m_draft; }
    void setDraft(std::optional<MarkDraft> draft);
    /// A draft of @p kind. With nodes selected: they are its start, or what it is upstream or downstream of.
    void begin(ExclusionRule::Kind kind);
    void edit(const RuleRef& ref);
    /// Puts the selected nodes into the draft's starts or ends; without a draft, one of kind Between begins.
    void addToStarts();
    void addToEnds();
    void setDraftPrecision(MarkPrecision precision);
    /// Adds the rule of the draft (or replaces the edited one); false while it is dead or incomplete. While its catch
    /// is still looked for, that is false, too, and it is added as soon as it is found to catch something.
    bool accept();
    /// The draft's rule as the recipe will hold it; see the function of this name. Call it with a draft and a model.
    [[nodiscard]] QString draftText(std::size_t most) const;
    void cancel() { setDraft(std::nullopt); }

    /// What the draft's rule catches, or why nothing; null while there is none, or it is being looked for.
    [[nodiscard]] const RuleFinding* finding() const { return m_finding ? &*m_finding : nullptr; }

signals:
    /// model() or scopes() are others.
    void modelChanged();
    /// Another draft, or none any more.
    void draftChanged();
    /// finding() is another.
    void findingChanged();
    /// For the graph: nodes that the draft (or what showCatch() told) catches, the draft's starts and its ends.
    void marksChanged(const std::set<int>& caught, const std::set<int>& starts, const std::set<int>& ends);
    /// A node that was to be unmarked is caught by this rule; @p sentence says so.
    void ruleOffered(const quantiscope::RuleRef& ref, const QString& sentence);

private:
    /// Nodes that actions are about.
    [[nodiscard]] std::set<int> targets() const;
    /// The groups that the targets make up, or the innermost one around them.
    [[nodiscard]] std::vector<int> targetScopes() const;
    [[nodiscard]] std::set<std::string> targetTypes() const;
    [[nodiscard]] QString nameOf(int node) const;
    [[nodiscard]] QString nameOf(const std::set<int>& nodes) const;
    void addRules(const QString& what, const std::vector<ExclusionRule>& rules, MarkPrecision precision);
    void offerRuleOf(const std::set<int>& nodes);
    void updateFinding();
    void emitMarks();
    void updateActions();
    void addAction(ActionRegistry& registry, const QString& id, const QString& text, const QString& key,
                   const QString& icon, const QString& help, const std::function<void()>& run);
    [[nodiscard]] QAction* action(const char* id) const;
    void markTargets(MarkPrecision precision) { mark(targets(), precision); }
    void markTargetScopes(MarkPrecision precision);
    void markTargetOperators(MarkPrecision precision);
    void selectOperator();

    RecipeEditor& m_editor;
    EffectWatcher& m_watcher;
    NodeSelection& m_selection;
    OpenedModelPtr m_model;
    std::shared_ptr<const ScopeTree> m_scopes;
    std::optional<MarkDraft> m_draft;
    std::optional<RuleFinding> m_finding;
    BackgroundTask m_search; ///< for what the draft catches
    BackgroundTask m_offer; ///< for the rule that still catches what was unmarked
    bool m_isAcceptWished = false; ///< as soon as m_search has found a good rule
    QWidget* m_owner = nullptr;
    std::vector<QAction*> m_actions;
    std::set<int> m_shown; ///< what showCatch() told
    std::set<int> m_target; ///< what the open context menu is about; empty: the selection
};

} // namespace quantiscope
