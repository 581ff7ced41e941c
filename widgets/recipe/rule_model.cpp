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

void RuleModel::updateRules()
{
    std::vector<RuleRef> refs = ruleRefs(m_editor.recipe());
    if (refs == m_refs) { // rows stay where they are, and selections with them
        updateFindings();
        return;
    }
    beginResetModel();
    m_refs = std::move(refs);
    m_findings.assign(m_refs.size(), std::nullopt);
    endResetModel();
    updateFindings();
}

/// What the last preview found for the rule in @p row, if it was the same rule then.
const RuleFinding* RuleModel::findingOf(std::size_t row) const
{
    const auto preview = m_watcher.preview();
    const ExclusionRule& rule = ruleAt(m_editor.recipe(), m_refs[row]);
    const Recipe& then = m_watcher.previewedRecipe();
    if (!preview)
        return nullptr;
    const bool isExclusion = m_refs[row].list == RuleRef::List::Exclude;
    const std::size_t count = isExclusion ? preview->exclude.size() : preview->layers.size();
    // Mostly where it was, so that many rules need not be compared each with each.
    const std::size_t first = m_refs[row].index < count ? m_refs[row].index : 0;
    for (std::size_t step = 0; step < count; ++step) {
        const std::size_t i = (first + step) % count;
        if (ruleAt(then, {m_refs[row].list, i}) == rule)
            return isExclusion ? &preview->exclude[i] : &preview->layers[i];
    }
    return nullptr;
}

void RuleModel::updateFindings()
{
    for (std::size_t row = 0; row < m_refs.size(); ++row) {
        const RuleFinding* finding = findingOf(row);
        m_findings[row] = finding ? std::optional(*finding) : std::nullopt;
    }
    if (!m_refs.empty())
        emit dataChanged(index(0), index(int(m_refs.size()) - 1));
    emit countsChanged();
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
        return ruleText(rule);
    case Qt::FontRole:
        return QFontDatabase::systemFont(QFontDatabase::FixedFont);
    case Qt::CheckStateRole:
        return rule.enabled ? Qt::Checked : Qt::Unchecked;
    case Qt::ToolTipRole:
        return toQt(describe(rule));
    case Qt::AccessibleTextRole: {
        const QString error = data(index, ErrorRole).toString();
        if (!error.isEmpty())
            return tr("%1, %2: %3").arg(ruleText(rule), data(index, ChipRole).toString(), error);
        return tr("%1, %2, %n node(s)", nullptr, std::max(0, data(index, CountRole).toInt()))
            .arg(ruleText(rule), data(index, ChipRole).toString());
    }
    case IconRole:
        return ruleIcon(rule);
    case ChipRole:
        return chipText(m_editor.recipe(), m_refs[row]);
    case CountRole:
        return finding && rule.enabled ? int(finding->nodes.size()) : -1;
    case ErrorRole:
        return finding && finding->error ? toQt(finding->error->message) : QString();
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
    const QString text = ruleText(ruleAt(m_editor.recipe(), ref));
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

int RuleModel::deadCount() const
{
    return int(std::count_if(m_findings.begin(), m_findings.end(),
                             [](const auto& finding) { return finding && finding->error; }));
}

void RuleModel::remove(const std::vector<int>& rows)
{
    if (rows.empty())
        return;
    Recipe next = m_editor.recipe();
    std::vector<int> sorted = rows;
    std::sort(sorted.rbegin(), sorted.rend()); // from behind, so that the others keep their places
    for (const int row : sorted)
        next = withoutRule(std::move(next), refAt(row));
    const QString first = ruleText(ruleAt(m_editor.recipe(), refAt(rows.front())));
    m_editor.apply(rows.size() == 1 ? tr("Delete rule: %1").arg(first)
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
    m_editor.apply(tr("%1: %2").arg(ruleText(ruleAt(m_editor.recipe(), ref)), precisionName(precision)),
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
    m_editor.apply(tr("Move rule: %1").arg(ruleText(ruleAt(m_editor.recipe(), ref))),
                   withRuleMoved(m_editor.recipe(), ref, std::size_t(int(ref.index) + step)));
}

} // namespace quantiscope
