// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mainwindow/main_window.h"

#include "app/settings/settings.h"

namespace quantiscope {

MainWindow::MainWindow(Settings& settings) : m_settings(settings)
{
    restoreGeometry(m_settings.windowGeometry());
}

} // namespace quantiscope
