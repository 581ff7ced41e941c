// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QComboBox;
class QLabel;
class QSpinBox;

namespace quantiscope {

class Settings;

/// Appearance and resources. What is changed acts at once; another language at the next start, which is told.
class PreferencesDialog final : public QDialog
{
    Q_OBJECT

public:
    explicit PreferencesDialog(Settings& settings, QWidget* parent = nullptr);

private:
    Settings& m_settings;
    QComboBox* m_theme;
    QComboBox* m_language;
    QLabel* m_restart;
    QSpinBox* m_threads;
    QSpinBox* m_memory;
    QSpinBox* m_samples;
};

} // namespace quantiscope
