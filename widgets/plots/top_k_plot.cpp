// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/top_k_plot.h"

#include "widgets/common/theme.h"

#include <qcustomplot.h>

#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace quantiscope {

namespace {

constexpr int kReach = 6; ///< pixels beside the marker that belong to it
constexpr std::ptrdiff_t kLargeStep = 5;

} // namespace

TopKPlot::TopKPlot(QWidget* parent)
    : PlotView(parent)
    , m_line(new QCPItemLine(&plot()))
    , m_gateLine(new QCPItemLine(&plot()))
    , m_gateText(new QCPItemText(&plot()))
    , m_dot(new QCPItemEllipse(&plot()))
{
    for (QCPItemPosition* position : {m_line->start, m_line->end})
        position->setTypeY(QCPItemPosition::ptAxisRectRatio);
    for (QCPItemPosition* position : {m_gateLine->start, m_gateLine->end})
        position->setTypeX(QCPItemPosition::ptAxisRectRatio);
    m_gateText->position->setTypeX(QCPItemPosition::ptAxisRectRatio);
    m_gateText->setPadding(QMargins(4, 1, 4, 1));
    m_gateText->setPositionAlignment(Qt::AlignBottom | Qt::AlignRight);
    for (QCPItemPosition* position : {m_dot->topLeft, m_dot->bottomRight})
        position->setType(QCPItemPosition::ptAbsolute);
    m_gateLine->setVisible(false);
    m_gateText->setVisible(false);
    for (QCPLayerable* item : std::initializer_list<QCPLayerable*>{m_gateLine, m_gateText, m_line, m_dot})
        drawOverSeries(*item);
    connect(&plot(), &QCustomPlot::afterLayout, this, &TopKPlot::place);
    TopKPlot::applyTheme();
}

void TopKPlot::setPlaces(std::vector<double> x, std::vector<double> y)
{
    m_x = std::move(x);
    m_y = std::move(y);
    if (m_marked && *m_marked >= m_x.size())
        m_marked.reset();
    plot().replot(QCustomPlot::rpQueuedReplot);
}

void TopKPlot::setMarked(std::optional<std::size_t> place)
{
    if (place && *place >= m_x.size())
        place.reset();
    if (place == m_marked)
        return;
    m_marked = place;
    plot().replot(QCustomPlot::rpQueuedReplot);
}

void TopKPlot::setGate(std::optional<double> value, const QString& text)
{
    m_gate = value;
    m_gateLine->setVisible(value.has_value());
    m_gateText->setVisible(value.has_value());
    m_gateText->setText(text);
    m_gateLine->start->setCoords(0.0, value.value_or(0.0));
    m_gateLine->end->setCoords(1.0, value.value_or(0.0));
    m_gateText->position->setCoords(0.99, value.value_or(0.0));
    plot().replot(QCustomPlot::rpQueuedReplot);
}

double TopKPlot::pixelOf(std::size_t place) const
{
    return plot().xAxis->coordToPixel(m_x[place]);
}

void TopKPlot::place()
{
    const bool isShown = m_marked && !series().empty();
    m_line->setVisible(isShown);
    m_dot->setVisible(isShown);
    if (m_gate) { // the text stays inside
        const QRect rect = plot().axisRect()->rect();
        const bool isHigh = plot().yAxis->coordToPixel(*m_gate) - rect.top() < 1.4 * QFontMetrics(smallFont()).height();
        m_gateText->setPositionAlignment(Qt::AlignRight | (isHigh ? Qt::AlignTop : Qt::AlignBottom));
    }
    if (!isShown)
        return;
    m_line->start->setCoords(m_x[*m_marked], 0.0);
    m_line->end->setCoords(m_x[*m_marked], 1.0);
    const QPointF at(pixelOf(*m_marked), plot().yAxis->coordToPixel(m_y[*m_marked]));
    m_dot->topLeft->setCoords(at - QPointF(4.5, 4.5));
    m_dot->bottomRight->setCoords(at + QPointF(4.5, 4.5));
}

std::size_t TopKPlot::nearest(double x) const
{
    const auto distance = [x](double a, double b) { return std::abs(a - x) < std::abs(b - x); };
    const auto found = std::size_t(std::min_element(m_x.begin(), m_x.end(), distance) - m_x.begin());
    return m_marked && m_x[*m_marked] == m_x[found] ? *m_marked : found;
}

void TopKPlot::setPlaceNames(const QStringList& names)
{
    m_names = names;
    hideCrosshair();
}

QString TopKPlot::valuesAt(double x) const
{
    if (m_x.empty())
        return PlotView::valuesAt(x);
    const std::size_t place = nearest(x);
    const QString name = m_names.value(qsizetype(place));
    QStringList lines{(name.isEmpty() ? QString() : name + QStringLiteral(" · ")) + xText(m_x[place])};
    for (const PlotSeries& each : series()) {
        const auto value = each.x == m_x ? std::optional(each.y[place]) : each.valueAt(m_x[place]);
        if (value)
            lines += valueLine(each, *value);
    }
    return lines.join(QLatin1Char('\n'));
}

void TopKPlot::setTable(const QString& csv)
{
    m_table = csv;
}

void TopKPlot::moveTo(double pixel)
{
    const std::size_t best = nearest(plot().xAxis->pixelToCoord(pixel));
    if (m_marked != best)
        emit moved(best);
}

bool TopKPlot::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::MouseButtonPress) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        m_isDragged = mouse->button() == Qt::LeftButton && m_marked && !series().empty()
            && plot().axisRect()->rect().contains(mouse->pos())
            && std::abs(pixelOf(*m_marked) - mouse->position().x()) <= kReach;
        if (m_isDragged) {
            setFocus(Qt::MouseFocusReason);
            hideCrosshair();
            return true;
        }
    }
    if (event->type() == QEvent::MouseMove) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        if (m_isDragged) {
            moveTo(mouse->position().x());
            return true;
        }
        const bool isNear = m_marked && std::abs(pixelOf(*m_marked) - mouse->position().x()) <= kReach;
        plot().setCursor(isNear ? Qt::SizeHorCursor : Qt::ArrowCursor);
    }
    if (event->type() == QEvent::MouseButtonRelease && m_isDragged) {
        m_isDragged = false;
        emit released();
        return true;
    }
    return PlotView::eventFilter(watched, event);
}

void TopKPlot::keyPressEvent(QKeyEvent* event)
{
    if ((event->key() != Qt::Key_Left && event->key() != Qt::Key_Right) || !m_marked)
        return PlotView::keyPressEvent(event);
    const std::ptrdiff_t size = event->modifiers().testFlag(Qt::ShiftModifier) ? kLargeStep : 1;
    const std::ptrdiff_t wanted = std::ptrdiff_t(*m_marked) + (event->key() == Qt::Key_Left ? -size : size);
    const auto next = std::size_t(std::clamp<std::ptrdiff_t>(wanted, 0, std::ptrdiff_t(m_x.size()) - 1));
    m_isStepped = true;
    if (next != *m_marked)
        emit moved(next);
}

void TopKPlot::keyReleaseEvent(QKeyEvent* event)
{
    if (!m_isStepped || event->isAutoRepeat())
        return PlotView::keyReleaseEvent(event);
    m_isStepped = false;
    emit released();
}

void TopKPlot::applyTheme()
{
    PlotView::applyTheme();
    const Theme& theme = Theme::current();
    m_line->setPen(QPen(theme.selection, 2.0));
    m_dot->setPen(QPen(theme.base, 1.0));
    m_dot->setBrush(theme.selection);
    m_gateLine->setPen(QPen(theme.done, 1.3, Qt::DashLine));
    m_gateText->setColor(theme.done);
    m_gateText->setFont(smallFont());
    plot().replot(QCustomPlot::rpQueuedReplot);
}

} // namespace quantiscope
