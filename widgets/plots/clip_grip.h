// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace quantiscope {

/// What a line of a plot is dragged by, with the mouse or with arrow keys.
class ClipGrip final : public QWidget
{
    Q_OBJECT

public:
    explicit ClipGrip(QWidget* plot);

    [[nodiscard]] QSize sizeHint() const override;

signals:
    /// Dragged to @p x of the parent.
    void dragged(double x);
    /// An arrow key: one step to the left or right, ten with Shift.
    void stepped(int steps);
    /// The mouse or the key was let go.
    void released();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    double m_offset = 0.0; ///< of where the mouse took it from its middle
    bool m_isDragged = false;
    bool m_isStepped = false; ///< keys were pressed and not let go
};

} // namespace quantiscope
