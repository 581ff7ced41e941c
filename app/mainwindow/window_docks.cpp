// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mainwindow/window_docks.h"

#include "app/settings/settings.h"
#include "widgets/common/action_registry.h"

#include <QAction>
#include <QDockWidget>
#include <QLayout>
#include <QMainWindow>
#include <QScrollArea>
#include <QTimer>

#include <algorithm>

namespace quantiscope {

namespace {

/// What a dock shows, scrolled where it is higher than the dock: contents must never make the window higher.
class DockContents final : public QScrollArea
{
public:
    explicit DockContents(QWidget* widget)
    {
        setWidget(widget);
        setWidgetResizable(true);
        setFrameShape(QFrame::NoFrame);
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        setFocusPolicy(Qt::NoFocus); // no stop of its own for Tab
        setFocusProxy(widget);
    }

    [[nodiscard]] QSize minimumSizeHint() const override
    {
        return {widget()->minimumSizeHint().width(), fontMetrics().height() * 4};
    }
    [[nodiscard]] QSize sizeHint() const override { return widget()->sizeHint(); }
};

} // namespace

WindowDocks::WindowDocks(QMainWindow& window, Settings& settings, ActionRegistry& actions)
    : QObject(&window), m_window(window), m_settings(settings), m_actions(actions)
{
    m_window.setDockNestingEnabled(true);
    m_window.setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    // The side docks reach down to the bottom; what is below the graph stays between them.
    m_window.setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    m_window.setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
}

QDockWidget* WindowDocks::add(const Spec& spec, QWidget* widget)
{
    auto* dock = new QDockWidget(spec.title, &m_window);
    dock->setObjectName(QStringLiteral("dock.") + spec.id);
    dock->setWidget(new DockContents(widget));
    dock->setAccessibleName(spec.title);
    m_window.addDockWidget(spec.area, dock);
    dock->hide();
    QAction* action = m_actions.add({.id = QStringLiteral("window.dock.") + spec.id,
                                     .text = tr("Show %1").arg(spec.title),
                                     .category = tr("Window"),
                                     .icon = spec.icon,
                                     .isCheckable = true},
                                    {});
    connect(action, &QAction::toggled, dock, &QDockWidget::setVisible);
    connect(dock, &QDockWidget::visibilityChanged, action, [dock, action] {
        const QSignalBlocker blocker(action); // a dock behind another tab counts as shown
        action->setChecked(!dock->isHidden());
    });
    // After the main window has put it into its tabs or taken it out.
    connect(dock, &QDockWidget::visibilityChanged, this, &WindowDocks::showTitles, Qt::QueuedConnection);
    connect(dock, &QDockWidget::topLevelChanged, this, &WindowDocks::showTitles, Qt::QueuedConnection);
    connect(dock, &QDockWidget::dockLocationChanged, this, &WindowDocks::showTitles, Qt::QueuedConnection);
    m_docks.push_back({spec, dock});
    return dock;
}

void WindowDocks::enter(Perspective perspective)
{
    if (m_isEntered) {
        if (perspective == m_perspective)
            return;
        remember();
    }
    m_perspective = perspective;
    m_isEntered = true;
    const auto known = m_places.find(perspective);
    const QByteArray state = known != m_places.end() ? known->second : m_settings.layout(perspectiveKey(perspective));
    if (state.isEmpty() || !m_window.restoreState(state))
        arrange(perspective);
}

void WindowDocks::leave()
{
    if (!m_isEntered)
        return;
    remember();
    for (const auto& [perspective, state] : m_places)
        m_settings.setLayout(perspectiveKey(perspective), state);
    m_isEntered = false;
    for (const Entry& entry : m_docks)
        entry.dock->hide();
}

void WindowDocks::reset()
{
    m_places.clear();
    m_settings.forgetLayouts();
    if (m_isEntered)
        arrange(m_perspective);
}

void WindowDocks::remember()
{
    m_places[m_perspective] = m_window.saveState(); // writing settings takes the disk's time: not at each change
}

void WindowDocks::arrange(Perspective perspective)
{
    QList<QDockWidget*> resized;
    QList<int> widths;
    QList<QDockWidget*> raised;
    QList<int> heights;
    const bool isNarrow = m_window.width() <= m_window.fontMetrics().averageCharWidth() * 165;
    // Once, when all are in their places: each that comes would lay out those before it anew.
    m_window.layout()->setEnabled(false);
    for (const Entry& entry : m_docks) {
        entry.dock->setFloating(false);
        m_window.removeDockWidget(entry.dock);
    }
    for (const Entry& entry : m_docks) {
        m_window.addDockWidget(entry.spec.area, entry.dock);
        const auto& places = entry.spec.shownIn;
        const bool isShown = std::find(places.begin(), places.end(), perspective) != places.end();
        entry.dock->setVisible(isShown);
        if (QDockWidget* above = dock(entry.spec.below))
            m_window.splitDockWidget(above, entry.dock, Qt::Vertical);
        else if (QDockWidget* left = dock(entry.spec.rightOf); left && !isNarrow)
            m_window.splitDockWidget(left, entry.dock, Qt::Horizontal);
        else if (QDockWidget* beside = left ? left : dock(entry.spec.tabbedWith)) {
            m_window.tabifyDockWidget(beside, entry.dock);
            beside->raise();
        }
        if (isShown && entry.spec.height > 0) {
            raised += entry.dock;
            heights += m_window.fontMetrics().height() * entry.spec.height;
        }
        if (isShown && entry.spec.width > 0) {
            resized += entry.dock;
            widths +=
                m_window.fontMetrics().averageCharWidth() * (isNarrow ? entry.spec.narrowWidth : entry.spec.width);
        }
    }
    m_window.layout()->setEnabled(true);
    m_window.layout()->activate();
    // Once they are in their places; before, they keep the widths that they had.
    QTimer::singleShot(0, this, [this, resized, widths, raised, heights] {
        m_window.resizeDocks(resized, widths, Qt::Horizontal);
        m_window.resizeDocks(raised, heights, Qt::Vertical);
    });
}

void WindowDocks::showTitles()
{
    for (const Entry& entry : m_docks) {
        const QList<QDockWidget*> beside = m_window.tabifiedDockWidgets(entry.dock);
        const bool hasTab = !entry.dock->isFloating()
            && std::any_of(beside.begin(), beside.end(), [](const QDockWidget* dock) { return !dock->isHidden(); });
        QWidget* bar = entry.dock->titleBarWidget();
        if (hasTab == (bar != nullptr))
            continue;
        entry.dock->setTitleBarWidget(hasTab ? new QWidget(entry.dock) : nullptr); // its tab is title enough
        delete bar;
    }
}

void WindowDocks::reveal(const QString& id)
{
    if (QDockWidget* found = dock(id)) {
        found->show();
        found->raise();
        found->widget()->setFocus();
    }
}

QDockWidget* WindowDocks::dock(const QString& id) const
{
    for (const Entry& entry : m_docks) {
        if (entry.spec.id == id)
            return entry.dock;
    }
    return nullptr;
}

} // namespace quantiscope
