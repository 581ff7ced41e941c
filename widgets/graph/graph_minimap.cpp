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
constexpr std::size_t kMostBoxes = 3000; ///< that are drawn with soft edges
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
    m_picture = QImage(size() * devicePixelRatioF(), QImage::Format_RGB32);
    m_picture.setDevicePixelRatio(devicePixelRatioF());
    m_picture.fill(Theme::current().base);
    if (m_view.scene().picture().items().size() > kMostBoxes) {
        drawManyBoxes();
        return;
    }
    QPainter painter(&m_picture);
    painter.setRenderHint(QPainter::Antialiasing);
    drawBoxes(painter);
}

void GraphMinimap::drawBoxes(QPainter& painter) const
{
    const Theme& theme = Theme::current();
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

/// Writes pixels itself: a box among thousands is one or two of them, for which a painter takes a hundred times as
/// long, and every new colour or selection draws all of them.
void GraphMinimap::drawManyBoxes()
{
    const Theme& theme = Theme::current();
    const GraphScene& scene = m_view.scene();
    const std::vector<PictureItem>& items = scene.picture().items();
    const double ratio = devicePixelRatioF();
    const double factor = scale() * ratio;
    const QPointF shift = offset() * ratio;
    auto* const pixels = reinterpret_cast<QRgb*>(m_picture.bits());
    const qsizetype stride = m_picture.bytesPerLine() / qsizetype(sizeof(QRgb));
    const auto fill = [&](const QRectF& rect, int margin, QRgb color) {
        const int left = std::max(0, int(rect.left() * factor + shift.x()) - margin);
        const int top = std::max(0, int(rect.top() * factor + shift.y()) - margin);
        const int right = std::min(m_picture.width() - 1, int(rect.right() * factor + shift.x()) + margin);
        const int bottom = std::min(m_picture.height() - 1, int(rect.bottom() * factor + shift.y()) + margin);
        for (int y = top; y <= bottom; ++y)
            std::fill(pixels + y * stride + left, pixels + y * stride + std::max(left, right + 1), color);
    };
    const auto isSelected = [&scene](std::size_t item) {
        return (scene.marksOf(int(item)) & (GraphScene::Selected | GraphScene::PartlySelected)) != 0;
    };
    const QRgb frameColor = mixed(theme.base, theme.selectedRow, 0.35).rgb();
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (items[i].kind == PictureItem::Kind::Frame) {
            fill(items[i].rect, 0, frameColor);
        } else if (!isSelected(i)) {
            const QColor color = items[i].tensor.empty() ? scene.colorOf(int(i)) : theme.text1;
            fill(items[i].rect, 0, color.isValid() ? color.rgb() : theme.neutral.rgb());
        }
    }
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (isSelected(i) && items[i].kind != PictureItem::Kind::Frame)
            fill(items[i].rect, 1, theme.selection.rgb());
    }
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
    painter.drawImage(0, 0, m_picture);
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
