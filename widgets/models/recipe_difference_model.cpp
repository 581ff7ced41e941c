// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/recipe_difference_model.h"

#include "widgets/common/text.h"
#include "widgets/common/theme.h"

#include <QFontDatabase>

namespace quantiscope {

void RecipeDifferenceModel::setChanges(std::vector<RecipeChange> changes, const QString& before, const QString& after)
{
    beginResetModel();
    m_changes = std::move(changes);
    m_before = before;
    m_after = after;
    endResetModel();
}

int RecipeDifferenceModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_changes.size());
}

int RecipeDifferenceModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(Column::Count);
}

QVariant RecipeDifferenceModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const RecipeChange& change = m_changes[std::size_t(index.row())];
    const auto column = Column(index.column());
    const bool came = change.before.empty();
    const bool went = change.after.empty();
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
        switch (column) {
        case Column::Kind:
            return came ? QStringLiteral("+") : went ? QStringLiteral("−") : QStringLiteral("~");
        case Column::Key:
            return toQt(change.key);
        case Column::Before:
            return toQt(change.before);
        case Column::After:
            return toQt(change.after);
        case Column::Count:
            break;
        }
        return {};
    case Qt::AccessibleTextRole:
        if (column != Column::Kind)
            return data(index, Qt::DisplayRole);
        return came ? tr("new") : went ? tr("gone") : tr("changed");
    case Qt::BackgroundRole:
        return came ? Theme::current().doneFill : went ? Theme::current().errorFill : Theme::current().warningFill;
    case Qt::FontRole:
        return column == Column::Before || column == Column::After
            ? QVariant(QFontDatabase::systemFont(QFontDatabase::FixedFont))
            : QVariant();
    default:
        return {};
    }
}

QVariant RecipeDifferenceModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole)
        return int(Qt::AlignLeft | Qt::AlignVCenter);
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (Column(section)) {
    case Column::Key:
        return tr("Key");
    case Column::Before:
        return m_before;
    case Column::After:
        return m_after;
    case Column::Kind:
    case Column::Count:
        break;
    }
    return {};
}

} // namespace quantiscope
