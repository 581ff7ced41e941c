// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/breadcrumb.h"

#include "widgets/common/theme.h"

#include <QEvent>
#include <QMenu>
#include <QPainter>
#include <QToolButton>

#include <algorithm>

namespace quantiscope {

namespace {

constexpr int kWidestPart = 28; ///< in average characters

} // namespace

Breadcrumb::Breadcrumb(QWidget* parent) : QWidget(parent), m_more(new QToolButton(this))
{
    setAccessibleName(tr("Shown part of the graph"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_more->setText(QStringLiteral("…"));
    m_more->setAccessibleName(tr("Outer blocks"));
    m_more->setPopupMode(QToolButton::InstantPopup);
    m_more->setMenu(new QMenu(m_more));
    m_more->hide();
}

void Breadcrumb::setParts(const std::vector<Part>& parts)
{
    if (m_parts == parts)
        return;
    m_parts = parts;
    for (QToolButton* button : m_buttons)
        button->deleteLater();
    m_buttons.clear();
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        auto* button = new QToolButton(this);
        const QString& text = m_parts[i].text;
        button->setToolTip(text);
        button->setAccessibleName(text);
        if (i + 1 == m_parts.size()) {
            QFont bold = font();
            bold.setWeight(QFont::DemiBold);
            button->setFont(bold);
        }
        connect(button, &QToolButton::clicked, this, [this, scope = m_parts[i].scope] { emit partClicked(scope); });
        m_buttons.push_back(button);
    }
    arrange();
    updateGeometry();
}

int Breadcrumb::gap() const
{
    return fontMetrics().horizontalAdvance(QStringLiteral("›")) + 4;
}

QSize Breadcrumb::sizeHint() const
{
    int width = 0;
    for (const QToolButton* button : m_buttons)
        width += button->sizeHint().width() + gap();
    return {width, m_more->sizeHint().height()};
}

QSize Breadcrumb::minimumSizeHint() const
{
    return {m_more->sizeHint().width() + gap() + fontMetrics().averageCharWidth() * 6, m_more->sizeHint().height()};
}

/// Writes a part, as far as there is room: cut at its end, so that one reads how it begins.
void Breadcrumb::write(std::size_t part, int textWidth)
{
    QToolButton* button = m_buttons[part];
    const QString text = QFontMetrics(button->font()).elidedText(m_parts[part].text, Qt::ElideRight, textWidth);
    button->setText(QString(text).replace(QLatin1Char('&'), QLatin1String("&&")));
}

void Breadcrumb::arrange()
{
    const int widest = fontMetrics().averageCharWidth() * kWidestPart;
    for (std::size_t i = 0; i < m_buttons.size(); ++i)
        write(i, widest);
    // From the end, which says where one is, as many as there is room for; the last one always.
    std::size_t first = m_buttons.size();
    int used = 0;
    const int moreWidth = m_more->sizeHint().width() + gap();
    while (first > 0) {
        const int width = m_buttons[first - 1]->sizeHint().width() + gap();
        const int reserve = first - 1 > 0 ? moreWidth : 0;
        if (first < m_buttons.size() && used + width + reserve > this->width() + gap())
            break;
        used += width;
        --first;
    }
    m_separators.clear();
    int left = 0;
    const auto put = [this, &left](QToolButton* button, bool isLast) {
        const QSize size = button->sizeHint();
        button->setGeometry(left, (height() - size.height()) / 2, std::min(size.width(), std::max(0, width() - left)),
                            size.height());
        button->show();
        left += size.width() + gap();
        if (!isLast)
            m_separators.emplace_back(left - gap() / 2, height() / 2);
    };
    m_more->setVisible(first > 0);
    m_more->menu()->clear();
    for (std::size_t i = 0; i < first; ++i) {
        m_buttons[i]->hide();
        QAction* action = m_more->menu()->addAction(m_parts[i].text);
        connect(action, &QAction::triggered, this, [this, scope = m_parts[i].scope] { emit partClicked(scope); });
    }
    if (first > 0)
        put(m_more, false);
    for (std::size_t i = first; i < m_buttons.size(); ++i) {
        const QToolButton* button = m_buttons[i];
        if (const int missing = button->sizeHint().width() - std::max(0, width() - left); missing > 0)
            write(i, QFontMetrics(button->font()).horizontalAdvance(button->text()) - missing);
        put(m_buttons[i], i + 1 == m_buttons.size());
    }
    update();
}

void Breadcrumb::resizeEvent(QResizeEvent*)
{
    arrange();
}

void Breadcrumb::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(Theme::current().text3);
    for (const QPoint& middle : m_separators) {
        const QRect area(middle.x() - gap(), 0, 2 * gap(), height());
        painter.drawText(area, Qt::AlignCenter, QStringLiteral("›"));
    }
}

void Breadcrumb::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        arrange();
}

} // namespace quantiscope
