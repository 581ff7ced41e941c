// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/error_strip.h"

#include "core/base/csv_text.h"
#include "widgets/common/number_text.h"
#include "widgets/common/text.h"
#include "widgets/common/theme.h"

#include <qcustomplot.h>

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>
#include <cmath>
#include <limits>

namespace quantiscope {

namespace {

constexpr std::size_t kOwnSeries = 2;
constexpr std::size_t kAccumulatedSeries = 1;
constexpr double kLosslessMargin = 6.0; ///< dB above the best finite one, where what is lossless is drawn
constexpr std::ptrdiff_t kLargeStep = 10;

QString shown(double decibels)
{
    return numberText(decibels, 'f', 1);
}

} // namespace

ErrorStrip::ErrorStrip(QWidget* parent)
    : PlotView(parent), m_line(new QCPItemLine(&plot())), m_text(new QCPItemText(&plot()))
{
    for (QCPItemPosition* position : {m_line->start, m_line->end})
        position->setTypeY(QCPItemPosition::ptAxisRectRatio);
    m_text->position->setType(QCPItemPosition::ptAbsolute);
    m_text->setPositionAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_text->setPadding(QMargins(3, 0, 3, 0));
    drawOverSeries(*m_line);
    drawOverSeries(*m_text);
    plot().xAxis->setTicker(QSharedPointer<QCPAxisTickerText>::create());
    setAccessibleName(tr("Error along the graph"));
    setAxisTitles(QString(), tr("SQNR, dB"));
    setEmptyText(tr("No layer errors yet."));
    refuseLogarithmic(tr("Decibels are logarithmic already"));
    connect(&plot(), &QCustomPlot::afterLayout, this, &ErrorStrip::placeSelection);
    connect(this, &PlotView::viewChanged, this, &ErrorStrip::placeBlocks);
    ErrorStrip::applyTheme();
}

std::vector<PlotLegend::Entry> ErrorStrip::legend()
{
    return {{PlotLegend::Key::Line, kOwnSeries, tr("own")},
            {PlotLegend::Key::Line, kAccumulatedSeries, tr("accumulated")}};
}

void ErrorStrip::setPoints(std::vector<Point> points, std::vector<Block> blocks)
{
    m_points = std::move(points);
    m_blocks = std::move(blocks);
    m_selected.reset();
    double best = 0.0;
    for (const Point& each : m_points) {
        best = std::isfinite(each.own) ? std::max(best, each.own) : best;
        best = std::isfinite(each.accumulated) ? std::max(best, each.accumulated) : best;
    }
    const auto drawn = [best](double decibels) {
        return std::isinf(decibels)
            ? (decibels > 0.0 ? best + kLosslessMargin : std::numeric_limits<double>::quiet_NaN())
            : decibels;
    };
    std::vector<PlotSeries> series;
    if (!m_points.empty()) {
        PlotSeries accumulated{tr("accumulated"), {}, {}, false, kAccumulatedSeries};
        PlotSeries own{tr("own"), {}, {}, false, kOwnSeries};
        for (std::size_t i = 0; i < m_points.size(); ++i) {
            own.x.push_back(double(i));
            own.y.push_back(drawn(m_points[i].own));
            accumulated.x.push_back(double(i));
            accumulated.y.push_back(drawn(m_points[i].accumulated));
        }
        series.push_back(std::move(accumulated));
        series.push_back(std::move(own));
    }
    setSeries(std::move(series));
    placeBlocks();
}

void ErrorStrip::setSelected(std::optional<std::size_t> point)
{
    if (point && *point >= m_points.size())
        point.reset();
    if (point == m_selected)
        return;
    m_selected = point;
    setAccessibleDescription(m_selected ? valuesAt(double(*m_selected)) : QString());
    plot().replot(QCustomPlot::rpQueuedReplot);
}

std::size_t ErrorStrip::nearest(double x) const
{
    return std::size_t(std::clamp(std::round(x), 0.0, double(m_points.size()) - 1.0));
}

QString ErrorStrip::valuesAt(double x) const
{
    if (m_points.empty())
        return {};
    const Point& point = m_points[nearest(x)];
    return tr("%1\nown: %2 dB\naccumulated: %3 dB")
        .arg(shownName(toStd(point.name)), shown(point.own), shown(point.accumulated));
}

QString ErrorStrip::csv() const
{
    QString text =
        QStringLiteral("%1,%2,%3,%4\n").arg(tr("Tensor"), tr("Node"), tr("own SQNR (dB)"), tr("accumulated SQNR (dB)"));
    for (const Point& each : m_points) {
        const std::string row = csvField(toStd(each.tensor)) + ',' + csvField(toStd(each.name)) + ','
            + csvNumber(each.own) + ',' + csvNumber(each.accumulated) + '\n';
        text += toQt(row);
    }
    return text;
}

void ErrorStrip::pick(std::ptrdiff_t point)
{
    if (m_points.empty())
        return;
    const auto chosen = std::size_t(std::clamp<std::ptrdiff_t>(point, 0, std::ptrdiff_t(m_points.size()) - 1));
    if (m_selected == chosen)
        return;
    setSelected(chosen);
    emit picked(chosen);
}

bool ErrorStrip::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::MouseButtonPress)
        m_pressed = static_cast<QMouseEvent*>(event)->pos();
    if (event->type() == QEvent::MouseButtonRelease) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        const bool isClick = (mouse->pos() - m_pressed).manhattanLength() < QApplication::startDragDistance();
        if (isClick && mouse->button() == Qt::LeftButton && plot().axisRect()->rect().contains(mouse->pos())
            && !m_points.empty()) {
            if (plot().selectionRect()->isActive()) // a hand that slips by a few pixels has not drawn a box to zoom to
                plot().selectionRect()->cancel();
            plot().replot(QCustomPlot::rpQueuedReplot);
            pick(std::ptrdiff_t(nearest(plot().xAxis->pixelToCoord(mouse->position().x()))));
        }
    }
    return PlotView::eventFilter(watched, event);
}

void ErrorStrip::keyPressEvent(QKeyEvent* event)
{
    if (event->key() != Qt::Key_Left && event->key() != Qt::Key_Right)
        return PlotView::keyPressEvent(event);
    const std::ptrdiff_t size = event->modifiers().testFlag(Qt::ShiftModifier) ? kLargeStep : 1;
    const bool isLeft = event->key() == Qt::Key_Left;
    if (!m_selected)
        return pick(isLeft ? std::ptrdiff_t(m_points.size()) - 1 : 0);
    pick(std::ptrdiff_t(*m_selected) + (isLeft ? -size : size));
}

QStringList ErrorStrip::shownBlocks() const
{
    const auto ticker = plot().xAxis->ticker().dynamicCast<QCPAxisTickerText>();
    return ticker->ticks().values();
}

void ErrorStrip::placeBlocks()
{
    const auto ticker = plot().xAxis->ticker().dynamicCast<QCPAxisTickerText>();
    ticker->clear();
    const QFontMetrics metrics(plot().xAxis->tickLabelFont());
    const double gap = 2.0 * metrics.averageCharWidth();
    double taken = -std::numeric_limits<double>::infinity();
    const QCPRange view = plot().xAxis->range();
    for (const Block& block : m_blocks) {
        const auto place = double(block.first);
        if (!view.contains(place))
            continue;
        const QString name =
            metrics.elidedText(shownName(toStd(block.name)), Qt::ElideMiddle, 16 * metrics.averageCharWidth());
        const double middle = plot().xAxis->coordToPixel(place);
        const double half = 0.5 * metrics.horizontalAdvance(name);
        if (middle - half < taken + gap)
            continue;
        taken = middle + half;
        ticker->addTick(place, name);
    }
    plot().replot(QCustomPlot::rpQueuedReplot);
}

void ErrorStrip::placeSelection()
{
    m_line->setVisible(m_selected.has_value());
    m_text->setVisible(m_selected.has_value());
    if (!m_selected)
        return;
    const auto x = double(*m_selected);
    m_line->start->setCoords(x, 0.0);
    m_line->end->setCoords(x, 1.0);
    m_text->setText(shownName(toStd(m_points[*m_selected].name)));
    const QRect rect = plot().axisRect()->rect();
    const double pixel = plot().xAxis->coordToPixel(x);
    const bool isRight = pixel > rect.center().x();
    m_text->setPositionAlignment(Qt::AlignTop | (isRight ? Qt::AlignRight : Qt::AlignLeft));
    m_text->position->setCoords(pixel, rect.top());
    m_text->setVisible(plot().xAxis->range().contains(x));
}

void ErrorStrip::applyTheme()
{
    PlotView::applyTheme();
    const Theme& theme = Theme::current();
    m_line->setPen(QPen(theme.selection, 2.0));
    m_text->setColor(theme.selection);
    m_text->setFont(smallFont());
    QColor ground = theme.base;
    ground.setAlphaF(0.8F);
    m_text->setBrush(ground);
    plot().xAxis->setTickPen(QPen(theme.border));
    plot().replot(QCustomPlot::rpQueuedReplot);
}

} // namespace quantiscope
