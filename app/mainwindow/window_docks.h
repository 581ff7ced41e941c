// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/mainwindow/perspective.h"

#include <QByteArray>
#include <QObject>
#include <QString>

#include <map>
#include <vector>

class QAction;
class QDockWidget;
class QMainWindow;

namespace quantiscope {

class ActionRegistry;
class Settings;

/// The docks of the window, and where each perspective has them. What the user moves is remembered by perspective.
class WindowDocks final : public QObject
{
    Q_OBJECT

public:
    /// How a dock is made.
    struct Spec
    {
        QString id; ///< "recipe"
        QString title; ///< translated
        QString icon; ///< name of themedIcon()
        Qt::DockWidgetArea area = Qt::LeftDockWidgetArea;
        std::vector<Perspective> shownIn; ///< by default
        int width = 0; ///< by default, in average characters; 0: as the widget likes
        int narrowWidth = 0; ///< the same in a window of 1280 pixels at most (at the usual font size)
        QString below = {}; ///< id of the dock under which it stands by default
        QString tabbedWith = {}; ///< id of the dock whose place it shares by default
        /// Id of the dock at whose right it stands by default; in a narrow window it shares that one's place.
        QString rightOf = {};
        int height = 0; ///< by default, in lines of text; 0: as the widget likes
    };

    WindowDocks(QMainWindow& window, Settings& settings, ActionRegistry& actions);

    /// Makes a dock that shows @p widget, and the action "window.dock.ID" that shows and hides it.
    QDockWidget* add(const Spec& spec, QWidget* widget);

    /// Arranges the docks as the user left them in @p perspective, or as they are by default. No perspective is in
    /// force until the first call; all docks are hidden till then.
    void enter(Perspective perspective);
    /// Stores where the docks of all perspectives are, and hides all: for the start page, and for closing.
    void leave();
    /// The default places again, in all perspectives.
    void reset();

    /// Shows a dock and gives it the focus.
    void reveal(const QString& id);
    [[nodiscard]] QDockWidget* dock(const QString& id) const;

private:
    void arrange(Perspective perspective);
    void remember();
    /// A dock among tabs needs no title bar of its own.
    void showTitles();

    QMainWindow& m_window;
    Settings& m_settings;
    ActionRegistry& m_actions;
    struct Entry
    {
        Spec spec;
        QDockWidget* dock;
    };
    std::vector<Entry> m_docks;
    Perspective m_perspective = Perspective::Inspect;
    bool m_isEntered = false;
    std::map<Perspective, QByteArray> m_places; ///< of those that were in force; stored when the user leaves
};

} // namespace quantiscope
