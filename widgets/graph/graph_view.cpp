// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/graph_view.h"

#include "widgets/common/theme.h"

#include <QPainter>
#include <QStyle>

#include <algorithm>
#include <cmath>

namespace quantiscope {

namespace {

constexpr int kMoveMilliseconds = 160;
constexpr int kTravelMilliseconds = 200;
constexpr std::size_t kMostMovingItems = 2000;
constexpr double kMargin = 28.0; ///< around what is framed, in pixels
constexpr double kGroundStep = 24.0;

/// What stands for the same thing in two pictures.
int counterpart(const IndexedPicture& picture, const PictureItem& item)
{
    if (item.node >= 0)
        return picture.itemOfNode(item.node);
    return item.scope >= 0 ? picture.itemOfScope(item.scope) : picture.itemOfTensor(item.tensor);
}

QRectF between(const QRectF& from, const QRectF& to, double share)
{
    return {from.topLeft() + (to.topLeft() - from.topLeft()) * share, from.size() + (to.size() - from.size()) * share};
}

} // namespace

GraphView::GraphView(QWidget* parent) : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Graph"));
    m_isAnimated = style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, this) > 0;
    m_motion.setDuration(kMoveMilliseconds);
    m_motion.setStartValue(0.0);
    m_motion.setEndValue(1.0);
    m_motion.setEasingCurve(QEasingCurve::OutCubic);
    connect(&m_motion, &QVariantAnimation::valueChanged, this, [this](const QVariant& value) {
        for (std::size_t i = 0; i < m_moving.size(); ++i)
            m_moving[i] = between(m_movingFrom[i], m_scene.picture().items()[i].rect, value.toDouble());
        redraw();
    });
    connect(&m_motion, &QVariantAnimation::finished, this, [this] {
        m_moving.clear();
        redraw();
    });
    m_travel.setDuration(kTravelMilliseconds);
    m_travel.setStartValue(0.0);
    m_travel.setEndValue(1.0);
    m_travel.setEasingCurve(QEasingCurve::OutCubic);
    connect(&m_travel, &QVariantAnimation::valueChanged, this, [this](const QVariant& value) {
        const double share = value.toDouble();
        const double zoom = m_travelFrom.zoom * std::pow(m_travelTo.zoom / m_travelFrom.zoom, share);
        setPlace({m_travelFrom.centre + (m_travelTo.centre - m_travelFrom.centre) * share, zoom});
    });
}

GraphView::~GraphView() = default;

void GraphView::setSelection(NodeSelection* selection)
{
    if (m_selection == selection)
        return;
    if (m_selection)
        m_selection->disconnect(this);
    m_selection = selection;
    if (m_selection)
        connect(m_selection, &NodeSelection::selectionChanged, this, &GraphView::followSelection);
    followSelection();
}

void GraphView::setContent(GraphContent content, IndexedPicturePtr picture)
{
    m_motion.stop();
    m_travel.stop();
    m_moving.clear();
    m_scene = GraphScene(std::move(content), std::move(picture));
    m_currentItem = m_hoveredEdge = m_hoveredScope = m_hoveredNode = -1;
    m_isStale = false;
    redraw();
    followSelection();
    showBeginning();
    emit contentChanged();
    emit sceneChanged();
}

void GraphView::clear()
{
    m_motion.stop();
    m_travel.stop();
    m_moving.clear();
    m_scene = {};
    m_currentItem = m_hoveredEdge = m_hoveredScope = m_hoveredNode = -1;
    m_drag = Drag::None;
    m_pressedPicture.reset();
    updateCursor();
    updateAccessibility();
    redraw();
    emit sceneChanged();
}

void GraphView::setPicture(IndexedPicturePtr picture, int anchor)
{
    const IndexedPicturePtr before = m_scene.picturePtr();
    m_motion.stop();
    m_moving.clear();
    m_hoveredEdge = -1;
    m_scene.setPicture(std::move(picture));
    const int oldAnchor = anchor >= 0 && before ? before->itemOfScope(anchor) : -1;
    const int newAnchor = anchor >= 0 ? m_scene.picture().itemOfScope(anchor) : -1;
    if (oldAnchor >= 0 && newAnchor >= 0) {
        // The upper edge stays, where the chevron is that was clicked; the middle, since a block opens to both sides.
        const auto handle = [](const QRectF& rect) { return QPointF(rect.center().x(), rect.top()); };
        const QPointF shift = handle(before->items()[std::size_t(oldAnchor)].rect)
            - handle(m_scene.picture().items()[std::size_t(newAnchor)].rect);
        setOrigin(m_origin + shift * m_zoom);
        startMoving(*before, anchor);
    }
    m_currentItem = -1;
    followSelection();
    if (m_currentItem < 0 && newAnchor >= 0)
        setCurrentItem(newAnchor);
    redraw();
    emit sceneChanged();
}

void GraphView::startMoving(const IndexedPicture& before, int anchor)
{
    const std::vector<PictureItem>& items = m_scene.picture().items();
    if (!m_isAnimated || !isVisible() || items.size() > kMostMovingItems)
        return;
    const QRectF anchorBefore = before.items()[std::size_t(before.itemOfScope(anchor))].rect;
    const QRectF anchorNow = items[std::size_t(m_scene.picture().itemOfScope(anchor))].rect;
    const QPointF shift(anchorNow.center().x() - anchorBefore.center().x(), anchorNow.top() - anchorBefore.top());
    m_movingFrom.clear();
    for (const PictureItem& item : items) {
        const int old = counterpart(before, item);
        QRectF from = old >= 0 ? before.items()[std::size_t(old)].rect.translated(shift) : item.rect;
        if (old < 0 && anchorNow.contains(item.rect))
            from = QRectF(anchorBefore.translated(shift).center() - QPointF(2, 2), QSizeF(4, 4));
        m_movingFrom.push_back(from);
    }
    m_moving = m_movingFrom;
    m_motion.start();
}

void GraphView::changeScene(const std::function<void(GraphScene&)>& change)
{
    change(m_scene);
    updateAccessibility();
    redraw();
    emit sceneChanged();
}

GraphPlace GraphView::place() const
{
    return {toScene(QPointF(width(), height()) / 2.0), m_zoom};
}

void GraphView::setPlace(const GraphPlace& place)
{
    m_zoom = std::clamp(place.zoom, kSmallestZoom, kLargestZoom);
    setOrigin(QPointF(width(), height()) / 2.0 - place.centre * m_zoom);
}

GraphPlace GraphView::destination() const
{
    return m_travel.state() == QAbstractAnimation::Running ? m_travelTo : place();
}

bool GraphView::isInSight(int item) const
{
    const GraphPlace there = destination();
    const QSizeF size = QSizeF(width(), height()) / there.zoom;
    const QRectF seen(there.centre - QPointF(size.width(), size.height()) / 2.0, size);
    const QRectF rect = m_scene.picture().items()[std::size_t(item)].rect;
    return seen.contains(rect) || rect.contains(seen);
}

QRectF GraphView::visibleArea() const
{
    return {toScene(QPointF(0, 0)), QSizeF(width(), height()) / m_zoom};
}

void GraphView::setOrigin(const QPointF& origin)
{
    m_origin = origin;
    m_sizeOfOrigin = size();
    if (!m_scene.isEmpty()) {
        // Something of the picture always stays in sight.
        constexpr double kKept = 48.0;
        const QRectF bounds = m_scene.picture().picture().bounds;
        const auto keep = [this](double place, double from, double to, double extent) {
            return std::clamp(place, std::min(kKept - to * m_zoom, extent - kKept - from * m_zoom),
                              std::max(kKept - to * m_zoom, extent - kKept - from * m_zoom));
        };
        m_origin.setX(keep(m_origin.x(), bounds.left(), bounds.right(), width()));
        m_origin.setY(keep(m_origin.y(), bounds.top(), bounds.bottom(), height()));
    }
    update();
    emit placeChanged();
}

void GraphView::zoomAt(double zoom, const QPointF& position)
{
    const QPointF kept = toScene(position);
    m_zoom = std::clamp(zoom, kSmallestZoom, kLargestZoom);
    setOrigin(position - kept * m_zoom);
}

void GraphView::zoomBy(double factor)
{
    setZoom(m_zoom * factor);
}

void GraphView::setZoom(double zoom)
{
    m_travel.stop();
    zoomAt(zoom, QPointF(width(), height()) / 2.0);
}

GraphPlace GraphView::placeOf(const QRectF& area, double largestZoom) const
{
    const double zoom = std::min((width() - 2 * kMargin) / std::max(1.0, area.width()),
                                 (height() - 2 * kMargin) / std::max(1.0, area.height()));
    return {area.center(), std::clamp(zoom, kSmallestZoom, largestZoom)};
}

void GraphView::goTo(const GraphPlace& target)
{
    m_travel.stop();
    if (m_scene.isEmpty())
        return;
    if (!m_isAnimated || !isVisible()
        || m_scene.picture().itemsIn(visibleArea()).size() + m_scene.picture().items().size() / 8 > kMostMovingItems) {
        setPlace(target);
        return;
    }
    m_travelFrom = place();
    m_travelTo = target;
    m_travel.start();
}

void GraphView::fit()
{
    if (!m_scene.isEmpty())
        goTo(placeOf(m_scene.picture().picture().bounds, 1.0));
}

void GraphView::showBeginning()
{
    if (m_scene.isEmpty())
        return;
    constexpr double kReadable = 0.8;
    const QRectF bounds = m_scene.picture().picture().bounds;
    GraphPlace place = placeOf(bounds, 1.0);
    if (place.zoom < kReadable) {
        // From the first box on; the picture may be longer to the right or downwards.
        place.zoom = kReadable;
        const QRectF first = m_scene.picture().items().empty() ? bounds : m_scene.picture().items().front().rect;
        const auto start = [&place](double middle, double from, double to, double extent) {
            const double half = extent / place.zoom / 2.0;
            return to - from <= 2 * half ? (from + to) / 2.0
                                         : std::clamp(middle, from + half - kMargin, to - half + kMargin);
        };
        place.centre = {start(first.center().x(), bounds.left(), bounds.right(), width()),
                        start(first.center().y(), bounds.top(), bounds.bottom(), height())};
    }
    setPlace(place);
}

void GraphView::frameSelection()
{
    if (m_scene.isEmpty())
        return;
    QRectF area;
    for (const int node : m_scene.selection()) {
        const int item = m_scene.itemShowing(node);
        if (item >= 0)
            area |= m_scene.picture().items()[std::size_t(item)].rect;
    }
    if (area.isEmpty() && m_currentItem >= 0)
        area = m_scene.picture().items()[std::size_t(m_currentItem)].rect;
    if (area.isEmpty())
        fit();
    else
        goTo(placeOf(area, 1.0));
}

void GraphView::frameItem(int item)
{
    // One box alone is shown with what is around it, no closer than before unless it could not be read.
    GraphPlace target = placeOf(m_scene.picture().items()[std::size_t(item)].rect, 1.0);
    target.zoom = std::min(target.zoom, std::max(m_zoom, 0.8));
    goTo(target);
}

void GraphView::ensureVisible(int item)
{
    const QRectF rect = m_scene.picture().items()[std::size_t(item)].rect;
    const QRectF seen = QRectF(toView(rect.topLeft()), rect.size() * m_zoom);
    const QRectF inner = QRectF(QWidget::rect()).adjusted(kMargin, kMargin, -kMargin, -kMargin);
    if (inner.contains(seen))
        return;
    const auto shift = [](double from, double to, double low, double high) {
        return from < low || to - from > high - low ? low - from : to > high ? high - to : 0.0;
    };
    setOrigin(m_origin
              + QPointF(shift(seen.left(), seen.right(), inner.left(), inner.right()),
                        shift(seen.top(), seen.bottom(), inner.top(), inner.bottom())));
}

void GraphView::setStale(bool isStale)
{
    if (m_isStale == isStale)
        return;
    m_isStale = isStale;
    update();
}

void GraphView::setTool(Tool tool)
{
    if (m_tool == tool)
        return;
    m_tool = tool;
    updateCursor();
    emit toolChanged();
}

void GraphView::followSelection()
{
    if (m_scene.isEmpty())
        return;
    if (!m_selection) {
        m_scene.setSelection({}, {});
    } else {
        m_scene.setSelection(m_selection->nodes(), m_selection->tensor());
        const int item = m_selection->current() >= 0 ? m_scene.itemShowing(m_selection->current()) : -1;
        if (item >= 0)
            m_currentItem = item;
    }
    updateAccessibility();
    redraw();
    emit sceneChanged();
}

void GraphView::setCurrentItem(int item)
{
    if (m_currentItem == item)
        return;
    m_currentItem = item;
    updateAccessibility();
    redraw();
}

void GraphView::redraw()
{
    m_frame.isValid = false;
    update();
}

void GraphView::drawGround(QPainter& painter, const QPointF& origin)
{
    const Theme& theme = Theme::current();
    painter.fillRect(rect(), theme.canvas);
    // Dots stand still on the scene while one pans; their distance on the screen does not depend on the zoom.
    QPixmap tile(QSizeF(kGroundStep, kGroundStep).toSize() * devicePixelRatioF());
    tile.setDevicePixelRatio(devicePixelRatioF());
    tile.fill(theme.canvas);
    QPainter dot(&tile);
    dot.setRenderHint(QPainter::Antialiasing);
    dot.setPen(Qt::NoPen);
    dot.setBrush(theme.gridDot);
    dot.drawEllipse(QPointF(2.0, 2.0), 1.2, 1.2);
    dot.end();
    const QPointF start(std::fmod(-origin.x(), kGroundStep), std::fmod(-origin.y(), kGroundStep));
    painter.drawTiledPixmap(QRectF(rect()), tile, QPointF(start.x() + kGroundStep, start.y() + kGroundStep));
}

void GraphView::updateFrame()
{
    const double ratio = devicePixelRatioF();
    const QSize pixels = (QSizeF(size()) * ratio).toSize();
    const int currentItem = hasFocus() ? m_currentItem : -1;
    const QPointF moved = (m_origin - m_frame.origin) * ratio;
    const QPoint shift = moved.toPoint();
    const bool isKept = m_frame.isValid && m_frame.pixmap.size() == pixels && m_frame.pixmap.devicePixelRatio() == ratio
        && m_frame.zoom == m_zoom && m_frame.currentItem == currentItem && m_moving.empty()
        && std::abs(moved.x()) < pixels.width() && std::abs(moved.y()) < pixels.height();
    if (isKept && shift.isNull())
        return;
    m_frame.currentItem = currentItem;
    if (!isKept) {
        if (m_frame.pixmap.size() != pixels)
            m_frame.pixmap = QPixmap(pixels);
        m_frame.pixmap.setDevicePixelRatio(ratio);
        m_frame.origin = m_origin;
        m_frame.zoom = m_zoom;
        m_frame.isValid = true;
        drawFrame(QRect(QPoint(), pixels), false);
        return;
    }
    QRegion exposed;
    m_frame.pixmap.scroll(shift.x(), shift.y(), QRect(QPoint(), pixels), &exposed);
    m_frame.origin += QPointF(shift) / ratio;
    for (const QRect& part : exposed)
        drawFrame(part, true);
}

/// @p part is in pixels of the screen.
void GraphView::drawFrame(const QRect& part, bool isStrip)
{
    const double ratio = devicePixelRatioF();
    QPainter painter(&m_frame.pixmap);
    const QRectF shown(QPointF(part.topLeft()) / ratio, QSizeF(part.size()) / ratio);
    painter.setClipRect(shown);
    drawGround(painter, m_frame.origin);
    if (m_scene.isEmpty())
        return;
    painter.translate(m_frame.origin);
    painter.scale(m_zoom, m_zoom);
    GraphFrame frame;
    frame.area = QRectF((shown.topLeft() - m_frame.origin) / m_zoom, shown.size() / m_zoom);
    frame.zoom = m_zoom;
    frame.detail = graphDetail(m_zoom);
    frame.hoveredEdge = m_hoveredEdge;
    frame.currentItem = m_frame.currentItem;
    frame.moving = m_moving.empty() ? nullptr : &m_moving;
    frame.isStrip = isStrip;
    m_painter.paint(painter, m_scene, frame);
}

void GraphView::paintEvent(QPaintEvent*)
{
    updateFrame();
    QPainter painter(this);
    painter.drawPixmap(QPointF(), m_frame.pixmap);
    if (m_scene.isEmpty())
        return;
    if (m_isStale) {
        QColor veil = Theme::current().canvas;
        veil.setAlphaF(0.4F);
        painter.fillRect(rect(), veil);
    }
    if (m_drag == Drag::Band) {
        QColor fill = Theme::current().accent;
        painter.setPen(QPen(fill, 1.0, Qt::DashLine));
        fill.setAlphaF(0.12F);
        painter.setBrush(fill);
        painter.drawRect(QRectF(m_pressedAt, m_draggedTo).normalized());
    }
}

void GraphView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) {
        m_painter.forgetColors();
        redraw();
    } else if (event->type() == QEvent::FontChange || event->type() == QEvent::LanguageChange) {
        m_painter = GraphPainter();
        updateAccessibility();
        redraw();
    }
}

void GraphView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (!m_scene.isEmpty()) {
        // What was in the middle stays there; also of a place that was set before the view was ever shown.
        const QSize grown = event->size() - m_sizeOfOrigin;
        setOrigin(m_origin + QPointF(grown.width(), grown.height()) / 2.0);
    }
    emit placeChanged();
}

} // namespace quantiscope
