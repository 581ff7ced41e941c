// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pages/recent_model.h"

#include "widgets/common/text.h"
#include "widgets/common/themed_icon.h"

#include <QDir>
#include <QFileInfo>
#include <QFont>
#include <QLocale>

#include <utility>

namespace quantiscope {

namespace {

/// Below the home folder: "~/models".
QString shortFolder(const QString& path)
{
    const QString folder = QFileInfo(path).path();
    const QString home = QDir::homePath();
    return folder == home || folder.startsWith(home + QLatin1Char('/')) ? QLatin1Char('~') + folder.mid(home.size())
                                                                        : folder;
}

} // namespace

void RecentModel::setDocuments(std::vector<RecentDocument> documents)
{
    beginResetModel();
    m_documents = std::move(documents);
    endResetModel();
}

int RecentModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_documents.size());
}

int RecentModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : NumColumns;
}

QVariant RecentModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const RecentDocument& document = m_documents[std::size_t(index.row())];
    if (role == PathRole)
        return document.path;
    if (role == Qt::ToolTipRole)
        return plainToolTip(document.path);
    if (role == Qt::DecorationRole && index.column() == NameColumn)
        return themedIcon(document.preset.isEmpty() ? QStringLiteral("model") : QStringLiteral("project"));
    if (role == Qt::FontRole && index.column() == NameColumn) {
        QFont font;
        font.setWeight(QFont::DemiBold);
        return font;
    }
    if (role == Qt::TextAlignmentRole && index.column() >= RunsColumn)
        return int(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case NameColumn:
        return QFileInfo(document.path).fileName();
    case FolderColumn:
        return shortFolder(document.path);
    case PresetColumn:
        return document.preset.isEmpty() ? QStringLiteral("—") : document.preset;
    case RunsColumn:
        return document.runs == 0 ? QStringLiteral("—") : tr("%n run(s)", nullptr, document.runs);
    case ResultColumn:
        return document.cosine ? tr("cosine %1").arg(QLocale().toString(*document.cosine, 'f', 4)) : QString();
    case OpenedColumn:
        return document.opened.date() == QDate::currentDate()
            ? tr("today %1").arg(QLocale().toString(document.opened.time(), QLocale::ShortFormat))
            : QLocale().toString(document.opened.date(), QLocale::ShortFormat);
    default:
        return {};
    }
}

QVariant RecentModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case NameColumn:
        return tr("Document");
    case FolderColumn:
        return tr("Folder");
    case PresetColumn:
        return tr("Preset");
    case RunsColumn:
        return tr("Runs");
    case ResultColumn:
        return tr("Result");
    case OpenedColumn:
        return tr("Opened");
    default:
        return {};
    }
}

} // namespace quantiscope
