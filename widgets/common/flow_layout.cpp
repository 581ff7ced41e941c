// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/flow_layout.h"

#include <QStyle>
#include <QWidget>

#include <algorithm>
#include <utility>

namespace quantiscope {

FlowLayout::FlowLayout(QWidget* parent) : QLayout(parent)
{
}

FlowLayout::~FlowLayout()
{
    for (QLayoutItem* item : m_items)
        delete item;
}

void FlowLayout::setGaps(int horizontal, int vertical)
{
    m_horizontalGap = horizontal;
    m_verticalGap = vertical;
    invalidate();
}

void FlowLayout::setLastAtEnd(bool isAtEnd)
{
    m_isLastAtEnd = isAtEnd;
    invalidate();
}

void FlowLayout::addItem(QLayoutItem* item)
{
    m_items.push_back(item);
}

QLayoutItem* FlowLayout::itemAt(int index) const
{
    return index >= 0 && index < count() ? m_items[std::size_t(index)] : nullptr;
}

QLayoutItem* FlowLayout::takeAt(int index)
{
    QLayoutItem* item = itemAt(index);
    if (item)
        m_items.erase(m_items.begin() + index);
    return item;
}

int FlowLayout::heightForWidth(int width) const
{
    return layOut(QRect(0, 0, width, 0), Act::Measure);
}

QSize FlowLayout::sizeHint() const
{
    QSize size(0, 0);
    for (const QLayoutItem* item : m_items) {
        if (item->isEmpty())
            continue;
        const QSize hint = item->sizeHint();
        size = {size.width() + hint.width() + (size.width() > 0 ? m_horizontalGap : 0),
                std::max(size.height(), hint.height())};
    }
    return size.grownBy(contentsMargins());
}

QSize FlowLayout::minimumSize() const
{
    QSize size(0, 0);
    for (const QLayoutItem* item : m_items) {
        if (!item->isEmpty())
            size = size.expandedTo(item->minimumSize());
    }
    return size.grownBy(contentsMargins());
}

void FlowLayout::setGeometry(const QRect& rect)
{
    QLayout::setGeometry(rect);
    layOut(rect, Act::Place);
}

int FlowLayout::layOut(const QRect& rect, Act act) const
{
    const QRect inner = rect.marginsRemoved(contentsMargins());
    const Qt::LayoutDirection direction = parentWidget() ? parentWidget()->layoutDirection() : Qt::LeftToRight;
    int y = inner.top();
    int rowHeight = 0;
    int x = inner.left();
    std::vector<std::pair<QLayoutItem*, QRect>> row;
    const auto endRow = [&] {
        for (auto& [item, place] : row) {
            place.moveTop(y + (rowHeight - place.height()) / 2);
            if (act == Act::Place)
                item->setGeometry(QStyle::visualRect(direction, inner, place));
        }
        row.clear();
    };
    for (QLayoutItem* item : m_items) {
        if (item->isEmpty())
            continue;
        QSize size = item->sizeHint();
        size.setWidth(std::min(size.width(), std::max(inner.width(), item->minimumSize().width())));
        if (x > inner.left() && x + size.width() > inner.right() + 1) {
            endRow();
            x = inner.left();
            y += rowHeight + m_verticalGap;
            rowHeight = 0;
        }
        row.emplace_back(item, QRect(QPoint(x, y), size));
        x += size.width() + m_horizontalGap;
        rowHeight = std::max(rowHeight, size.height());
    }
    if (m_isLastAtEnd && !row.empty())
        row.back().second.moveRight(inner.right());
    endRow();
    return y + rowHeight - rect.top() + contentsMargins().bottom();
}

} // namespace quantiscope
