// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/clip_grip.h"

#include "widgets/common/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

namespace quantiscope {

namespace {

constexpr int kLargeStep = 10;

} // namespace

ClipGrip::ClipGrip(QWidget* plot) : QWidget(plot)
{
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::SizeHorCursor);
    resize(sizeHint());
}

QSize ClipGrip::sizeHint() const
{
    const int height = fontMetrics().height();
    return {height * 3 / 4, height * 2};
}

void ClipGrip::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::current();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(hasFocus() ? theme.text1 : theme.accent, hasFocus() ? 2.0 : 1.0));
    painter.setBrush(theme.accent);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1.0, 1.0, -1.0, -1.0), 3.0, 3.0);
    painter.setPen(QPen(theme.onAccent, 1.2));
    const double middle = 0.5 * width();
    for (const double x : {middle - 1.7, middle + 1.7})
        painter.drawLine(QPointF(x, 0.32 * height()), QPointF(x, 0.68 * height()));
}

void ClipGrip::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_isDragged = true;
    m_offset = event->position().x() - 0.5 * width();
    setFocus(Qt::MouseFocusReason);
}

void ClipGrip::mouseMoveEvent(QMouseEvent* event)
{
    if (m_isDragged)
        emit dragged(mapToParent(event->position()).x() - m_offset);
}

void ClipGrip::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !m_isDragged)
        return;
    m_isDragged = false;
    emit released();
}

void ClipGrip::mouseDoubleClickEvent(QMouseEvent* event)
{
    event->accept(); // the plot would show all
}

void ClipGrip::keyPressEvent(QKeyEvent* event)
{
    if (event->key() != Qt::Key_Left && event->key() != Qt::Key_Right)
        return QWidget::keyPressEvent(event);
    m_isStepped = true;
    const int size = event->modifiers().testFlag(Qt::ShiftModifier) ? kLargeStep : 1;
    emit stepped(event->key() == Qt::Key_Left ? -size : size);
}

void ClipGrip::keyReleaseEvent(QKeyEvent* event)
{
    if (!m_isStepped || event->isAutoRepeat())
        return QWidget::keyReleaseEvent(event);
    m_isStepped = false;
    emit released();
}

void ClipGrip::focusInEvent(QFocusEvent* event)
{
    raise();
    QWidget::focusInEvent(event);
    update();
}

void ClipGrip::focusOutEvent(QFocusEvent* event)
{
    if (m_isStepped) // the key is let go elsewhere
        emit released();
    m_isStepped = false;
    QWidget::focusOutEvent(event);
    update();
}

} // namespace quantiscope
