// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/context_menus.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QMenu>

#include <utility>

namespace quantiscope {

ContextMenus::ContextMenus(QAbstractItemView* view, Open open) : QObject(view), m_view(view), m_open(std::move(open))
{
    view->installEventFilter(this);
    view->viewport()->installEventFilter(this);
}

void ContextMenus::watch(QAbstractItemView* view, Open open)
{
    new ContextMenus(view, std::move(open)); // the view's
}

bool ContextMenus::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::ContextMenu)
        return QObject::eventFilter(watched, event);
    const auto& wish = static_cast<const QContextMenuEvent&>(*event);
    if (wish.reason() == QContextMenuEvent::Keyboard) {
        const QModelIndex current = m_view->currentIndex();
        if (current.isValid())
            m_view->scrollTo(current);
        // Below the row, which stays in sight.
        const QRect row = m_view->visualRect(current).intersected(m_view->viewport()->rect());
        m_open(current, m_view->viewport()->mapToGlobal(row.bottomLeft()));
    } else if (watched == m_view->viewport()) {
        m_open(m_view->indexAt(wish.pos()), wish.globalPos());
    } else {
        return QObject::eventFilter(watched, event); // a header
    }
    event->accept();
    return true;
}

void ContextMenus::addCopy(QMenu* menu, const QString& text)
{
    if (text.isEmpty())
        return;
    // A menu takes '&' for the mark of a key.
    const QString shown = menu->fontMetrics()
                              .elidedText(text, Qt::ElideMiddle, menu->fontMetrics().averageCharWidth() * 40)
                              .replace(QLatin1Char('&'), QStringLiteral("&&"));
    connect(menu->addAction(tr("Copy “%1”").arg(shown)), &QAction::triggered, menu,
            [text] { QApplication::clipboard()->setText(text); });
}

} // namespace quantiscope
