// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <functional>

class QAbstractItemView;
class QMenu;
class QModelIndex;
class QPoint;

namespace quantiscope {

/// Context menus of lists and tables, by mouse and by key: a right click is about the row under the pointer, the Menu
/// key about the current one.
class ContextMenus final : public QObject
{
    Q_OBJECT

public:
    /// The row (an invalid index: none, the click was beside all) and where on the screen its menu is to open.
    using Open = std::function<void(const QModelIndex& row, const QPoint& place)>;

    /// From now on calls @p open whenever a context menu is wanted in @p view, which owns what watches it. The view's
    /// own policy for context menus no longer matters.
    static void watch(QAbstractItemView* view, Open open);

    /// Adds an action that copies @p text, and is named by it, shortened; none for an empty text.
    static void addCopy(QMenu* menu, const QString& text);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    ContextMenus(QAbstractItemView* view, Open open);

    QAbstractItemView* m_view;
    Open m_open;
};

} // namespace quantiscope
