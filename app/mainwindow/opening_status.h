// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;

namespace quantiscope {

/// In the status bar: that a document is being opened while another one is still shown, and the way to stop that.
class OpeningStatus final : public QWidget
{
    Q_OBJECT

public:
    explicit OpeningStatus(QWidget* parent = nullptr);

    /// Empty: nothing is being opened, and the widget hides.
    void setPath(const QString& path);

signals:
    void cancelRequested();

private:
    QLabel* m_text;
};

} // namespace quantiscope
