// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/data/sample_delegate.h"

#include "widgets/common/theme.h"
#include "widgets/data/sample_list_model.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

namespace quantiscope {

namespace {

constexpr int kGap = 8;

const QStyle* styleOf(const QStyleOptionViewItem& option)
{
    return option.widget ? option.widget->style() : QApplication::style();
}

} // namespace

QRect SampleDelegate::checkRect(const QStyleOptionViewItem& option)
{
    const int side = styleOf(option)->pixelMetric(QStyle::PM_IndicatorWidth, &option, option.widget);
    return {option.rect.left() + kGap, option.rect.center().y() - side / 2, side, side};
}

QSize SampleDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const
{
    return {0, option.fontMetrics.height() + 12};
}

void SampleDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Theme& theme = Theme::current();
    const bool isTaken = index.data(Qt::CheckStateRole).toInt() == Qt::Checked;
    const bool isChosen = index.data(SampleListModel::IsChosenRole).toBool();
    painter->save();
    if (option.state.testFlag(QStyle::State_Selected))
        painter->fillRect(option.rect, theme.selectedRow);
    else if (option.state.testFlag(QStyle::State_MouseOver))
        painter->fillRect(option.rect, theme.hover);
    int left = option.rect.left() + kGap;
    if (index.flags().testFlag(Qt::ItemIsUserCheckable)) {
        QStyleOptionViewItem box(option);
        box.rect = checkRect(option);
        box.state = QStyle::State_Enabled | (isTaken ? QStyle::State_On : QStyle::State_Off);
        box.features |= QStyleOptionViewItem::HasCheckIndicator;
        styleOf(option)->drawPrimitive(QStyle::PE_IndicatorItemViewItemCheck, &box, painter, option.widget);
        left = box.rect.right() + 1 + kGap;
    }
    if (index.data(SampleListModel::IsPictureRole).toBool()) {
        const int height = option.rect.height() - 8;
        const QRect place(left, option.rect.top() + 4, height * 4 / 3, height);
        const QImage image = index.data(SampleListModel::ThumbnailRole).value<QImage>();
        if (image.isNull()) {
            painter->fillRect(place, theme.hairline);
        } else {
            QRect source(QPoint(), place.size().scaled(image.size(), Qt::KeepAspectRatio));
            source.moveCenter(image.rect().center());
            painter->setRenderHint(QPainter::SmoothPixmapTransform);
            painter->setOpacity(isChosen ? 1.0 : 0.4);
            painter->drawImage(place, image, source);
            painter->setOpacity(1.0);
        }
        left = place.right() + 1 + kGap;
    }
    const QString label = index.data(SampleListModel::ClassRole).toString();
    QString size = index.data(SampleListModel::SizeRole).toString();
    if (!label.isEmpty())
        size = option.fontMetrics.elidedText(label, Qt::ElideRight, option.rect.width() / 3);
    const int sizeWidth = option.fontMetrics.horizontalAdvance(size);
    const QRect sizePlace(option.rect.right() - kGap - sizeWidth, option.rect.top(), sizeWidth, option.rect.height());
    painter->setPen(theme.text2);
    painter->drawText(sizePlace, Qt::AlignVCenter | Qt::AlignRight, size);
    QFont font = option.font;
    font.setStrikeOut(!isTaken); // not by the box alone
    painter->setFont(font);
    painter->setPen(isChosen ? theme.text1 : theme.text3);
    const QRect place(left, option.rect.top(), sizePlace.left() - kGap - left, option.rect.height());
    painter->drawText(place, Qt::AlignVCenter | Qt::AlignLeft,
                      option.fontMetrics.elidedText(index.data().toString(), Qt::ElideMiddle, place.width()));
    painter->restore();
}

bool SampleDelegate::editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                                 const QModelIndex& index)
{
    if (!index.flags().testFlag(Qt::ItemIsUserCheckable))
        return false;
    if (event->type() == QEvent::MouseButtonRelease || event->type() == QEvent::MouseButtonDblClick) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        if (mouse->button() != Qt::LeftButton || !checkRect(option).adjusted(-4, -4, 4, 4).contains(mouse->pos()))
            return false;
        if (event->type() == QEvent::MouseButtonDblClick)
            return true;
    } else if (event->type() != QEvent::KeyPress || static_cast<QKeyEvent*>(event)->key() != Qt::Key_Space) {
        return false;
    }
    const bool isTaken = index.data(Qt::CheckStateRole).toInt() == Qt::Checked;
    return model->setData(index, isTaken ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
}

} // namespace quantiscope
