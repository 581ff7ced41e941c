// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace quantiscope {

/// In the status bar: that the window closes itself once the tasks are done, and the way to take that back.
class ClosingStatus final : public QWidget
{
    Q_OBJECT

public:
    explicit ClosingStatus(QWidget* parent = nullptr);

    /// Hidden while the window does not wait for its end.
    void setWaiting(bool isWaiting);
    [[nodiscard]] bool isWaiting() const { return m_isWaiting; }

private:
    bool m_isWaiting = false;
};

} // namespace quantiscope
