// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/theme.h"

namespace quantiscope {

QString Theme::styleSheet() const
{
    // What Fusion draws with bevels and gradients becomes flat; sizes stay the style's, so that fonts may grow.
    QString sheet = QStringLiteral(R"(
QToolTip { background: @base; color: @text1; border: 1px solid @border; padding: 4px; }
QMainWindow::separator { background: @border; width: 1px; height: 1px; }
QMainWindow::separator:hover { background: @accent; }
QMenuBar { background: @window; border-bottom: 1px solid @border; }
QMenuBar::item { padding: 6px 8px; background: transparent; }
QMenuBar::item:selected { background: @hover; border-radius: 4px; }
QMenu { background: @base; border: 1px solid @border; padding: 4px; }
QMenu::item { padding: 5px 24px 5px 8px; border-radius: 4px; }
QMenu::item:selected { background: @selectedRow; }
QMenu::item:disabled { color: @text3; }
QMenu::icon { padding-left: 6px; }
QMenu::separator { height: 1px; background: @hairline; margin: 4px 0; }
QToolBar { background: @window; border: 0; border-bottom: 1px solid @border; padding: 4px 8px; spacing: 4px; }
QToolBar::separator { background: @border; width: 1px; margin: 4px 4px; }
QSplitter::handle { background: @border; }
QSplitter::handle:hover { background: @accent; }
QSplitter::handle:horizontal { width: 1px; }
QSplitter::handle:vertical { height: 1px; }
QStatusBar { background: @window; border-top: 1px solid @border; }
QStatusBar::item { border: 0; }
QStatusBar QLabel { padding: 0 8px; }
QToolButton { background: transparent; border: 1px solid transparent; border-radius: 4px; padding: 3px 5px; }
QToolButton:hover { background: @hover; }
QToolButton:pressed, QToolButton:checked { background: @selectedRow; border-color: @accent; }
QToolButton::menu-indicator { image: none; }
QToolButton[tab="true"] { color: @text2; border: 0; border-bottom: 2px solid transparent; border-radius: 0;
    padding: 6px 10px 4px 10px; }
QToolButton[tab="true"]:checked { background: transparent; color: @text1; border-bottom: 2px solid @accent; }
QToolButton[tab="true"]:focus { border-bottom: 2px solid @accent; }
QToolButton[tab="true"]:disabled { color: @text3; }
QToolButton[framed="true"] { background: @base; border: 1px solid @border; padding: 4px 10px; }
QToolButton[framed="true"][toolButtonStyle="2"] { padding-right: 2px; }
QToolButton[framed="true"]:hover { background: @hover; }
QToolButton[framed="true"]:checked { background: @selectedRow; border-color: @accent; }
QToolButton[framed="true"]:focus { border-color: @accent; }
QToolButton[primary="true"] { background: @accent; color: @onAccent; border: 1px solid @accent; padding: 4px 10px;
    font-weight: 600; }
QToolButton[primary="true"][popupMode="1"] { padding-right: 26px; }
QToolButton[primary="true"]::menu-button { border: 0; border-left: 1px solid @hover; width: 18px; }
QToolButton[primary="true"]:disabled { background: @hairline; color: @text3; border-color: @hairline; }
QPushButton { background: @base; border: 1px solid @border; border-radius: 4px; padding: 4px 12px; }
QPushButton:hover { background: @hover; }
QPushButton:pressed { background: @selectedRow; }
QPushButton:disabled { color: @text3; }
QPushButton[menu="true"] { padding-right: 24px; }
QPushButton::menu-indicator { subcontrol-origin: padding; subcontrol-position: right center; right: 6px; }
QPushButton:focus, QToolButton:focus, QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus { border: 1px solid @accent; }
QPushButton[primary="true"] { background: @accent; color: @onAccent; border-color: @accent; font-weight: 600; }
QPushButton[primary="true"]:disabled { background: @hairline; color: @text3; border-color: @hairline; }
QLineEdit, QPlainTextEdit, QTextEdit { background: @base; border: 1px solid @border; border-radius: 4px; padding: 3px 6px;
    selection-background-color: @selectedRow; selection-color: @text1; }
QAbstractSpinBox QLineEdit, QComboBox QLineEdit { background: transparent; border: 0; padding: 0; }
QComboBox QAbstractItemView { border: 1px solid @border; padding: 2px; }
QDockWidget { font-weight: 600; }
QDockWidget::title { background: @head; padding: 6px 8px; border-bottom: 1px solid @border; }
QTabBar { background: @head; }
QTabBar::tab { background: transparent; color: @text2; padding: 6px 12px; border: 0; border-top: 2px solid transparent; }
QTabBar::tab:selected { background: @window; color: @text1; border-top: 2px solid @accent; font-weight: 600; }
QTabBar::tab:hover:!selected { background: @hover; }
QTabWidget::pane { border: 0; }
QHeaderView { background: @alternate; }
QHeaderView::section { background: @alternate; color: @text2; border: 0; border-bottom: 1px solid @border;
    border-right: 1px solid @hairline; padding: 4px 6px; }
QAbstractScrollArea::corner { background: transparent; border: 0; }
QTreeView, QTableView, QListView { background: @base; border: 0; alternate-background-color: @alternate; }
QTreeView::item { padding: 3px 2px; }
QTreeView::item:hover, QTableView::item:hover, QListView::item:hover { background: @hover; }
QTreeView::item:selected, QTableView::item:selected, QListView::item:selected { background: @selectedRow; }
QFrame[card="true"] { background: @base; border: 1px solid @border; border-radius: 6px; }
QLabel[caption="true"] { color: @text2; }
QLabel[hint="true"] { color: @text3; }
QLabel[chip="warning"] { color: @warning; background: @warnFill; border: 1px solid @warning; border-radius: 4px;
    padding: 1px 6px; }
QLabel[step="true"] { color: @accent; border: 1px solid @accent; font-weight: 600; }
QPushButton[secondary="true"]:enabled { color: @accent; border-color: @accent; font-weight: 600; }
QProgressBar { background: @hairline; border: 0; border-radius: 3px; max-height: 6px; text-align: center; }
QProgressBar::chunk { background: @accent; border-radius: 3px; }
QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar::handle { background: @border; border-radius: 4px; min-height: 24px; min-width: 24px; margin: 1px; }
QScrollBar::handle:hover { background: @text3; }
QScrollBar::add-line, QScrollBar::sub-line, QScrollBar::add-page, QScrollBar::sub-page { background: none; border: 0;
    width: 0; height: 0; }
)");
    const std::pair<const char*, QColor> names[] = {
        {"@selectedRow", selectedRow},
        {"@alternate", alternate},
        {"@hairline", hairline},
        {"@warnFill", warningFill},
        {"@warning", warning},
        {"@onAccent", onAccent},
        {"@window", window},
        {"@border", border},
        {"@accent", accent},
        {"@hover", hover},
        {"@text1", text1},
        {"@text2", text2},
        {"@text3", text3},
        {"@head", head},
        {"@base", base},
    };
    for (const auto& [name, color] : names)
        sheet.replace(QLatin1String(name), color.name());
    return sheet;
}

} // namespace quantiscope
