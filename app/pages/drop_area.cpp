// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pages/drop_area.h"

#include "widgets/common/text.h"
#include "widgets/common/theme.h"
#include "widgets/common/themed_icon.h"

#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>

namespace quantiscope {

DropArea::DropArea(QWidget* parent)
    : QWidget(parent)
    , m_icon(new QLabel(this))
    , m_title(new QLabel(this))
    , m_text(new QLabel(this))
    , m_progress(new QProgressBar(this))
    , m_open(new QPushButton(themedIcon(QStringLiteral("open"), IconGround::Accent), tr("&Open…"), this))
    , m_continue(new QPushButton(themedIcon(QStringLiteral("chevron-right")), {}, this))
    , m_cancel(new QPushButton(tr("Cancel"), this))
{
    QFont title = m_title->font();
    title.setPointSizeF(title.pointSizeF() * 1.2);
    title.setWeight(QFont::DemiBold);
    m_title->setFont(title);
    for (QLabel* label : {m_icon, m_title, m_text}) {
        label->setAlignment(Qt::AlignCenter);
        label->setTextFormat(Qt::PlainText);
    }
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_open->setProperty("primary", true);
    for (QPushButton* button : {m_open, m_continue, m_cancel})
        button->setAutoDefault(true); // Enter presses it, as the space bar does
    m_progress->setRange(0, 0);
    m_progress->setTextVisible(false);
    m_progress->setMaximumWidth(240);
    m_progress->setAccessibleName(tr("Reading the file"));
    auto* buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(m_open);
    buttons->addWidget(m_continue);
    buttons->addWidget(m_cancel);
    buttons->addStretch();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(24, 24, 24, 24);
    layout->setSpacing(10);
    layout->addStretch();
    layout->addWidget(m_icon);
    layout->addWidget(m_title);
    layout->addWidget(m_text);
    layout->addWidget(m_progress, 0, Qt::AlignHCenter);
    layout->addLayout(buttons);
    layout->addStretch();
    connect(m_open, &QPushButton::clicked, this, &DropArea::openRequested);
    connect(m_cancel, &QPushButton::clicked, this, &DropArea::cancelRequested);
    connect(m_continue, &QPushButton::clicked, this, [this] { emit continueRequested(m_continuePath); });
    setInvitation();
}

void DropArea::setInvitation()
{
    show(State::Invitation, tr("Drop a model, a recipe or a project here"),
         tr(".onnx with or without external data · recipe .json · project .qsproj"));
}

void DropArea::setOpening(const QString& path)
{
    show(State::Opening, tr("Reading %1").arg(QFileInfo(path).fileName()), path);
}

void DropArea::setError(const QString& path, const QString& message)
{
    show(State::Error, tr("%1 could not be opened").arg(QFileInfo(path).fileName()), message);
}

void DropArea::setHovered(bool hovered)
{
    if (hovered == m_isHovered)
        return;
    m_isHovered = hovered;
    update();
}

void DropArea::setContinue(const QString& path)
{
    m_continuePath = path;
    const QString name = fontMetrics().elidedText(shownName(toStd(QFileInfo(path).completeBaseName())), Qt::ElideMiddle,
                                                  fontMetrics().averageCharWidth() * 28);
    m_continue->setText(tr("&Continue %1").arg(QString(name).replace(QLatin1Char('&'), QStringLiteral("&&"))));
    m_continue->setToolTip(plainToolTip(path));
    m_continue->setVisible(!path.isEmpty() && m_state != State::Opening);
}

void DropArea::show(State state, const QString& title, const QString& text)
{
    m_state = state;
    showIcon();
    m_title->setText(title);
    m_text->setText(text);
    m_progress->setVisible(state == State::Opening);
    m_cancel->setVisible(state == State::Opening);
    m_open->setVisible(state != State::Opening);
    m_open->setText(state == State::Error ? tr("&Open another…") : tr("&Open…"));
    m_continue->setVisible(!m_continuePath.isEmpty() && state != State::Opening);
    update();
}

void DropArea::showIcon()
{
    const bool isError = m_state == State::Error;
    const int size = fontMetrics().height() * 2;
    m_icon->setPixmap(
        (isError ? themedIcon(QStringLiteral("error"), IconGround::Error) : themedIcon(QStringLiteral("drop")))
            .pixmap(QSize(size, size), devicePixelRatioF(), QIcon::Normal, QIcon::On));
}

void DropArea::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        showIcon();
}

void DropArea::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::current();
    const bool isError = m_state == State::Error;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QPen pen(isError ? theme.error : theme.accent, m_isHovered ? 2.0 : 1.0);
    if (!m_isHovered && !isError)
        pen.setStyle(Qt::DashLine);
    painter.setPen(pen);
    painter.setBrush(isError ? theme.errorFill : m_isHovered ? theme.selectedRow : theme.hover);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 6, 6);
}

} // namespace quantiscope
