// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/recipe/rule_model.h"

#include "widgets/common/text.h"
#include "widgets/recipe/effect_watcher.h"
#include "widgets/recipe/recipe_editor.h"

#include <QFontDatabase>

#include <algorithm>

namespace quantiscope {

RuleModel::RuleModel(RecipeEditor& editor, EffectWatcher& watcher, QObject* parent)
    : QAbstractListModel(parent), m_editor(editor), m_watcher(watcher)
{
    connect(&editor, &RecipeEditor::recipeChanged, this, &RuleModel::updateRules);
    connect(&watcher, &EffectWatcher::previewChanged, this, &RuleModel::updateFindings);
    updateRules();
    updateFindings();
}

void RuleModel::setScopes(std::shared_ptr<const ScopeTree> scopes)
{
    if (scopes == m_scopes)
        return;
    m_scopes = std::move(scopes);
    updateFindings();
}

void RuleModel::updateRules()
{
    std::vector<RuleRef> refs = ruleRefs(m_editor.recipe());
    if (refs == m_refs) { // rows stay where they are, and selections with them
        updateFindings();
        if (!m_refs.empty())
            emit dataChanged(index(0), index(int(m_refs.size()) - 1));
        return;
    }
    beginResetModel();
    m_refs = std::move(refs);
    m_findings.clear();
    m_groups.clear();
    m_errors.clear();
    for (std::size_t row = 0; row < m_refs.size(); ++row) { // at once, so that the list is laid out but once
        const RuleFinding* finding = findingOf(row);
        m_findings.push_back(finding ? std::optional(*finding) : std::nullopt);
        m_groups.push_back(groupsOf(row));
        m_errors.push_back(errorOf(row));
    }
    endResetModel();
    emit countsChanged();
}

/// What the last preview found for the rule in @p row, if it was the same rule then.
const RuleFinding* RuleModel::findingOf(std::size_t row) const
{
    const auto preview = m_watcher.preview();
    if (!preview)
        return nullptr;
    const RuleRef& ref = m_refs[row];
    const ExclusionRule& rule = ruleAt(m_editor.recipe(), ref);
    const std::vector<RuleFinding>& found = ref.list == RuleRef::List::Exclude ? preview->exclude : preview->layers;
    // About where it was, so that many rules need not be compared each with each: what moved farther is found anew.
    constexpr std::size_t kNear = 32;
    const std::size_t end = std::min(found.size(), ref.index + kNear);
    for (std::size_t i = ref.index < kNear ? 0 : ref.index - kNear; i < end; ++i) {
        if (ruleAt(m_watcher.previewedRecipe(), {ref.list, i}) == rule)
            return &found[i];
    }
    return nullptr;
}

void RuleModel::updateFindings()
{
    std::optional<int> first;
    int last = 0;
    bool areHeightsOthers = false;
    for (std::size_t row = 0; row < m_refs.size(); ++row) {
        const RuleFinding* finding = findingOf(row);
        std::optional<RuleFinding> now = finding ? std::optional(*finding) : std::nullopt;
        const std::optional<RuleFinding>& old = m_findings[row];
        const bool isOther = now.has_value() != old.has_value()
            || (now && (now->nodes != old->nodes || now->repaired != old->repaired || now->error != old->error));
        if (isOther) {
            m_findings[row] = std::move(now);
            QString error = errorOf(row);
            areHeightsOthers = areHeightsOthers || error != m_errors[row];
            m_errors[row] = std::move(error);
        }
        QString groups = groupsOf(row);
        if (!isOther && groups == m_groups[row])
            continue;
        m_groups[row] = std::move(groups);
        first = first.value_or(int(row));
        last = int(row);
    }
    if (first)
        emit dataChanged(index(*first), index(last));
    if (areHeightsOthers)
        emit heightsChanged();
    emit countsChanged();
}

QString RuleModel::errorOf(std::size_t row) const
{
    const std::optional<RuleFinding>& finding = m_findings[row];
    return finding && finding->error ? shownName(finding->error->message) : QString();
}

QString RuleModel::groupsOf(std::size_t row) const
{
    const std::optional<RuleFinding>& finding = m_findings[row];
    if (!finding || finding->nodes.empty() || !m_scopes
        || finding->nodes.back() >= std::size_t(m_scopes->at(0).nodeCount))
        return {};
    // Ends of a group, or a list of its names, say little; a folder or an operator says all.
    const ExclusionRule& rule = ruleAt(m_editor.recipe(), m_refs[row]);
    const bool isNameless = rule.kind == ExclusionRule::Kind::Between
        || (rule.kind == ExclusionRule::Kind::Regex && rule.pattern.ends_with(")$"));
    return isNameless ? groupsText(*m_scopes, finding->nodes) : QString();
}

QString RuleModel::textOf(std::size_t row) const
{
    return m_groups[row].isEmpty() ? ruleText(ruleAt(m_editor.recipe(), m_refs[row])) : m_groups[row];
}

int RuleModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_refs.size());
}

QVariant RuleModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const auto row = std::size_t(index.row());
    const ExclusionRule& rule = ruleAt(m_editor.recipe(), m_refs[row]);
    const std::optional<RuleFinding>& finding = m_findings[row];
    switch (role) {
    case Qt::DisplayRole:
        return textOf(row);
    case Qt::FontRole:
        return QFontDatabase::systemFont(QFontDatabase::FixedFont);
    case Qt::CheckStateRole:
        return rule.enabled ? Qt::Checked : Qt::Unchecked;
    case Qt::ToolTipRole:
        return plainToolTip(shownName(describe(rule)));
    case Qt::AccessibleTextRole: {
        const QString error = data(index, ErrorRole).toString();
        if (!error.isEmpty())
            return tr("%1, %2: %3").arg(textOf(row), data(index, ChipRole).toString(), error);
        return tr("%1, %2, %n node(s)", nullptr, std::max(0, data(index, CountRole).toInt()))
            .arg(textOf(row), data(index, ChipRole).toString());
    }
    case IconRole:
        return ruleIcon(rule);
    case ChipRole:
        return chipText(m_editor.recipe(), m_refs[row]);
    case CountRole:
        return finding && rule.enabled ? int(finding->nodes.size()) : -1;
    case ErrorRole:
        return m_errors[row];
    case RepairRole:
        return finding && finding->repaired ? ruleText(*finding->repaired) : QString();
    default:
        return {};
    }
}

Qt::ItemFlags RuleModel::flags(const QModelIndex& index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable | Qt::ItemNeverHasChildren;
}

bool RuleModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (!index.isValid() || role != Qt::CheckStateRole)
        return false;
    const RuleRef ref = m_refs[std::size_t(index.row())];
    const bool enabled = value.toInt() == Qt::Checked;
    const QString text = textOf(std::size_t(index.row()));
    m_editor.apply(enabled ? tr("Rule on: %1").arg(text) : tr("Rule off: %1").arg(text),
                   withRuleEnabled(m_editor.recipe(), ref, enabled));
    return true;
}

RuleRef RuleModel::refAt(int row) const
{
    return m_refs[std::size_t(row)];
}

int RuleModel::rowOf(const RuleRef& ref) const
{
    const auto found = std::find(m_refs.begin(), m_refs.end(), ref);
    return found == m_refs.end() ? -1 : int(found - m_refs.begin());
}

std::vector<std::size_t> RuleModel::nodesOf(int row) const
{
    const std::optional<RuleFinding>& finding = m_findings[std::size_t(row)];
    return finding ? finding->nodes : std::vector<std::size_t>();
}

void RuleModel::remove(const std::vector<int>& rows)
{
    if (rows.empty())
        return;
    std::vector<RuleRef> refs;
    for (const int row : rows)
        refs.push_back(refAt(row));
    Recipe next = withoutRules(m_editor.recipe(), refs);
    m_editor.apply(rows.size() == 1 ? tr("Delete rule: %1").arg(textOf(std::size_t(rows.front())))
                                    : tr("Delete %n rule(s)", nullptr, int(rows.size())),
                   std::move(next));
}

void RuleModel::repair(int row)
{
    const std::optional<RuleFinding>& finding = m_findings[std::size_t(row)];
    if (!finding || !finding->repaired)
        return;
    const ExclusionRule repaired = *finding->repaired;
    m_editor.apply(tr("Repair rule: %1").arg(ruleText(repaired)),
                   withRuleNodes(m_editor.recipe(), refAt(row), repaired));
}

void RuleModel::setPrecision(int row, MarkPrecision precision)
{
    const RuleRef ref = refAt(row);
    m_editor.apply(tr("%1: %2").arg(textOf(std::size_t(row)), precisionName(precision)),
                   withRulePrecision(m_editor.recipe(), ref, precision));
}

bool RuleModel::canMove(int row, int step) const
{
    if (row < 0 || row >= rowCount() || refAt(row).list != RuleRef::List::Layers)
        return false;
    const int place = int(refAt(row).index) + step;
    return place >= 0 && place < int(m_editor.recipe().config.layers.size());
}

void RuleModel::move(int row, int step)
{
    if (!canMove(row, step))
        return;
    const RuleRef ref = refAt(row);
    m_editor.apply(tr("Move rule: %1").arg(textOf(std::size_t(row))),
                   withRuleMoved(m_editor.recipe(), ref, std::size_t(int(ref.index) + step)));
}

} // namespace quantiscope
