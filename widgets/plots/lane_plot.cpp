// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/lane_plot.h"

#include "widgets/common/run_mark.h"
#include "widgets/common/text.h"
#include "widgets/common/theme.h"

#include <qcustomplot.h>

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace quantiscope {

namespace {

constexpr double kDot = 6.0; ///< pixels
constexpr double kReach = 12.0; ///< pixels from a dot that belong to it
constexpr double kHalfTick = 0.28; ///< of a lane's height
constexpr double kMargin = 0.04; ///< of the range, on both sides
constexpr double kDotOpacity = 0.5;

QString quoted(QString text)
{
    text.replace(QLatin1Char('"'), QLatin1String("\"\""));
    return QLatin1Char('"') + text + QLatin1Char('"');
}

QString plain(double value)
{
    return std::isinf(value) ? QLatin1String(value < 0.0 ? "-inf" : "inf") : QString::number(value, 'g', 10);
}

/// Places of the dots to draw among @p count ascending ones, ascending: all, or as many as LanePlot::kMostDots, evenly
/// but for the ends, of which every one is drawn.
std::vector<std::size_t> drawnPlaces(std::size_t count)
{
    constexpr std::size_t kEnd = LanePlot::kMostDots / 10;
    std::vector<std::size_t> places(std::min(count, LanePlot::kMostDots));
    std::iota(places.begin(), places.end(), std::size_t(0));
    if (places.size() == count)
        return places;
    const std::size_t middle = places.size() - 2 * kEnd;
    for (std::size_t i = 0; i < middle; ++i)
        places[kEnd + i] = kEnd + i * (count - 2 * kEnd) / middle;
    for (std::size_t i = 0; i < kEnd; ++i)
        places[places.size() - 1 - i] = count - 1 - i;
    return places;
}

} // namespace

LanePlot::LanePlot(QWidget* parent) : PlotView(parent)
{
    plot().yAxis->setTicker(QSharedPointer<QCPAxisTickerText>::create());
    plot().yAxis->grid()->setVisible(false);
    plot().xAxis->grid()->setVisible(true);
    LanePlot::applyTheme();
}

void LanePlot::setLanes(std::vector<Lane> lanes, const QString& title, std::optional<double> end)
{
    m_lanes = std::move(lanes);
    m_end = end;
    m_smallest = std::numeric_limits<double>::infinity();
    m_largest = -m_smallest;
    const auto take = [this](double value) {
        if (std::isfinite(value)) {
            m_smallest = std::min(m_smallest, value);
            m_largest = std::max(m_largest, value);
        }
    };
    for (Lane& lane : m_lanes) {
        std::erase_if(lane.dots, [](const Dot& dot) { return std::isnan(dot.value); });
        std::stable_sort(lane.dots.begin(), lane.dots.end(),
                         [](const Dot& a, const Dot& b) { return a.value < b.value; });
        for (const Dot& dot : lane.dots)
            take(dot.value);
        take(lane.mean.value_or(std::numeric_limits<double>::quiet_NaN()));
        if (lane.interval) {
            take(lane.interval->first);
            take(lane.interval->second);
        }
    }
    const bool isEmpty = !(m_smallest <= m_largest); // as while a run is being read: nothing speaks against it
    if (isEmpty)
        m_smallest = m_largest = 1.0;
    refuseLogarithmic(isEmpty || m_smallest > 0.0 ? QString()
                                                  : tr("A logarithmic scale has no place for values of 0 and below"));
    std::vector<PlotSeries> series;
    const auto ticker = plot().yAxis->ticker().dynamicCast<QCPAxisTickerText>();
    ticker->clear();
    for (std::size_t i = 0; i < m_lanes.size(); ++i) {
        const Lane& lane = m_lanes[i];
        ticker->addTick(heightOf(i), lane.name);
        PlotSeries line{lane.name, {}, {}, false};
        for (const std::size_t place : drawnPlaces(lane.dots.size()))
            line.x.push_back(drawn(lane.dots[place].value));
        if (lane.dots.empty() && lane.interval)
            line.x = {lane.interval->first, lane.interval->second};
        line.y.assign(line.x.size(), heightOf(i));
        series.push_back(std::move(line));
    }
    setAxisTitles(title, QString());
    makeItems();
    setFixedY(std::pair(-0.6, std::max(0.0, double(m_lanes.size()) - 1.0) + 0.6));
    setSeries(std::move(series));
    setSelected(m_selected);
}

void LanePlot::makeItems()
{
    for (QCPItemLine* line : m_means)
        plot().removeItem(line);
    for (QCPItemTracer* mark : m_marks)
        plot().removeItem(mark);
    m_means.clear();
    m_marks.clear();
    for (std::size_t i = 0; i < m_lanes.size(); ++i) {
        auto* line = new QCPItemLine(&plot());
        const double mean = drawn(m_lanes[i].mean.value_or(0.0));
        line->start->setCoords(mean, heightOf(i) - kHalfTick);
        line->end->setCoords(mean, heightOf(i) + kHalfTick);
        line->setVisible(m_lanes[i].mean && !std::isnan(*m_lanes[i].mean));
        drawOverSeries(*line);
        m_means.push_back(line);
        auto* mark = new QCPItemTracer(&plot());
        mark->setStyle(QCPItemTracer::tsCircle);
        mark->setSize(kDot + 4.0);
        mark->setVisible(false);
        drawOverSeries(*mark);
        m_marks.push_back(mark);
    }
}

double LanePlot::drawn(double value) const
{
    if (!std::isinf(value))
        return value;
    const double range = std::max(m_largest - m_smallest, 1e-6);
    return value > 0.0 ? m_largest + 0.1 * range : m_smallest - 0.1 * range;
}

std::pair<double, double> LanePlot::wholeX() const
{
    double low = m_smallest;
    double high = m_end.value_or(m_largest);
    for (const Lane& lane : m_lanes) {
        if (lane.dots.empty())
            continue;
        low = std::min(low, drawn(lane.dots.front().value));
        high = std::max(high, drawn(lane.dots.back().value));
    }
    if (isLogarithmic())
        return {low / 1.3, high * 1.3};
    const double range = high > low ? high - low : std::max(std::abs(high) * 0.1, 1e-6);
    return {low - kMargin * range, high + kMargin * range};
}

QPointF LanePlot::placeOf(std::size_t lane, double value) const
{
    return {plot().xAxis->coordToPixel(drawn(value)), plot().yAxis->coordToPixel(heightOf(lane))};
}

QColor LanePlot::laneColor(std::size_t lane) const
{
    return m_lanes[lane].slot ? runColor(*m_lanes[lane].slot) : Theme::current().text2;
}

void LanePlot::applyTheme()
{
    PlotView::applyTheme();
    const Theme& theme = Theme::current();
    plot().yAxis->setTickLabelColor(theme.text1);
    for (std::size_t i = 0; i < m_lanes.size() && int(i) < plot().graphCount(); ++i) {
        const QColor color = laneColor(i);
        QColor pale = color;
        pale.setAlphaF(float(kDotOpacity));
        QCPGraph* graph = plot().graph(int(i));
        const bool isSquare = m_lanes[i].slot.value_or(0) >= theme.series.size();
        if (m_lanes[i].dots.empty()) {
            graph->setPen(QPen(color, 2.0));
            graph->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssPlus, color, 9.0));
        } else {
            graph->setLineStyle(QCPGraph::lsNone);
            graph->setPen(Qt::NoPen); // the outline of the dots
            graph->setScatterStyle(QCPScatterStyle(isSquare ? QCPScatterStyle::ssSquare : QCPScatterStyle::ssCircle,
                                                   QPen(Qt::NoPen), QBrush(pale), kDot));
        }
        if (i < m_means.size())
            m_means[i]->setPen(QPen(color, 3.0));
    }
    for (QCPItemTracer* mark : m_marks) {
        mark->setPen(QPen(theme.selection, 2.0));
        mark->setBrush(Qt::NoBrush);
    }
    plot().replot(QCustomPlot::rpQueuedReplot);
}

void LanePlot::setSelected(const QString& sample)
{
    m_selected = sample;
    for (std::size_t i = 0; i < m_marks.size(); ++i) {
        const auto& dots = m_lanes[i].dots;
        const auto found =
            std::find_if(dots.begin(), dots.end(), [&sample](const Dot& dot) { return dot.sample == sample; });
        m_marks[i]->setVisible(!sample.isEmpty() && found != dots.end());
        if (found != dots.end())
            m_marks[i]->position->setCoords(drawn(found->value), heightOf(i));
    }
    setAccessibleDescription(sample);
    plot().replot(QCustomPlot::rpQueuedReplot);
}

void LanePlot::setLogarithmic(bool logarithmic)
{
    if (logarithmic == isLogarithmic() || (logarithmic && !logarithmicAction()->isEnabled()))
        return;
    plot().xAxis->setScaleType(logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    if (logarithmic)
        plot().xAxis->setTicker(QSharedPointer<QCPAxisTickerLog>::create());
    else
        plot().xAxis->setTicker(QSharedPointer<QCPAxisTicker>::create());
    showAll();
    emit logarithmicChanged(logarithmic);
}

bool LanePlot::isLogarithmic() const
{
    return plot().xAxis->scaleType() == QCPAxis::stLogarithmic;
}

QString LanePlot::valuesAt(double x) const
{
    QStringList lines{xText(x)};
    for (const Lane& lane : m_lanes) {
        const QString name = lane.name.section(QLatin1Char('\n'), 0, 0);
        if (!lane.dots.empty()) {
            const auto nearest =
                std::min_element(lane.dots.begin(), lane.dots.end(), [this, x](const Dot& a, const Dot& b) {
                    return std::abs(drawn(a.value) - x) < std::abs(drawn(b.value) - x);
                });
            lines += tr("%1: %2, %3", "run, value, sample")
                         .arg(name, xText(nearest->value), shownName(toStd(nearest->sample)));
        } else if (lane.mean && lane.interval) {
            lines += tr("%1: %2, 95 % interval %3 to %4")
                         .arg(name, xText(*lane.mean), xText(lane.interval->first), xText(lane.interval->second));
        }
    }
    return lines.join(QLatin1Char('\n'));
}

QString LanePlot::csv() const
{
    const bool areSamples =
        std::any_of(m_lanes.begin(), m_lanes.end(), [](const Lane& lane) { return !lane.dots.empty(); });
    QString text = areSamples ? QStringLiteral("run,sample,%1\n").arg(quoted(plot().xAxis->label()))
                              : QStringLiteral("run,%1,low,high\n").arg(quoted(plot().xAxis->label()));
    for (const Lane& lane : m_lanes) {
        const QString name = quoted(lane.name.section(QLatin1Char('\n'), 0, 0));
        for (const Dot& dot : lane.dots)
            text +=
                name + QLatin1Char(',') + quoted(dot.sample) + QLatin1Char(',') + plain(dot.value) + QLatin1Char('\n');
        if (!areSamples && lane.mean && lane.interval)
            text += QStringLiteral("%1,%2,%3,%4\n")
                        .arg(name, plain(*lane.mean), plain(lane.interval->first), plain(lane.interval->second));
    }
    return text;
}

void LanePlot::pick(const QString& sample)
{
    if (sample == m_selected)
        return;
    setSelected(sample);
    emit picked(sample);
}

bool LanePlot::pickAt(const QPointF& place)
{
    double nearest = kReach * kReach;
    QString sample;
    for (std::size_t i = 0; i < m_lanes.size(); ++i) {
        for (const Dot& dot : m_lanes[i].dots) {
            const QPointF away = placeOf(i, dot.value) - place;
            const double distance = QPointF::dotProduct(away, away);
            if (distance < nearest) {
                nearest = distance;
                sample = dot.sample;
            }
        }
    }
    if (sample.isEmpty())
        return false;
    pick(sample);
    return true;
}

void LanePlot::step(std::ptrdiff_t by)
{
    const auto lane = std::find_if(m_lanes.begin(), m_lanes.end(), [](const Lane& each) { return !each.dots.empty(); });
    if (lane == m_lanes.end())
        return;
    const auto& dots = lane->dots;
    const auto found =
        std::find_if(dots.begin(), dots.end(), [this](const Dot& dot) { return dot.sample == m_selected; });
    const auto last = std::ptrdiff_t(dots.size()) - 1;
    const std::ptrdiff_t place = found == dots.end() ? (by > 0 ? 0 : last) : found - dots.begin() + by;
    pick(dots[std::size_t(std::clamp<std::ptrdiff_t>(place, 0, last))].sample);
}

bool LanePlot::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::MouseButtonPress)
        m_pressed = static_cast<QMouseEvent*>(event)->pos();
    if (event->type() == QEvent::MouseButtonRelease) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        const bool isClick = (mouse->pos() - m_pressed).manhattanLength() < QApplication::startDragDistance();
        if (isClick && mouse->button() == Qt::LeftButton && pickAt(mouse->position())) {
            plot().selectionRect()->cancel(); // a hand that slipped a little does not zoom
            return true;
        }
    }
    return PlotView::eventFilter(watched, event);
}

void LanePlot::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right)
        return step(event->key() == Qt::Key_Left ? -1 : 1);
    PlotView::keyPressEvent(event);
}

} // namespace quantiscope
