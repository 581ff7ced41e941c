// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/data/sample_list_model.h"

#include "core/pipeline/recipe_data.h"
#include "widgets/common/text.h"
#include "widgets/data/data_session.h"
#include "widgets/data/thumbnail_cache.h"

namespace quantiscope {

SampleListModel::SampleListModel(DataSession& session, ThumbnailCache& thumbnails, QObject* parent)
    : QAbstractListModel(parent), m_session(session), m_thumbnails(thumbnails)
{
    connect(&session, &DataSession::listingChanged, this, &SampleListModel::reset);
    connect(&session, &DataSession::dataChanged, this, [this] { refresh(IsChosenRole); });
    connect(&thumbnails, &ThumbnailCache::ready, this, [this] { refresh(ThumbnailRole); });
    m_rows = int(session.listing().names.size());
}

void SampleListModel::reset()
{
    beginResetModel();
    m_rows = int(m_session.listing().names.size());
    endResetModel();
}

void SampleListModel::refresh(int role)
{
    if (m_rows > 0)
        emit dataChanged(index(0), index(m_rows - 1), {role, Qt::CheckStateRole, Qt::ToolTipRole});
}

int SampleListModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : m_rows;
}

QVariant SampleListModel::data(const QModelIndex& index, int role) const
{
    const DataListing& listing = m_session.listing();
    const auto row = std::size_t(index.row());
    if (!index.isValid() || row >= listing.names.size())
        return {};
    const std::string& name = listing.names[row];
    const bool isChosen = m_session.isChosen(row);
    const bool isSkipped = !isChosen && m_session.data() && m_session.data()->skip.contains(name);
    switch (role) {
    case Qt::DisplayRole:
        return toQt(name);
    case Qt::ToolTipRole:
        return plainToolTip(
            isChosen || isSkipped ? toQt(name) : tr("%1\nNot among the samples that the seed chooses").arg(toQt(name)));
    case IsChosenRole:
        return isChosen;
    case ClassRole:
        return row < listing.classes.size() ? toQt(listing.classes[row]) : QString();
    case Qt::CheckStateRole:
        return isSkipped ? Qt::Unchecked : Qt::Checked;
    case IsPictureRole:
        return listing.arePictures();
    case ThumbnailRole:
    case SizeRole: {
        const Thumbnail* thumbnail = listing.arePictures() ? m_thumbnails.find(pathText(listing.files[row])) : nullptr;
        if (!thumbnail || thumbnail->image.isNull())
            return {};
        if (role == ThumbnailRole)
            return thumbnail->image;
        return QStringLiteral("%1×%2").arg(thumbnail->size.width()).arg(thumbnail->size.height());
    }
    default:
        return {};
    }
}

bool SampleListModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (!index.isValid() || role != Qt::CheckStateRole)
        return false;
    const auto state = static_cast<Qt::CheckState>(value.toInt());
    m_session.setSkipped({m_session.listing().names[std::size_t(index.row())]}, state);
    return true;
}

Qt::ItemFlags SampleListModel::flags(const QModelIndex& index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
    if (m_session.data() && !isRandomData(m_session.data()->source)) // made-up samples have nothing to leave out
        flags |= Qt::ItemIsUserCheckable;
    return flags;
}

} // namespace quantiscope
