// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mainwindow/main_window.h"
#include "app/settings/settings.h"
#include "widgets/common/background_task.h"
#include "widgets/common/theme.h"

#include <QApplication>

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    quantiscope::Settings settings;
    quantiscope::applyTheme(application, settings.theme());
    quantiscope::MainWindow window(settings);
    window.show();
    const int status = QApplication::exec();
    quantiscope::BackgroundTask::waitForAll();
    return status;
}
