// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QDialog>
#include <QPixmap>
#include <QTimer>

namespace quantiscope::test {

/// Draws whatever asks for something, leaves it as Esc does, and counts it.
class DialogLeaver : public QObject
{
public:
    DialogLeaver()
    {
        connect(&m_timer, &QTimer::timeout, this, [this] { leave(); });
        m_timer.start(10);
    }

    int dialogs = 0; ///< and menus

    void leave()
    {
        if (QWidget* popup = QApplication::activePopupWidget()) {
            ++dialogs;
            popup->grab();
            popup->close();
        }
        for (QWidget* widget : QApplication::topLevelWidgets()) {
            auto* dialog = qobject_cast<QDialog*>(widget);
            if (!dialog || !dialog->isVisible())
                continue;
            ++dialogs;
            dialog->grab();
            dialog->reject();
        }
    }

private:
    QTimer m_timer;
};

} // namespace quantiscope::test
