// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/data/shown_sample_model.h"

#include "widgets/common/text.h"
#include "widgets/data/thumbnail_cache.h"

#include <algorithm>

namespace quantiscope {

ShownSampleModel::ShownSampleModel(ThumbnailCache& thumbnails, QObject* parent)
    : QAbstractListModel(parent), m_thumbnails(thumbnails)
{
    connect(&m_thumbnails, &ThumbnailCache::ready, this, [this] {
        if (rowCount() > 0)
            emit dataChanged(index(0), index(rowCount() - 1), {ThumbnailRole});
    });
}

void ShownSampleModel::setSamples(std::vector<ShownSample> samples)
{
    beginResetModel();
    m_samples = std::move(samples);
    endResetModel();
}

int ShownSampleModel::rowOf(const QString& name) const
{
    const auto found = std::find_if(m_samples.begin(), m_samples.end(),
                                    [&name](const ShownSample& each) { return each.name == name; });
    return found == m_samples.end() ? -1 : int(found - m_samples.begin());
}

int ShownSampleModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_samples.size());
}

QVariant ShownSampleModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const ShownSample& sample = m_samples[std::size_t(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return shownName(toStd(sample.name));
    case Qt::AccessibleTextRole:
        return QStringList{shownName(toStd(sample.name)), sample.value, sample.before}.join(QStringLiteral(", "));
    case Qt::ToolTipRole:
        return plainToolTip(QStringList{sample.name, sample.value, sample.before}.join(QLatin1Char('\n')).trimmed());
    case ThumbnailRole: {
        const Thumbnail* thumbnail = sample.picture.isEmpty() ? nullptr : m_thumbnails.find(sample.picture);
        return thumbnail ? thumbnail->image : QImage();
    }
    case IsPictureRole:
        return !sample.picture.isEmpty();
    case ValueRole:
        return sample.value;
    case BeforeRole:
        return sample.before;
    case ShareRole:
        return sample.share;
    default:
        return {};
    }
}

} // namespace quantiscope
