// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/data/shown_sample_delegate.h"

#include "widgets/common/run_mark.h"
#include "widgets/common/theme.h"
#include "widgets/data/shown_sample_model.h"

#include <QPainter>

#include <algorithm>

namespace quantiscope {

namespace {

constexpr int kMargin = 4;
constexpr int kBar = 3;
constexpr int kLetters = 20; ///< wide

int lineHeight(const QFontMetrics& metrics)
{
    return metrics.height() + 2;
}

void paintPicture(QPainter& painter, const QRect& place, const QImage& image)
{
    const Theme& theme = Theme::current();
    if (image.isNull()) {
        painter.fillRect(place, theme.hairline);
        return;
    }
    QRect source(QPoint(), place.size().scaled(image.size(), Qt::KeepAspectRatio));
    source.moveCenter(image.rect().center());
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.drawImage(place, image, source);
}

} // namespace

QSize ShownSampleDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const
{
    const int width = option.fontMetrics.averageCharWidth() * kLetters;
    const int picture = (width - 2 * kMargin) * 3 / 4;
    return {width, picture + 2 * lineHeight(option.fontMetrics) + kBar + 3 * kMargin};
}

void ShownSampleDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Theme& theme = Theme::current();
    painter->save();
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    if (isSelected)
        painter->fillRect(option.rect, theme.selectedRow);
    else if (option.state.testFlag(QStyle::State_MouseOver))
        painter->fillRect(option.rect, theme.hover);
    const QRect area = option.rect.adjusted(kMargin, kMargin, -kMargin, -kMargin);
    const int line = lineHeight(option.fontMetrics);
    const QRect place(area.left(), area.top(), area.width(), area.height() - 2 * line - kBar - kMargin);
    const bool isPicture = index.data(ShownSampleModel::IsPictureRole).toBool();
    if (isPicture) {
        paintPicture(*painter, place, index.data(ShownSampleModel::ThumbnailRole).value<QImage>());
    } else {
        painter->fillRect(place, theme.alternate);
        painter->setPen(theme.border);
        painter->drawRect(place.adjusted(0, 0, -1, -1));
        painter->setPen(theme.text2);
        const QRect inside = place.adjusted(kMargin, kMargin, -kMargin, -kMargin);
        painter->drawText(inside, Qt::AlignCenter | Qt::TextWrapAnywhere, index.data().toString());
    }
    QFont bold = option.font;
    bold.setWeight(QFont::DemiBold);
    const QRect first(area.left(), place.bottom() + 1, area.width(), line);
    painter->setFont(bold);
    painter->setPen(theme.text1);
    const QString value = index.data(ShownSampleModel::ValueRole).toString();
    const QFontMetrics boldMetrics(bold);
    painter->drawText(first, Qt::AlignLeft | Qt::AlignVCenter,
                      boldMetrics.elidedText(value, Qt::ElideRight, first.width()));
    painter->setFont(option.font);
    painter->setPen(theme.text2);
    const int room = first.width() - boldMetrics.horizontalAdvance(value) - option.fontMetrics.averageCharWidth();
    const QString before = index.data(ShownSampleModel::BeforeRole).toString();
    if (room > 4 * option.fontMetrics.averageCharWidth())
        painter->drawText(first, Qt::AlignRight | Qt::AlignVCenter,
                          option.fontMetrics.elidedText(before, Qt::ElideRight, room));
    const double share = index.data(ShownSampleModel::ShareRole).toDouble();
    const QRect bar(area.left(), first.bottom() + 1, area.width(), kBar);
    if (share >= 0.0) {
        painter->fillRect(bar, theme.hairline);
        painter->fillRect(QRectF(bar.left(), bar.top(), bar.width() * std::min(1.0, share), bar.height()),
                          runColor(m_slot));
    }
    painter->setPen(isSelected ? theme.text1 : theme.text2);
    painter->drawText(QRect(area.left(), bar.bottom() + 1, area.width(), line), Qt::AlignLeft | Qt::AlignVCenter,
                      option.fontMetrics.elidedText(index.data().toString(), Qt::ElideMiddle, area.width()));
    painter->restore();
}

} // namespace quantiscope
