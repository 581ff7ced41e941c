// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/graph_minimap.h"

#include "widgets/common/theme.h"
#include "widgets/graph/graph_view.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace quantiscope {

namespace {

constexpr int kExtent = 148;
constexpr double kMargin = 6.0;
constexpr double kSmallestBox = 1.5; ///< pixels: smaller boxes would not be seen

} // namespace

GraphMinimap::GraphMinimap(GraphView& view, QWidget* parent) : QWidget(parent), m_view(view)
{
    setAccessibleName(tr("Overview of the graph"));
    setToolTip(tr("Drag to look elsewhere"));
    connect(&m_view, &GraphView::placeChanged, this, qOverload<>(&QWidget::update));
    connect(&m_view, &GraphView::sceneChanged, this, &GraphMinimap::forgetPicture);
}

QSize GraphMinimap::sizeHint() const
{
    return {kExtent, kExtent};
}

void GraphMinimap::forgetPicture()
{
    m_picture = {};
    update();
}

double GraphMinimap::scale() const
{
    const QRectF bounds = m_view.scene().picture().picture().bounds;
    return std::min((width() - 2 * kMargin) / std::max(1.0, bounds.width()),
                    (height() - 2 * kMargin) / std::max(1.0, bounds.height()));
}

QPointF GraphMinimap::offset() const
{
    return QPointF(width(), height()) / 2.0 - m_view.scene().picture().picture().bounds.center() * scale();
}

QPointF GraphMinimap::toMap(const QPointF& scenePoint) const
{
    return m_view.scene().isEmpty() ? QPointF() : scenePoint * scale() + offset();
}

void GraphMinimap::drawPicture()
{
    const Theme& theme = Theme::current();
    m_picture = QPixmap(size() * devicePixelRatioF());
    m_picture.setDevicePixelRatio(devicePixelRatioF());
    m_picture.fill(theme.base);
    QPainter painter(&m_picture);
    painter.setRenderHint(QPainter::Antialiasing);
    const GraphScene& scene = m_view.scene();
    const std::vector<PictureItem>& items = scene.picture().items();
    const double factor = scale();
    const QPointF shift = offset();
    const auto place = [factor, &shift](const QPointF& point) { return point * factor + shift; };

    constexpr std::size_t kMostEdges = 3000;
    if (scene.picture().edges().size() <= kMostEdges) {
        painter.setPen(QPen(theme.border, 0.8));
        for (const PictureEdge& edge : scene.picture().edges()) {
            painter.drawLine(place(items[std::size_t(edge.from)].rect.center()),
                             place(items[std::size_t(edge.to)].rect.center()));
        }
    }
    painter.setRenderHint(QPainter::Antialiasing, items.size() <= kMostEdges);
    std::vector<QRectF> selected;
    for (std::size_t i = 0; i < items.size(); ++i) {
        QRectF box(place(items[i].rect.topLeft()), items[i].rect.size() * factor);
        if (items[i].kind == PictureItem::Kind::Frame) {
            QColor fill = theme.selectedRow;
            fill.setAlphaF(0.35F);
            painter.fillRect(box, fill);
            continue;
        }
        if (box.width() < kSmallestBox || box.height() < kSmallestBox) {
            const QSizeF size(std::max(box.width(), kSmallestBox), std::max(box.height(), kSmallestBox));
            box = QRectF(box.center() - QPointF(size.width(), size.height()) / 2.0, size);
        }
        if ((scene.marksOf(int(i)) & (GraphScene::Selected | GraphScene::PartlySelected)) != 0) {
            selected.push_back(box);
            continue;
        }
        const bool isValue = !items[i].tensor.empty();
        QColor color = isValue ? theme.text1 : scene.colorOf(int(i));
        painter.fillRect(box, color.isValid() ? color : theme.neutral);
    }
    for (const QRectF& box : selected)
        painter.fillRect(box.adjusted(-1, -1, 1, 1), theme.selection);
}

void GraphMinimap::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = Theme::current();
    if (m_view.scene().isEmpty()) {
        painter.fillRect(rect(), theme.base);
        return;
    }
    if (m_picture.isNull() || m_picture.devicePixelRatio() != devicePixelRatioF())
        drawPicture();
    painter.drawPixmap(0, 0, m_picture);
    const QRectF area = m_view.visibleArea();
    QRectF window(toMap(area.topLeft()), area.size() * scale());
    window = window.intersected(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    QColor fill = theme.accent;
    painter.setPen(QPen(fill, 1.2));
    fill.setAlphaF(0.10F);
    painter.setBrush(fill);
    painter.drawRect(window);
}

void GraphMinimap::resizeEvent(QResizeEvent*)
{
    forgetPicture();
}

void GraphMinimap::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        forgetPicture();
}

void GraphMinimap::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || m_view.scene().isEmpty())
        return;
    const QRectF area = m_view.visibleArea();
    const QRectF window(toMap(area.topLeft()), area.size() * scale());
    // Taken inside of the frame, it keeps its place under the mouse; elsewhere, its middle comes there.
    m_grip = window.contains(event->position()) ? event->position() - window.center() : QPointF();
    moveView(event->position());
}

void GraphMinimap::mouseMoveEvent(QMouseEvent* event)
{
    if ((event->buttons() & Qt::LeftButton) && !m_view.scene().isEmpty())
        moveView(event->position());
}

void GraphMinimap::moveView(const QPointF& position)
{
    m_view.setPlace({(position - m_grip - offset()) / scale(), m_view.zoom()});
}

} // namespace quantiscope
