// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

namespace quantiscope {

/// "Which preset?": the way from the target to a preset, and what to try when accuracy is not reached, in words.
class PresetHelp final : public QDialog
{
    Q_OBJECT

public:
    explicit PresetHelp(QWidget* parent = nullptr);

signals:
    /// A preset's name in the text was clicked.
    void presetChosen(const QString& preset);
};

} // namespace quantiscope
