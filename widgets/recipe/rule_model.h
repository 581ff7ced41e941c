// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/qdq/rule_matching.h"
#include "widgets/recipe/rule_edits.h"

#include <QAbstractListModel>

#include <memory>
#include <vector>

namespace quantiscope {

class EffectWatcher;
class RecipeEditor;

/// The rules of the recipe, exclusions first, with what each catches in the model.
class RuleModel final : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role
    {
        IconRole = Qt::UserRole, ///< name for themedIcon()
        ChipRole, ///< "f32", "s16"
        CountRole, ///< nodes that it catches; -1 while that is not known
        ErrorRole, ///< why it catches nothing or does nothing; empty: it acts
        RepairRole, ///< text of the rule that is offered instead; empty: none
    };

    RuleModel(RecipeEditor& editor, EffectWatcher& watcher, QObject* parent = nullptr);

    /// Groups of the watcher's model, by which rules without a word of their own are called; may be null.
    void setScopes(std::shared_ptr<const ScopeTree> scopes);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    /// CheckStateRole: is the rule in force?
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

    [[nodiscard]] RuleRef refAt(int row) const;
    [[nodiscard]] int rowOf(const RuleRef& ref) const;
    /// Nodes that it catches, by position in the graph.
    [[nodiscard]] std::vector<std::size_t> nodesOf(int row) const;
    void remove(const std::vector<int>& rows);
    /// Takes the rule that is offered instead of a dead one.
    void repair(int row);
    void setPrecision(int row, MarkPrecision precision);
    /// A layer rule one place up (-1) or down (1) among its like.
    void move(int row, int step);
    [[nodiscard]] bool canMove(int row, int step) const;

signals:
    void countsChanged();
    /// Sentences below rules have come or gone.
    void heightsChanged();

private:
    void updateRules();
    void updateFindings();
    [[nodiscard]] const RuleFinding* findingOf(std::size_t row) const;
    [[nodiscard]] QString errorOf(std::size_t row) const;
    [[nodiscard]] QString groupsOf(std::size_t row) const;
    [[nodiscard]] QString textOf(std::size_t row) const;

    RecipeEditor& m_editor;
    EffectWatcher& m_watcher;
    std::vector<RuleRef> m_refs;
    std::vector<std::optional<RuleFinding>> m_findings; ///< by row; nothing while it is being looked for
    std::vector<QString> m_groups; ///< by row: the groups that a rule is called by; empty: none
    std::vector<QString> m_errors; ///< by row: ErrorRole
    std::shared_ptr<const ScopeTree> m_scopes;
};

} // namespace quantiscope
