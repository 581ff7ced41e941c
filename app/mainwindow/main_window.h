// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMainWindow>

namespace quantiscope {

class Settings;

/// The window.
class MainWindow final : public QMainWindow
{
    Q_OBJECT

public:
    explicit MainWindow(Settings& settings);

private:
    Settings& m_settings;
};

} // namespace quantiscope
