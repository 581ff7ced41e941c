// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/node_selection.h"
#include "widgets/graph/graph_painter.h"
#include "widgets/graph/graph_scene.h"

#include <QPixmap>
#include <QPointer>
#include <QVariantAnimation>
#include <QWidget>

#include <functional>

class QMenu;

namespace quantiscope {

/// Where one looks in a picture.
struct GraphPlace
{
    QPointF centre; ///< of the view, in scene units
    double zoom = 1.0;

    bool operator==(const GraphPlace&) const = default;
};

/// What is at a point of the view.
struct GraphHit
{
    enum class Part
    {
        None,
        Item,
        Chevron, ///< of a block or frame
        FrameTitle,
        Port,
        Badge,
        Pill, ///< "×N"
        Boundary,
        Fold, ///< the chip of hidden quantizers
        Edge,
    };

    Part part = Part::None;
    int item = -1; ///< of all but None, Edge, Boundary and Fold
    int edge = -1; ///< of Edge, Boundary and Fold
    std::string tensor = {}; ///< of Port, Badge, Edge, Boundary, Fold, and of Items that are inputs or outputs
    int fold = -1; ///< of Fold
};

/// Shows a scene: pans, zooms, selects, walks along edges. Opening scopes is asked for by signals.
///
/// Pan: drag an empty place (or with the middle button, or with Space held anywhere), wheel, Shift+wheel, touchpad;
/// zoom: Ctrl+wheel, pinch. Left click selects, with Ctrl toggles, Shift-drag is a rubber band. Arrow keys walk.
class GraphView final : public QWidget
{
    Q_OBJECT

public:
    enum class Tool
    {
        Select,
        RubberBand, ///< dragging selects what it touches
    };

    static constexpr double kSmallestZoom = 0.05;
    static constexpr double kLargestZoom = 4.0;

    explicit GraphView(QWidget* parent = nullptr);
    ~GraphView() override;

    /// The selection shared with other views; null for none. Not owned.
    void setSelection(NodeSelection* selection);
    [[nodiscard]] NodeSelection* selection() const { return m_selection; }

    /// Shows another model, from its beginning.
    void setContent(GraphContent content, IndexedPicturePtr picture);
    /// Shows another picture of the same content. Scope @p anchor (-1: none) stays where it is on the screen, and boxes
    /// move to their new places.
    void setPicture(IndexedPicturePtr picture, int anchor = -1);
    void clear();

    [[nodiscard]] const GraphScene& scene() const { return m_scene; }
    /// Changes what is shown on the picture, and draws it anew.
    void changeScene(const std::function<void(GraphScene&)>& change);

    [[nodiscard]] GraphPlace place() const;
    void setPlace(const GraphPlace& place);
    /// Where the view is, or will be when it has come to where it moves.
    [[nodiscard]] GraphPlace destination() const;
    void goTo(const GraphPlace& place);
    /// Is the whole item to be seen there, as far as it fits?
    [[nodiscard]] bool isInSight(int item) const;
    [[nodiscard]] double zoom() const { return m_zoom; }
    /// The visible part of the scene.
    [[nodiscard]] QRectF visibleArea() const;

    void fit();
    /// The beginning of the picture, at a zoom at which one can read it.
    void showBeginning();
    /// The selected nodes, or everything when none is.
    void frameSelection();
    void frameItem(int item);
    /// Zooms by @p factor around the middle.
    void zoomBy(double factor);
    void setZoom(double zoom);

    [[nodiscard]] Tool tool() const { return m_tool; }
    void setTool(Tool tool);
    /// Draws it paler: a new picture is being made.
    void setStale(bool isStale);
    /// Motion of boxes and of the view; on by default unless the style has none.
    void setAnimated(bool isAnimated) { m_isAnimated = isAnimated; }

    /// The item at which the keyboard is, -1 for none.
    [[nodiscard]] int currentItem() const { return m_currentItem; }
    void setCurrentItem(int item);
    [[nodiscard]] GraphHit hitAt(const QPointF& position) const;
    /// What is known of what is at a point, for the tooltip.
    [[nodiscard]] QString tipAt(const QPointF& position) const;
    /// What a screen reader says of an item: "Conv Conv_327, 2 of 369, int8, inputs 1061".
    [[nodiscard]] QString descriptionOf(int item) const;
    /// Where a point of the scene is in the widget, and back.
    [[nodiscard]] QPointF toView(const QPointF& scenePoint) const { return scenePoint * m_zoom + m_origin; }
    [[nodiscard]] QPointF toScene(const QPointF& viewPoint) const { return (viewPoint - m_origin) / m_zoom; }

    /// The consumers of a global value, to be picked from; owned by the view.
    [[nodiscard]] QMenu* consumersMenu(const std::string& tensor);

    [[nodiscard]] QSize sizeHint() const override { return {800, 600}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {200, 160}; }

signals:
    /// A block shall be opened, or a frame closed.
    void scopeToggled(int scope);
    /// Quantizers shall be shown as boxes, or hidden again.
    void foldToggled(int fold);
    void nodeActivated(int node);
    /// The node whose box, or a quantizer whose chip, is under the mouse; -1 when there is none any more.
    void nodeHovered(int node);
    /// @p node is -1 where there is none.
    void contextMenuRequested(int node, const QPoint& globalPosition);
    /// Another model is shown, and nothing on its picture yet but the selection.
    void contentChanged();
    void placeChanged();
    void sceneChanged();
    void toolChanged();
    /// Esc where neither a drag nor a tool was left by it.
    void escapePressed();

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    enum class Drag
    {
        None,
        Pressed, ///< not moved yet
        Pan,
        Band,
    };

    void setOrigin(const QPointF& origin);
    void zoomAt(double zoom, const QPointF& position);
    [[nodiscard]] GraphPlace placeOf(const QRectF& area, double largestZoom) const;
    void startMoving(const IndexedPicture& before, int anchor);
    void followSelection();
    void click(const GraphHit& hit, Qt::KeyboardModifiers modifiers);
    void selectNodes(const std::vector<int>& nodes, Qt::KeyboardModifiers modifiers);
    void selectOnly(const std::string& tensor);
    void selectBand(Qt::KeyboardModifiers modifiers);
    void walk(int key, Qt::KeyboardModifiers modifiers);
    void hover(const QPointF& position);
    void ensureVisible(int item);
    void updateAccessibility();
    void updateCursor();
    /// What is shown is another: the kept frame is of no use.
    void redraw();
    /// Draws what the kept frame lacks; the whole of it when it cannot be moved.
    void updateFrame();
    void drawFrame(const QRect& part, bool isStrip);
    void drawGround(QPainter& painter, const QPointF& origin);

    GraphScene m_scene;
    mutable GraphPainter m_painter; ///< keeps texts, whose widths hit tests need, too
    /// The last frame, for which panning needs only what comes into sight.
    struct KeptFrame
    {
        bool isValid = false;
        QPixmap pixmap;
        QPointF origin; ///< for which it was drawn: it differs from the scene's by less than a pixel
        double zoom = 0.0;
        int currentItem = -1;
    };
    KeptFrame m_frame;
    QPointer<NodeSelection> m_selection;
    QPointF m_origin; ///< of the scene, in the widget
    QSize m_sizeOfOrigin; ///< of the widget when that was set
    double m_zoom = 1.0;
    Tool m_tool = Tool::Select;
    bool m_isStale = false;
    bool m_isAnimated = true;
    int m_currentItem = -1;
    int m_hoveredEdge = -1;
    int m_hoveredScope = -1;
    int m_hoveredNode = -1;

    Drag m_drag = Drag::None;
    bool m_isSpaceDown = false;
    QPointF m_pressedAt;
    QPointF m_draggedTo;
    QPointF m_originAtPress;
    GraphHit m_pressedHit;
    IndexedPicturePtr m_pressedPicture; ///< of which m_pressedHit tells

    QVariantAnimation m_motion; ///< of boxes
    std::vector<QRectF> m_movingFrom;
    std::vector<QRectF> m_moving;
    QVariantAnimation m_travel; ///< of the view
    GraphPlace m_travelFrom;
    GraphPlace m_travelTo;
};

} // namespace quantiscope
