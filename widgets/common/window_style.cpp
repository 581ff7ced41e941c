// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/window_style.h"

#include "widgets/common/theme.h"
#include "widgets/common/themed_icon.h"

#include <QApplication>
#include <QKeyEvent>
#include <QPainter>
#include <QPainterPath>
#include <QStyleOption>
#include <QTabBar>
#include <QToolButton>
#include <QWidget>

#include <algorithm>

namespace quantiscope {

namespace {

constexpr qreal kRadius = 4.0;
constexpr int kIconGap = 4; ///< more room between the icon and the text of a button

/// A chevron of the theme's text in the middle of @p rect; it points down before it is turned by @p degrees.
void drawChevron(QPainter* painter, const QRectF& rect, qreal degrees, const QColor& color)
{
    const qreal half = std::clamp(std::min(rect.width(), rect.height()) * 0.28, 2.0, 4.0);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->translate(rect.center());
    painter->rotate(degrees);
    painter->setPen(QPen(color, 1.3, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter->drawPolyline(QPolygonF({{-half, -half / 2}, {0.0, half / 2}, {half, -half / 2}}));
    painter->restore();
}

/// The square of a check box or the circle of a radio button.
void drawIndicator(QPainter* painter, const QStyleOption& option, bool isRound)
{
    const Theme& theme = Theme::current();
    const bool isOff = option.state & QStyle::State_Off;
    const bool isEnabled = option.state & QStyle::State_Enabled;
    const bool isFocused = option.state & QStyle::State_HasFocus;
    const qreal side = std::min(option.rect.width(), option.rect.height()) - 1.0;
    QRectF box(0.0, 0.0, side, side);
    box.moveCenter(QRectF(option.rect).center());
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const QColor fill = isOff ? theme.base : isEnabled ? theme.accent : theme.text3;
    painter->setPen(QPen(isOff && !isFocused ? theme.text3 : fill == theme.base ? theme.accent : fill, 1.0));
    painter->setBrush(option.state & QStyle::State_MouseOver && isOff && isEnabled ? theme.hover : fill);
    const qreal radius = isRound ? side / 2 : side / 5;
    painter->drawRoundedRect(box, radius, radius);
    const QColor mark = isEnabled ? theme.onAccent : theme.base;
    if (!isOff && isRound) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(mark);
        painter->drawEllipse(box.center(), side / 5, side / 5);
    } else if (!isOff) {
        painter->setBrush(Qt::NoBrush);
        painter->setPen(QPen(mark, side / 8, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        const auto at = [&box](qreal x, qreal y) { return box.topLeft() + QPointF(box.width() * x, box.height() * y); };
        painter->drawPolyline(option.state & QStyle::State_NoChange
                                  ? QPolygonF({at(0.25, 0.5), at(0.75, 0.5)})
                                  : QPolygonF({at(0.22, 0.54), at(0.42, 0.73), at(0.78, 0.29)}));
    }
    painter->restore();
}

/// The ground of a combo or spin box.
void drawField(QPainter* painter, const QStyleOption& option)
{
    const Theme& theme = Theme::current();
    const bool isEnabled = option.state & QStyle::State_Enabled;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(option.state & QStyle::State_HasFocus && isEnabled ? theme.accent : theme.border);
    painter->setBrush(isEnabled ? theme.base : theme.window);
    painter->drawRoundedRect(QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5), kRadius, kRadius);
    painter->restore();
}

QColor arrowColor(const QStyleOption& option, bool isPossible = true)
{
    const Theme& theme = Theme::current();
    return option.state & QStyle::State_Enabled && isPossible ? theme.text2 : theme.text3;
}

bool isPrimary(const QWidget* widget)
{
    return widget && widget->property("primary").toBool();
}

} // namespace

WindowStyle::WindowStyle() : QProxyStyle(QStringLiteral("Fusion"))
{
}

void WindowStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                                const QWidget* widget) const
{
    const Theme& theme = Theme::current();
    switch (element) {
    case PE_IndicatorCheckBox:
    case PE_IndicatorItemViewItemCheck:
        drawIndicator(painter, *option, false);
        return;
    case PE_IndicatorRadioButton:
        drawIndicator(painter, *option, true);
        return;
    case PE_IndicatorArrowDown:
        drawChevron(painter, option->rect, 0,
                    isPrimary(widget) && option->state & State_Enabled ? theme.onAccent : arrowColor(*option));
        return;
    case PE_IndicatorHeaderArrow:
        if (const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option)) // up: the smallest come first
            drawChevron(painter, option->rect, header->sortIndicator == QStyleOptionHeader::SortDown ? 180 : 0,
                        theme.text1);
        return;
    case PE_IndicatorArrowUp:
        drawChevron(painter, option->rect, 180, arrowColor(*option));
        return;
    case PE_IndicatorArrowRight:
        drawChevron(painter, option->rect, -90, arrowColor(*option));
        return;
    case PE_IndicatorArrowLeft:
        drawChevron(painter, option->rect, 90, arrowColor(*option));
        return;
    case PE_IndicatorBranch:
        if (option->state & State_Children)
            drawChevron(painter, option->rect, option->state & State_Open ? 0 : -90, arrowColor(*option));
        return;
    case PE_FrameFocusRect:
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setBrush(Qt::NoBrush);
        painter->setPen(theme.accent);
        painter->drawRoundedRect(QRectF(option->rect).adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
        painter->restore();
        return;
    default:
        QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

void WindowStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                                     const QWidget* widget) const
{
    if (const auto* combo = qstyleoption_cast<const QStyleOptionComboBox*>(option); control == CC_ComboBox && combo) {
        if (combo->frame)
            drawField(painter, *combo);
        const QRect arrow = proxy()->subControlRect(CC_ComboBox, combo, SC_ComboBoxArrow, widget);
        drawChevron(painter, arrow, 0, arrowColor(*combo));
        return;
    }
    if (const auto* spin = qstyleoption_cast<const QStyleOptionSpinBox*>(option); control == CC_SpinBox && spin) {
        if (spin->frame)
            drawField(painter, *spin);
        if (spin->buttonSymbols == QAbstractSpinBox::NoButtons)
            return;
        drawChevron(painter, proxy()->subControlRect(CC_SpinBox, spin, SC_SpinBoxUp, widget), 180,
                    arrowColor(*spin, spin->stepEnabled & QAbstractSpinBox::StepUpEnabled));
        drawChevron(painter, proxy()->subControlRect(CC_SpinBox, spin, SC_SpinBoxDown, widget), 0,
                    arrowColor(*spin, spin->stepEnabled & QAbstractSpinBox::StepDownEnabled));
        return;
    }
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

QIcon WindowStyle::standardIcon(StandardPixmap icon, const QStyleOption* option, const QWidget* widget) const
{
    switch (icon) {
    case SP_TitleBarNormalButton:
        return themedIcon(QStringLiteral("detach"));
    case SP_TitleBarCloseButton:
    case SP_DockWidgetCloseButton:
        return themedIcon(QStringLiteral("close"));
    default:
        return QProxyStyle::standardIcon(icon, option, widget);
    }
}

void WindowStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                              const QWidget* widget) const
{
    const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option);
    if (element != CE_HeaderLabel || !header || header->sortIndicator == QStyleOptionHeader::None)
        return QProxyStyle::drawControl(element, option, painter, widget);
    QStyleOptionHeaderV2 beside; // the arrow, which else would stand in the title
    if (const auto* whole = qstyleoption_cast<const QStyleOptionHeaderV2*>(option))
        beside = *whole;
    else
        static_cast<QStyleOptionHeader&>(beside) = *header;
    const int arrow = proxy()->pixelMetric(PM_HeaderMarkSize, option, widget);
    beside.rect.adjust(option->direction == Qt::RightToLeft ? arrow : 0, 0,
                       option->direction == Qt::RightToLeft ? 0 : -arrow, 0);
    QProxyStyle::drawControl(element, &beside, painter, widget);
}

int WindowStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const
{
    constexpr int kCellMargin = 5; // as far in as the text of a header
    if (metric == PM_FocusFrameHMargin && widget && widget->inherits("QTableView"))
        return kCellMargin;
    return QProxyStyle::pixelMetric(metric, option, widget);
}

int WindowStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                           QStyleHintReturn* returned) const
{
    if (hint == SH_UnderlineShortcut)
        return m_isAltHeld || (widget && widget->inherits("QMenuBar") && widget->hasFocus()) ? 1 : 0;
    if (hint == SH_DialogButtonBox_ButtonsHaveIcons)
        return 0; // words are enough, and the style's own icons know no theme
    return QProxyStyle::styleHint(hint, option, widget, returned);
}

void WindowStyle::polish(QWidget* widget)
{
    QProxyStyle::polish(widget);
    // Those of docks are made by the window: nobody else can name them for screen readers.
    if (auto* tabs = qobject_cast<QTabBar*>(widget); tabs && tabs->accessibleName().isEmpty())
        tabs->setAccessibleName(tr("Tabs"));
    auto* button = qobject_cast<QToolButton*>(widget);
    if (!button || button->toolButtonStyle() != Qt::ToolButtonTextBesideIcon
        || button->layoutDirection() != Qt::LeftToRight)
        return;
    // Qt sets the text two pixels from the icon and knows no measure for it: a wider icon has the gap within.
    const QSize size = button->iconSize();
    if (size.width() == size.height())
        button->setIconSize({size.width() + kIconGap, size.height()});
}

void WindowStyle::polish(QApplication* application)
{
    QProxyStyle::polish(application);
    application->installEventFilter(this);
}

void WindowStyle::unpolish(QApplication* application)
{
    application->removeEventFilter(this);
    QProxyStyle::unpolish(application);
}

bool WindowStyle::eventFilter(QObject* watched, QEvent* event)
{
    bool isHeld = m_isAltHeld;
    if (event->type() == QEvent::KeyPress || event->type() == QEvent::KeyRelease) {
        if (static_cast<QKeyEvent*>(event)->key() == Qt::Key_Alt)
            isHeld = event->type() == QEvent::KeyPress;
    } else if (event->type() == QEvent::ApplicationDeactivate) {
        isHeld = false;
    }
    if (isHeld != m_isAltHeld) {
        m_isAltHeld = isHeld;
        for (QWidget* window : QApplication::topLevelWidgets())
            window->update();
    }
    return QProxyStyle::eventFilter(watched, event);
}

} // namespace quantiscope
