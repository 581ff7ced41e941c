// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/job_queue.h"
#include "app/mainwindow/main_window.h"

#include <QAction>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QScreen>
#include <QTest>

#include <cstdio>
#include <cstdlib>
#include <functional>

namespace quantiscope::test {

[[noreturn]] inline void giveUp(const QString& reason)
{
    std::fprintf(stderr, "screenshots: %s\n", qPrintable(reason));
    std::exit(1);
}

/// Lets the window work until @p isReady; ends the program when it is not in @p milliseconds.
inline void waitFor(const char* what, const std::function<bool()>& isReady, int milliseconds = 120'000)
{
    if (!QTest::qWaitFor(isReady, milliseconds))
        giveUp(QStringLiteral("waited in vain for %1").arg(QString::fromLatin1(what)));
}

inline void trigger(MainWindow& window, const char* id)
{
    QAction* action = window.actions().action(QString::fromLatin1(id));
    if (!action || !action->isEnabled())
        giveUp(QStringLiteral("action %1 is not there or disabled").arg(QString::fromLatin1(id)));
    action->trigger();
}

inline void runJob(MainWindow& window, const char* id, int milliseconds = 120'000)
{
    trigger(window, id);
    waitFor(
        id, [&] { return window.jobs().isIdle(); }, milliseconds);
}

/// Runs are written beside the model, and where it comes from nothing is to be written.
inline QString copyOf(const QString& model, const QString& folder)
{
    const QFileInfo file(model);
    const QString copy = QDir(folder).filePath(file.fileName());
    if (!QFile::copy(model, copy))
        giveUp(QStringLiteral("cannot copy %1").arg(model));
    return copy;
}

class WindowCamera
{
public:
    /// Takes pictures of @p size only: a window that has grown is a fault of the window.
    WindowCamera(MainWindow& window, const QDir& folder, QSize size) : m_window(window), m_folder(folder), m_size(size)
    {
    }

    void take(const QString& name)
    {
        QTest::qWait(600); // animations and background looks
        save(m_window.grab(), name);
    }

    /// With what floats over the window, which it does not draw itself: menus, lists, dialogs.
    void takeWithPopups(const QString& name)
    {
        QTest::qWait(400);
        const QPoint corner = m_window.mapToGlobal(QPoint());
        save(m_window.screen()->grabWindow(0, corner.x(), corner.y(), m_window.width(), m_window.height()), name);
    }

private:
    void save(const QPixmap& picture, const QString& name) const
    {
        if (m_window.size() != m_size)
            giveUp(QStringLiteral("at %1 the window is %2x%3, not %4x%5")
                       .arg(name)
                       .arg(m_window.width())
                       .arg(m_window.height())
                       .arg(m_size.width())
                       .arg(m_size.height()));
        const QString file = m_folder.filePath(name + QStringLiteral(".png"));
        if (!picture.save(file))
            giveUp(QStringLiteral("cannot write %1").arg(file));
        std::printf("%s\n", qPrintable(file));
    }

    MainWindow& m_window;
    QDir m_folder;
    QSize m_size;
};

} // namespace quantiscope::test
