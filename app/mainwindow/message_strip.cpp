// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mainwindow/message_strip.h"

#include "widgets/common/theme.h"
#include "widgets/common/themed_icon.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

namespace quantiscope {

MessageStrip::MessageStrip(QWidget* parent)
    : QFrame(parent)
    , m_icon(new QLabel(this))
    , m_text(new QLabel(this))
    , m_action(new QToolButton(this))
    , m_close(new QToolButton(this))
{
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::RichText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_action->setProperty("framed", true);
    m_action->setObjectName(QStringLiteral("action"));
    m_close->setIcon(themedIcon(QStringLiteral("close")));
    m_close->setToolTip(tr("Dismiss"));
    m_close->setAccessibleName(m_close->toolTip());
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 6, 8, 6);
    layout->addWidget(m_icon, 0, Qt::AlignTop);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_action);
    layout->addWidget(m_close);
    connect(m_close, &QToolButton::clicked, this, &MessageStrip::dismiss);
    connect(m_action, &QToolButton::clicked, this, &MessageStrip::actionRequested);
    hide();
}

void MessageStrip::showMessage(Kind kind, const QString& title, const QString& text, const QString& action)
{
    m_kind = kind;
    const QString icon = kind == Kind::Error ? QStringLiteral("error")
        : kind == Kind::Warning              ? QStringLiteral("warning")
                                             : QStringLiteral("check");
    const int size = fontMetrics().height();
    m_icon->setPixmap(themedIcon(icon).pixmap(QSize(size, size), devicePixelRatioF()));
    m_text->setText(QStringLiteral("<b>%1</b>&nbsp; %2").arg(title.toHtmlEscaped(), text.toHtmlEscaped()));
    setAccessibleName(title + QLatin1Char(' ') + text);
    m_action->setText(action);
    m_action->setVisible(!action.isEmpty());
    show();
    update();
}

void MessageStrip::dismiss()
{
    hide();
}

QString MessageStrip::text() const
{
    return isHidden() ? QString() : accessibleName();
}

void MessageStrip::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::current();
    QPainter painter(this);
    const QColor line = m_kind == Kind::Error ? theme.error : m_kind == Kind::Warning ? theme.warning : theme.done;
    painter.fillRect(rect(),
                     m_kind == Kind::Error         ? theme.errorFill
                         : m_kind == Kind::Warning ? theme.warningFill
                                                   : theme.doneFill);
    painter.fillRect(QRect(0, 0, 3, height()), line);
}

} // namespace quantiscope
