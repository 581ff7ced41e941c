// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mainwindow/message_strip.h"

#include "widgets/common/theme.h"
#include "widgets/common/themed_icon.h"

#include <QBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

#include <algorithm>

namespace quantiscope {

namespace {

constexpr int kFewestLetters = 48; ///< in a line of the text; with less room the buttons stand below it

} // namespace

MessageStrip::MessageStrip(QWidget* parent)
    : QFrame(parent)
    , m_icon(new QLabel(this))
    , m_text(new QLabel(this))
    , m_body(new QBoxLayout(QBoxLayout::LeftToRight))
    , m_buttons(new QBoxLayout(QBoxLayout::LeftToRight))
    , m_close(new QToolButton(this))
{
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::RichText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_close->setIcon(themedIcon(QStringLiteral("close")));
    m_close->setToolTip(tr("Dismiss"));
    m_close->setAccessibleName(m_close->toolTip());
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 6, 8, 6);
    layout->addWidget(m_icon, 0, Qt::AlignTop);
    m_body->addWidget(m_text, 1);
    m_body->addLayout(m_buttons);
    layout->addLayout(m_body, 1);
    layout->addWidget(m_close, 0, Qt::AlignTop);
    connect(m_close, &QToolButton::clicked, this, &MessageStrip::dismiss);
    hide();
}

void MessageStrip::showMessage(Kind kind, const QString& title, const QString& text, std::vector<Action> actions)
{
    m_kind = kind;
    const QString icon = kind == Kind::Error ? QStringLiteral("error")
        : kind == Kind::Warning              ? QStringLiteral("warning")
        : kind == Kind::Note                 ? QStringLiteral("info")
                                             : QStringLiteral("check");
    const int size = fontMetrics().height();
    m_icon->setPixmap(themedIcon(icon).pixmap(QSize(size, size), devicePixelRatioF()));
    m_text->setText(QStringLiteral("<b>%1</b>&nbsp; %2").arg(title.toHtmlEscaped(), text.toHtmlEscaped()));
    setAccessibleName(title + QLatin1Char(' ') + text);
    while (const QLayoutItem* item = m_buttons->itemAt(0)) {
        QWidget* button = item->widget();
        m_buttons->removeWidget(button);
        button->hide();
        button->deleteLater(); // its click may be what brought this message
    }
    for (Action& action : actions) {
        auto* button = new QToolButton(this);
        button->setText(action.text);
        button->setProperty("framed", true);
        connect(button, &QToolButton::clicked, this, std::move(action.run));
        m_buttons->addWidget(button);
        setTabOrder(button, m_close);
    }
    arrange();
    show();
    update();
}

int MessageStrip::widthBesideText() const
{
    return m_icon->sizeHint().width() + m_close->sizeHint().width() + m_buttons->sizeHint().width();
}

QSize MessageStrip::minimumSizeHint() const
{
    const QMargins margins = layout()->contentsMargins();
    const int gaps = 2 * std::max(0, layout()->spacing());
    return {margins.left() + widthBesideText() + gaps + margins.right(), QFrame::minimumSizeHint().height()};
}

void MessageStrip::arrange()
{
    const bool isNarrow = width() - widthBesideText() < kFewestLetters * fontMetrics().averageCharWidth();
    m_body->setDirection(isNarrow && !m_buttons->isEmpty() ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    m_body->setAlignment(m_buttons, isNarrow ? Qt::AlignLeft : Qt::Alignment());
}

void MessageStrip::resizeEvent(QResizeEvent* event)
{
    QFrame::resizeEvent(event);
    arrange();
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
    const QColor line = m_kind == Kind::Error ? theme.error
        : m_kind == Kind::Warning             ? theme.warning
        : m_kind == Kind::Note                ? theme.neutral
                                              : theme.done;
    painter.fillRect(rect(),
                     m_kind == Kind::Error         ? theme.errorFill
                         : m_kind == Kind::Warning ? theme.warningFill
                         : m_kind == Kind::Note    ? theme.head
                                                   : theme.doneFill);
    painter.fillRect(QRect(0, 0, 3, height()), line);
}

} // namespace quantiscope
