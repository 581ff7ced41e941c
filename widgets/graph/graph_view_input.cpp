// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/graph_view.h"

#include "widgets/common/text.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QNativeGestureEvent>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace quantiscope {

namespace {

constexpr double kWheelZoom = 1.0015; ///< to the power of eighths of a degree

} // namespace

bool GraphView::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const QString tip = tipAt(help->pos());
        if (tip.isEmpty())
            QToolTip::hideText();
        else
            QToolTip::showText(help->globalPos(), plainToolTip(tip), this);
        return true;
    }
    if (event->type() == QEvent::NativeGesture) {
        const auto* gesture = static_cast<QNativeGestureEvent*>(event);
        if (gesture->gestureType() == Qt::ZoomNativeGesture) {
            m_travel.stop();
            zoomAt(m_zoom * (1.0 + gesture->value()), gesture->position());
            return true;
        }
    }
    return QWidget::event(event);
}

void GraphView::mousePressEvent(QMouseEvent* event)
{
    m_travel.stop();
    setFocus(Qt::MouseFocusReason);
    m_pressedAt = m_draggedTo = event->position();
    m_originAtPress = m_origin;
    if (event->button() == Qt::MiddleButton || (event->button() == Qt::LeftButton && m_isSpaceDown)) {
        m_drag = Drag::Pan;
    } else if (event->button() == Qt::LeftButton) {
        m_pressedHit = hitAt(event->position());
        m_pressedPicture = m_scene.picturePtr();
        m_drag = Drag::Pressed;
    }
    updateCursor();
}

void GraphView::mouseMoveEvent(QMouseEvent* event)
{
    m_draggedTo = event->position();
    if (m_drag == Drag::Pressed && (m_draggedTo - m_pressedAt).manhattanLength() >= QApplication::startDragDistance()) {
        const bool band = m_tool == Tool::RubberBand || (event->modifiers() & Qt::ShiftModifier);
        m_drag = band ? Drag::Band : Drag::Pan;
        m_originAtPress = m_origin; // another picture may have come since, and moved it
        updateCursor();
    }
    if (m_drag == Drag::Pan)
        setOrigin(m_originAtPress + m_draggedTo - m_pressedAt);
    else if (m_drag == Drag::Band)
        update();
    else if (m_drag == Drag::None)
        hover(event->position());
}

void GraphView::mouseReleaseEvent(QMouseEvent* event)
{
    const Drag drag = m_drag;
    m_drag = Drag::None;
    updateCursor();
    // The places of what was pressed are those of its picture: on another one they are of something else, or of
    // nothing.
    const bool isSamePicture = std::exchange(m_pressedPicture, nullptr) == m_scene.picturePtr();
    if (drag == Drag::Pressed && event->button() == Qt::LeftButton && isSamePicture)
        click(m_pressedHit, event->modifiers());
    else if (drag == Drag::Band)
        selectBand(event->modifiers());
    update();
}

void GraphView::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    const GraphHit hit = hitAt(event->position());
    if (hit.part == GraphHit::Part::Fold)
        emit foldToggled(hit.fold);
    if (hit.item < 0 || hit.part == GraphHit::Part::Chevron)
        return;
    const PictureItem& item = m_scene.picture().items()[std::size_t(hit.item)];
    if (item.kind == PictureItem::Kind::Block || hit.part == GraphHit::Part::FrameTitle)
        emit scopeToggled(item.scope);
    else if (item.kind == PictureItem::Kind::Node)
        emit nodeActivated(item.node);
}

void GraphView::leaveEvent(QEvent*)
{
    hover(QPointF(-1e9, -1e9));
}

void GraphView::wheelEvent(QWheelEvent* event)
{
    m_travel.stop();
    event->accept();
    if (event->modifiers() & Qt::ControlModifier) {
        zoomAt(m_zoom * std::pow(kWheelZoom, event->angleDelta().y()), event->position());
        return;
    }
    QPointF delta = event->pixelDelta().isNull() ? QPointF(event->angleDelta()) / 2.0 : QPointF(event->pixelDelta());
    // Some platforms turn the wheel's axis with Shift themselves, others leave it to the program.
    if ((event->modifiers() & Qt::ShiftModifier) && delta.x() == 0.0)
        delta = QPointF(delta.y(), 0.0);
    setOrigin(m_origin + delta);
}

void GraphView::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Space:
        if (!event->isAutoRepeat()) {
            m_isSpaceDown = true;
            updateCursor();
        }
        return;
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Left:
    case Qt::Key_Right:
        walk(event->key(), event->modifiers());
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_currentItem >= 0) {
            const PictureItem& item = m_scene.picture().items()[std::size_t(m_currentItem)];
            if (item.scope >= 0)
                emit scopeToggled(item.scope);
            else if (item.node >= 0)
                emit nodeActivated(item.node);
        }
        return;
    case Qt::Key_Escape:
        if (m_drag == Drag::Band) {
            m_drag = Drag::None;
            update();
        } else if (m_tool == Tool::RubberBand) {
            setTool(Tool::Select);
        } else {
            emit escapePressed();
        }
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

void GraphView::keyReleaseEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Space && !event->isAutoRepeat()) {
        m_isSpaceDown = false;
        updateCursor();
        return;
    }
    QWidget::keyReleaseEvent(event);
}

void GraphView::focusOutEvent(QFocusEvent* event)
{
    QWidget::focusOutEvent(event);
    m_isSpaceDown = false;
    updateCursor();
    update();
}

void GraphView::contextMenuEvent(QContextMenuEvent* event)
{
    QPoint position = event->pos();
    int item = -1;
    if (event->reason() == QContextMenuEvent::Keyboard) {
        item = m_currentItem;
        if (item >= 0)
            position = toView(m_scene.picture().items()[std::size_t(item)].rect.center()).toPoint();
    } else {
        item = hitAt(event->pos()).item;
    }
    int node = -1;
    const std::vector<int> nodes = item >= 0 ? m_scene.nodesOf(item) : std::vector<int>();
    const bool isFrameGround = item >= 0
        && m_scene.picture().items()[std::size_t(item)].kind == PictureItem::Kind::Frame
        && event->reason() != QContextMenuEvent::Keyboard && hitAt(event->pos()).part == GraphHit::Part::Item;
    if (!nodes.empty() && !isFrameGround) {
        node = nodes.front();
        // A menu for several selected nodes stays one; elsewhere it is about what was clicked.
        const bool isSelected =
            std::all_of(nodes.begin(), nodes.end(), [this](int each) { return m_scene.selection().count(each) > 0; });
        if (!isSelected)
            selectNodes(nodes, Qt::NoModifier);
    }
    emit contextMenuRequested(node, mapToGlobal(position));
}

void GraphView::click(const GraphHit& hit, Qt::KeyboardModifiers modifiers)
{
    const bool isAdding = modifiers & (Qt::ControlModifier | Qt::ShiftModifier);
    switch (hit.part) {
    case GraphHit::Part::Chevron:
        emit scopeToggled(m_scene.picture().items()[std::size_t(hit.item)].scope);
        return;
    case GraphHit::Part::Badge:
        consumersMenu(hit.tensor)->popup(mapToGlobal(m_pressedAt.toPoint()));
        return;
    case GraphHit::Part::Port:
    case GraphHit::Part::Boundary:
    case GraphHit::Part::Edge:
        if (m_selection)
            m_selection->selectTensor(hit.tensor);
        return;
    case GraphHit::Part::Fold:
        selectNodes(m_scene.picture().picture().folded.folds->folds()[std::size_t(hit.fold)].nodes, modifiers);
        return;
    case GraphHit::Part::None:
        if (m_selection && !isAdding)
            m_selection->clear();
        return;
    case GraphHit::Part::Item:
    case GraphHit::Part::Pill:
    case GraphHit::Part::FrameTitle:
        break;
    }
    const PictureItem& item = m_scene.picture().items()[std::size_t(hit.item)];
    if (item.kind == PictureItem::Kind::Frame && hit.part == GraphHit::Part::Item) {
        if (m_selection && !isAdding)
            m_selection->clear(); // the ground of an open scope is as empty as that of the scene
        return;
    }
    if (hit.tensor.empty())
        selectNodes(m_scene.nodesOf(hit.item), modifiers);
    else
        selectOnly(hit.tensor);
    setCurrentItem(hit.item);
}

void GraphView::selectOnly(const std::string& tensor)
{
    if (!m_selection)
        return;
    m_selection->clear();
    m_selection->selectTensor(tensor);
}

void GraphView::selectNodes(const std::vector<int>& nodes, Qt::KeyboardModifiers modifiers)
{
    if (!m_selection || nodes.empty())
        return;
    std::set<int> chosen(nodes.begin(), nodes.end());
    if (modifiers & Qt::ControlModifier) {
        std::set<int> all = m_selection->nodes();
        const bool isSelected = std::includes(all.begin(), all.end(), chosen.begin(), chosen.end());
        for (const int node : chosen) {
            if (isSelected)
                all.erase(node);
            else
                all.insert(node);
        }
        const int current = all.empty() ? NodeSelection::kNone : isSelected ? *all.begin() : nodes.front();
        m_selection->select(std::move(all), current);
    } else if (modifiers & Qt::ShiftModifier) {
        m_selection->add(chosen);
    } else {
        m_selection->select(std::move(chosen), nodes.front());
    }
}

void GraphView::selectBand(Qt::KeyboardModifiers modifiers)
{
    if (!m_selection || m_scene.isEmpty())
        return;
    const QRectF area = QRectF(toScene(m_pressedAt), toScene(m_draggedTo)).normalized();
    std::set<int> nodes;
    for (const int item : m_scene.picture().itemsIn(area)) {
        if (m_scene.picture().items()[std::size_t(item)].kind == PictureItem::Kind::Frame)
            continue;
        const std::vector<int> inside = m_scene.nodesOf(item);
        nodes.insert(inside.begin(), inside.end());
    }
    if (modifiers & Qt::ControlModifier)
        m_selection->add(nodes);
    else if (nodes.empty())
        m_selection->clear();
    else
        m_selection->select(nodes, *nodes.begin());
}

void GraphView::walk(int key, Qt::KeyboardModifiers modifiers)
{
    if (m_scene.isEmpty() || m_scene.picture().items().empty())
        return;
    const IndexedPicture& picture = m_scene.picture();
    int next = -1;
    if (m_currentItem < 0) {
        next = 0;
        while (next + 1 < int(picture.items().size())
               && picture.items()[std::size_t(next)].kind == PictureItem::Kind::Frame)
            ++next;
    } else {
        const QPointF here = picture.items()[std::size_t(m_currentItem)].rect.center();
        const QPointF ahead = key == Qt::Key_Up ? QPointF(0, -1)
            : key == Qt::Key_Down               ? QPointF(0, 1)
            : key == Qt::Key_Left               ? QPointF(-1, 0)
                                                : QPointF(1, 0);
        double nearest = std::numeric_limits<double>::max();
        const auto consider = [&](int item, double straightness) {
            if (item == m_currentItem)
                return;
            const QPointF way = picture.items()[std::size_t(item)].rect.center() - here;
            const double along = QPointF::dotProduct(way, ahead);
            const double across = std::abs(way.x() * ahead.y()) + std::abs(way.y() * ahead.x());
            if (along < 1.0 || across > straightness * along)
                return;
            if (along + across < nearest) {
                nearest = along + across;
                next = item;
            }
        };
        // Along an edge that leads that way; where none does, to the next box beside it.
        for (const int edge : picture.edgesFrom(m_currentItem))
            consider(picture.edges()[std::size_t(edge)].to, 1e9);
        for (const int edge : picture.edgesTo(m_currentItem))
            consider(picture.edges()[std::size_t(edge)].from, 1e9);
        if (next < 0 || std::abs(ahead.x()) > 0.5) {
            const double reach = 1200.0;
            next = -1;
            nearest = std::numeric_limits<double>::max();
            for (const int edge : picture.edgesFrom(m_currentItem))
                consider(picture.edges()[std::size_t(edge)].to, 1.0);
            for (const int edge : picture.edgesTo(m_currentItem))
                consider(picture.edges()[std::size_t(edge)].from, 1.0);
            if (next < 0) {
                for (const int item :
                     picture.itemsIn(QRectF(here - QPointF(reach, reach), QSizeF(2 * reach, 2 * reach)))) {
                    if (picture.items()[std::size_t(item)].kind != PictureItem::Kind::Frame)
                        consider(item, 0.7);
                }
            }
        }
    }
    if (next < 0)
        return;
    const PictureItem& item = picture.items()[std::size_t(next)];
    if (!item.tensor.empty())
        selectOnly(item.tensor);
    else
        selectNodes(m_scene.nodesOf(next), modifiers & Qt::ShiftModifier);
    setCurrentItem(next);
    ensureVisible(next);
}

void GraphView::hover(const QPointF& position)
{
    const GraphHit hit = hitAt(position);
    if (hit.edge != m_hoveredEdge) {
        m_hoveredEdge = hit.edge;
        redraw();
    }
    const int node = hit.part == GraphHit::Part::Fold
        ? m_scene.picture().picture().folded.folds->folds()[std::size_t(hit.fold)].nodes.front()
        : hit.item >= 0 ? m_scene.picture().items()[std::size_t(hit.item)].node
                        : -1;
    if (std::exchange(m_hoveredNode, node) != node)
        emit nodeHovered(node);
    int scope = -1;
    if (hit.item >= 0 && m_scene.content().scopes && hit.part != GraphHit::Part::None) {
        const PictureItem& item = m_scene.picture().items()[std::size_t(hit.item)];
        if (item.kind == PictureItem::Kind::Block && m_scene.content().scopes->at(item.scope).twins > 1)
            scope = item.scope;
    }
    if (scope != m_hoveredScope) {
        m_hoveredScope = scope;
        m_scene.setTwinsOf(scope);
        redraw();
    }
    if (m_drag == Drag::None)
        updateCursor();
}

void GraphView::updateCursor()
{
    if (m_drag == Drag::Pan)
        setCursor(Qt::ClosedHandCursor);
    else if (m_isSpaceDown)
        setCursor(Qt::OpenHandCursor);
    else if (m_tool == Tool::RubberBand)
        setCursor(Qt::CrossCursor);
    else
        unsetCursor();
}

} // namespace quantiscope
