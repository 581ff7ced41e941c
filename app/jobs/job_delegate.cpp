// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/job_delegate.h"

#include "app/jobs/job.h"
#include "app/jobs/jobs_model.h"
#include "widgets/common/theme.h"
#include "widgets/common/themed_icon.h"

#include <QApplication>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace quantiscope {

namespace {

constexpr int kGap = 8;
constexpr int kPadding = 4;

struct Mark
{
    QString icon;
    QColor color;
};

Mark markOf(JobStatus status, bool isDoubtful)
{
    const Theme& theme = Theme::current();
    if (isDoubtful)
        return {QStringLiteral("warning"), theme.warning};
    switch (status) {
    case JobStatus::Finished:
        return {QStringLiteral("check"), theme.done};
    case JobStatus::Failed:
        return {QStringLiteral("error"), theme.error};
    case JobStatus::Canceled:
        return {QStringLiteral("close"), theme.text2};
    case JobStatus::Queued:
        return {QStringLiteral("clock"), theme.text2};
    case JobStatus::Running:
        return {QStringLiteral("play"), theme.accent};
    case JobStatus::Paused:
        return {QStringLiteral("pause"), theme.accent};
    }
    return {};
}

/// @p icon in one colour, whatever its own is.
QPixmap tinted(const QString& icon, int size, const QColor& color, qreal ratio)
{
    QPixmap pixmap(QSize(size, size) * ratio);
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    themedIcon(icon).paint(&painter, QRect(0, 0, size, size));
    painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
    painter.fillRect(QRect(0, 0, size, size), color);
    return pixmap;
}

/// Of a row's line. Letters that the font does not have come from another, whose lines may be higher.
int lineHeight(const QStyleOptionViewItem& option)
{
    const QFontMetrics& metrics = option.fontMetrics;
    return std::max(metrics.lineSpacing(), metrics.size(Qt::TextSingleLine, statusText(JobStatus::Finished)).height());
}

} // namespace

QSize JobDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const
{
    return {0, 2 * lineHeight(option) + 2 * kPadding + 2};
}

QRect JobDelegate::menuButton(const QStyleOptionViewItem& option)
{
    const QStyle* style = option.widget ? option.widget->style() : QApplication::style();
    const int icon = style->pixelMetric(QStyle::PM_SmallIconSize, nullptr, option.widget);
    const int line = lineHeight(option);
    return {option.rect.right() - kGap - icon, option.rect.top() + kPadding + line, icon, line};
}

bool JobDelegate::editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                              const QModelIndex& index)
{
    if (event->type() == QEvent::MouseButtonRelease) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        if (mouse->button() == Qt::LeftButton && menuButton(option).contains(mouse->position().toPoint())) {
            emit menuRequested(index, mouse->globalPosition().toPoint());
            return true;
        }
    }
    return QStyledItemDelegate::editorEvent(event, model, option, index);
}

void JobDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Theme& theme = Theme::current();
    painter->save();
    const QStyle* style = option.widget ? option.widget->style() : QApplication::style();
    style->drawPrimitive(QStyle::PE_PanelItemViewItem, &option, painter, option.widget);
    painter->setPen(theme.hairline);
    painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());

    const QRect area = option.rect.adjusted(kGap, kPadding, -kGap, -kPadding - 1);
    const int line = lineHeight(option);
    const int iconSize = style->pixelMetric(QStyle::PM_SmallIconSize, nullptr, option.widget);
    const auto status = JobStatus(index.data(JobsModel::StatusRole).toInt());
    const bool isDoubtful = index.data(JobsModel::DoubtRole).toBool();
    const Mark mark = markOf(status, isDoubtful);
    const qreal ratio = painter->device()->devicePixelRatioF();
    painter->drawPixmap(area.left(), area.top() + (line - iconSize) / 2,
                        tinted(mark.icon, iconSize, mark.color, ratio));

    // What was cancelled or waits says so in its second line; of what failed that tells why.
    const QString right = status == JobStatus::Failed ? statusText(status) : index.data(JobsModel::TimeRole).toString();
    const int rightWidth = option.fontMetrics.horizontalAdvance(right);
    painter->setPen(theme.text2);
    painter->drawText(QRect(area.right() - rightWidth, area.top(), rightWidth + 1, line),
                      Qt::AlignRight | Qt::AlignVCenter, right);

    const int left = area.left() + iconSize + kGap;
    const int width = area.right() - left;
    const int detailWidth = width - iconSize - kGap;
    painter->setPen(theme.text1);
    painter->drawText(
        QRect(left, area.top(), width - rightWidth - kGap, line), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip,
        option.fontMetrics.elidedText(index.data().toString(), Qt::ElideMiddle, width - rightWidth - kGap));
    painter->setPen(status == JobStatus::Failed ? theme.error : isDoubtful ? theme.warning : theme.text2);
    painter->drawText(
        QRect(left, area.top() + line, detailWidth, line), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip,
        option.fontMetrics.elidedText(index.data(JobsModel::DetailRole).toString(), Qt::ElideRight, detailWidth));
    const QRect button = menuButton(option);
    painter->drawPixmap(button.left(), button.top() + (line - iconSize) / 2,
                        tinted(QStringLiteral("more"), iconSize, theme.text2, ratio));
    painter->restore();
}

} // namespace quantiscope
