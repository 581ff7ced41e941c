// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QWidget>

namespace quantiscope {

class GraphView;

/// The whole picture in little, with the visible part of it, which can be dragged.
class GraphMinimap final : public QWidget
{
    Q_OBJECT

public:
    /// @p view is not owned and must live as long as this.
    explicit GraphMinimap(GraphView& view, QWidget* parent = nullptr);

    /// Where a point of the scene is in this widget.
    [[nodiscard]] QPointF toMap(const QPointF& scenePoint) const;

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    void forgetPicture();
    void moveView(const QPointF& position);
    [[nodiscard]] double scale() const;
    [[nodiscard]] QPointF offset() const;
    void drawPicture();
    void drawBoxes(QPainter& painter) const;
    void drawManyBoxes();

    GraphView& m_view;
    QImage m_picture; ///< null: to be drawn again
    QPointF m_grip; ///< from the middle of the visible part to where the mouse took it
};

} // namespace quantiscope
