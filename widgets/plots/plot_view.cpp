// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/plot_view.h"

#include "widgets/common/number_text.h"
#include "widgets/common/theme.h"
#include "widgets/common/themed_icon.h"

#include <qcustomplot.h>

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace quantiscope {

namespace {

constexpr double kWheelFactor = 1.25;
constexpr double kHeadroom = 0.06; ///< of the y range above the highest value

QString valueText(double value)
{
    return numberNearOneText(value, 'g', 4);
}

/// Numbers with a real minus sign, as they stand in tables.
class MinusTicker final : public QCPAxisTicker
{
protected:
    QString getTickLabel(double tick, const QLocale& locale, QChar format, int precision) override
    {
        return QCPAxisTicker::getTickLabel(tick, locale, format, precision).replace(QLatin1Char('-'), QChar(0x2212));
    }
};

/// Powers of ten as such from 10² on: 1, 10, 10², 10³.
class PowerTicker final : public QCPAxisTickerLog
{
protected:
    QString getTickLabel(double tick, const QLocale& locale, QChar, int) override
    {
        const double power = std::log10(tick);
        if (std::abs(power - std::round(power)) > 1e-9 || std::abs(power) < 1.5)
            return locale.toString(tick, 'g', 6);
        return QStringLiteral("10") + superscript(int(std::round(power)));
    }
};

const QString kMarks = QStringLiteral("marks"); ///< the layer over that of the series

constexpr double kBelowLowest = 0.8; ///< bottom of a logarithmic axis, of the lowest value
constexpr double kMostDecades = 1e-12; ///< of the top, where a logarithmic axis begins at the latest

} // namespace

PlotView::PlotView(QWidget* parent)
    : QWidget(parent), m_plot(new QCustomPlot(this)), m_logarithmic(new QAction(tr("&Logarithmic scale"), this))
{
    m_logarithmic->setCheckable(true);
    m_logarithmic->setIconText(tr("Log"));
    connect(m_logarithmic, &QAction::triggered, this, &PlotView::setLogarithmic);
    connect(this, &PlotView::logarithmicChanged, m_logarithmic, &QAction::setChecked);
    refuseLogarithmic({});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_plot, 1);
    m_failure = new QWidget;
    auto* failure = new QHBoxLayout(m_failure);
    auto* mark = new QLabel;
    mark->setPixmap(themedIcon(QStringLiteral("error")).pixmap(16, 16));
    m_failureText = new QLabel;
    m_failureText->setTextFormat(Qt::PlainText); // it names a file
    m_failureText->setWordWrap(true);
    failure->addWidget(mark, 0, Qt::AlignTop);
    failure->addWidget(m_failureText, 1);
    layout->addWidget(m_failure);
    m_failure->hide();
    setFocusPolicy(Qt::StrongFocus);
    m_plot->setFocusProxy(this);
    m_plot->setSelectionRectMode(QCP::srmZoom);
    m_plot->setInteraction(QCP::iRangeZoom, false); // the wheel is ours: x alone, with Shift y alone
    m_plot->axisRect()->setupFullAxesBox(false);
    for (QCPAxis* axis : {m_plot->xAxis2, m_plot->yAxis2})
        axis->setVisible(false);
    for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis})
        axis->setTicker(QSharedPointer<MinusTicker>::create());
    m_plot->xAxis->grid()->setVisible(false);
    m_plot->xAxis->setSubTicks(false);
    m_plot->yAxis->setSubTicks(false);
    m_plot->yAxis->ticker()->setTickCount(4);
    m_plot->xAxis->ticker()->setTickCount(5);
    m_plot->setMinimumSize(1, 1);
    m_plot->addLayer(kMarks, m_plot->layer(QStringLiteral("main")));
    // On a layer of its own, or each move of the mouse would draw all series anew.
    m_plot->addLayer(QStringLiteral("crosshair"));
    QCPLayer* crosshair = m_plot->layer(QStringLiteral("crosshair"));
    crosshair->setMode(QCPLayer::lmBuffered);
    m_crosshair = new QCPItemLine(m_plot);
    m_crosshair->setLayer(crosshair);
    m_crosshair->start->setTypeY(QCPItemPosition::ptAxisRectRatio);
    m_crosshair->end->setTypeY(QCPItemPosition::ptAxisRectRatio);
    m_label = new QCPItemText(m_plot);
    m_label->setLayer(crosshair);
    m_label->setPositionAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_label->setTextAlignment(Qt::AlignLeft);
    m_label->setPadding(QMargins(6, 4, 6, 4));
    m_label->position->setTypeX(QCPItemPosition::ptAxisRectRatio);
    m_label->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
    m_emptyText = new QCPItemText(m_plot);
    m_emptyText->position->setType(QCPItemPosition::ptAxisRectRatio);
    m_emptyText->position->setCoords(0.5, 0.5);
    m_note = new QCPItemText(m_plot);
    m_note->position->setTypeX(QCPItemPosition::ptPlotCoords);
    m_note->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
    m_note->setPadding(QMargins(6, 0, 6, 0));
    drawOverSeries(*m_note);
    m_note->setVisible(false);
    connect(m_plot->xAxis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this, &PlotView::viewChanged);
    m_plot->installEventFilter(this);
    m_plot->setMouseTracking(true);
    hideCrosshair();
    applyTheme();
}

PlotView::~PlotView() = default;

void PlotView::drawOverSeries(QCPLayerable& item)
{
    item.setLayer(kMarks);
}

std::optional<double> PlotSeries::valueAt(double at) const
{
    if (x.empty() || at < x.front() || at > x.back())
        return std::nullopt;
    const auto above = std::upper_bound(x.begin(), x.end(), at);
    const auto place = std::size_t(std::max<std::ptrdiff_t>(0, above - x.begin() - 1));
    if (isStepped || place + 1 >= x.size())
        return y[place];
    const double share = (at - x[place]) / (x[place + 1] - x[place]);
    return y[place] + share * (y[place + 1] - y[place]);
}

void PlotView::setAxisTitles(const QString& x, const QString& y)
{
    m_plot->xAxis->setLabel(x);
    m_plot->yAxis->setLabel(y);
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void PlotView::setValueTexts(const QString& x, const QString& y)
{
    m_xText = x;
    m_yText = y;
    hideCrosshair();
}

QString PlotView::xText(double value) const
{
    return m_xText.arg(valueText(value));
}

QString PlotView::yText(double value) const
{
    return m_yText.arg(valueText(value));
}

void PlotView::setEmptyText(const QString& text)
{
    m_emptyText->setText(text);
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void PlotView::setCeiling(double ceiling, double x, const QString& note)
{
    m_ceiling = ceiling;
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty() && !isLogarithmic());
    m_note->position->setCoords(x, 0.0);
    showAll();
    const auto [low, high] = visibleX();
    const bool isRight = x > low + 0.6 * (high - low); // the note stays inside
    m_note->setPositionAlignment(Qt::AlignTop | (isRight ? Qt::AlignRight : Qt::AlignLeft));
}

QColor PlotView::colorOf(std::size_t series) const
{
    const Theme& theme = Theme::current();
    return theme.series[m_series[series].color.value_or(series) % theme.series.size()];
}

void PlotView::setSeries(std::vector<PlotSeries> series)
{
    const bool isZoomed = visibleX() != m_wholeView;
    m_series = std::move(series);
    setData();
    if (isZoomed && wholeX() == m_whole)
        showAllY();
    else
        showAll();
}

void PlotView::updateSeries(std::vector<PlotSeries> series)
{
    m_series = std::move(series);
    setData();
}

void PlotView::setData()
{
    m_plot->clearGraphs();
    for (const PlotSeries& each : m_series) {
        QCPGraph* graph = m_plot->addGraph();
        graph->setName(each.name);
        graph->setLineStyle(each.isStepped ? QCPGraph::lsStepLeft : QCPGraph::lsLine);
        graph->setData(QVector<double>(each.x.begin(), each.x.end()), QVector<double>(each.y.begin(), each.y.end()),
                       true);
    }
    m_emptyText->setVisible(m_series.empty());
    for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis})
        axis->setVisible(!m_series.empty()); // without numbers there is nothing to measure
    hideCrosshair();
    applyTheme();
}

void PlotView::setFixedY(std::optional<std::pair<double, double>> range)
{
    m_fixedY = range;
    showAllY();
}

bool PlotView::isLogarithmic() const
{
    return m_plot->yAxis->scaleType() == QCPAxis::stLogarithmic;
}

void PlotView::refuseLogarithmic(const QString& reason)
{
    if (!reason.isEmpty())
        setLogarithmic(false);
    m_logarithmic->setEnabled(reason.isEmpty());
    m_logarithmic->setToolTip(reason.isEmpty() ? tr("Logarithmic scale (L)") : reason);
}

void PlotView::setLogarithmicBottom(std::optional<double> bottom)
{
    m_logarithmicBottom = bottom;
    showAllY();
}

double PlotView::logarithmicBottom(double top) const
{
    if (m_logarithmicBottom)
        return *m_logarithmicBottom;
    double lowest = top;
    for (const PlotSeries& each : m_series) {
        for (const double y : each.y)
            lowest = y > 0.0 ? std::min(lowest, y) : lowest;
    }
    return std::max(std::min(kBelowLowest * lowest, 0.1 * top), kMostDecades * top); // one decade at least
}

void PlotView::setLogarithmic(bool logarithmic)
{
    if (logarithmic == isLogarithmic() || (logarithmic && !m_logarithmic->isEnabled()))
        return;
    m_plot->yAxis->setScaleType(logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    if (logarithmic)
        m_plot->yAxis->setTicker(QSharedPointer<PowerTicker>::create());
    else
        m_plot->yAxis->setTicker(QSharedPointer<MinusTicker>::create());
    m_plot->yAxis->ticker()->setTickCount(4);
    m_note->setVisible(!logarithmic && !m_note->text().isEmpty()); // nothing needs to be cut where all has room
    showAllY();
    emit logarithmicChanged(logarithmic);
}

std::pair<double, double> PlotView::wholeX() const
{
    double low = 0.0, high = 1.0;
    bool isFirst = true;
    for (const PlotSeries& each : m_series) {
        if (each.x.empty())
            continue;
        low = isFirst ? each.x.front() : std::min(low, each.x.front());
        high = isFirst ? each.x.back() : std::max(high, each.x.back());
        isFirst = false;
    }
    return {low, high > low ? high : low + 1.0};
}

void PlotView::showAll()
{
    m_whole = wholeX();
    m_plot->xAxis->setRange(m_whole.first, m_whole.second);
    m_wholeView = visibleX();
    showAllY();
}

void PlotView::showAllY()
{
    double low = 0.0, high = 0.0;
    for (const PlotSeries& each : m_series) {
        for (const double y : each.y) {
            low = std::isfinite(y) ? std::min(low, y) : low;
            high = std::isfinite(y) ? std::max(high, y) : high;
        }
    }
    if (m_note->visible())
        high = std::min(high, m_ceiling);
    if (!(high > low))
        high = low + 1.0;
    if (m_fixedY) {
        m_plot->yAxis->setRange(m_fixedY->first, m_fixedY->second);
    } else if (isLogarithmic()) {
        const double highest = high > 0.0 ? high : 1.0;
        const double bottom = logarithmicBottom(highest);
        const double top = std::max(10.0 * bottom, highest);
        m_plot->yAxis->setRange(bottom, top * std::pow(top / bottom, kHeadroom));
    } else {
        m_plot->yAxis->setRange(low < 0.0 ? low - kHeadroom * (high - low) : low, high + kHeadroom * (high - low));
    }
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

QFont PlotView::smallFont() const
{
    QFont small = font();
    small.setPointSizeF(small.pointSizeF() * 0.85);
    return small;
}

void PlotView::applyTheme()
{
    const Theme& theme = Theme::current();
    const QFont small = smallFont();
    m_plot->setBackground(theme.base);
    for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis}) {
        axis->setBasePen(axis == m_plot->xAxis ? QPen(theme.border) : QPen(Qt::NoPen));
        axis->setTickPen(Qt::NoPen);
        axis->setTickLabelColor(theme.text2);
        axis->setLabelColor(theme.text2);
        axis->setTickLabelFont(small);
        axis->setLabelFont(small);
        axis->grid()->setPen(QPen(theme.hairline));
        axis->grid()->setZeroLinePen(QPen(theme.hairline));
    }
    for (int i = 0; i < m_plot->graphCount(); ++i) {
        const bool isDashed = std::size_t(i) >= theme.series.size();
        const PlotMark mark = m_series[std::size_t(i)].mark;
        QCPGraph* graph = m_plot->graph(i);
        if (mark == PlotMark::Area) {
            graph->setPen(QPen(theme.text3, 1.0));
            graph->setBrush(mixed(theme.base, theme.text3, 0.45));
            continue;
        }
        const QColor color = colorOf(std::size_t(i));
        graph->setPen(QPen(color, 1.4, isDashed ? Qt::DashLine : Qt::SolidLine));
        if (mark == PlotMark::Dots)
            graph->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, color, color, 4.5));
    }
    m_crosshair->setPen(QPen(theme.text2, 1.0, Qt::DotLine));
    m_label->setColor(theme.text1);
    m_label->setFont(small);
    m_label->setBrush(theme.base);
    m_label->setPen(QPen(theme.border));
    m_note->setColor(theme.text2);
    m_note->setFont(small);
    m_emptyText->setColor(theme.text2);
    m_emptyText->setFont(font());
    m_plot->selectionRect()->setPen(QPen(theme.accent));
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

QString PlotView::valuesAt(double x) const
{
    QStringList lines{xText(x)};
    for (const PlotSeries& each : m_series) {
        if (const auto value = each.valueAt(x))
            lines += valueLine(each, *value);
    }
    return lines.join(QLatin1Char('\n'));
}

QString PlotView::valueLine(const PlotSeries& series, double value) const
{
    return series.name.isEmpty() ? yText(value) : tr("%1: %2").arg(series.name, yText(value));
}

std::pair<double, double> PlotView::visibleX() const
{
    return {m_plot->xAxis->range().lower, m_plot->xAxis->range().upper};
}

std::pair<double, double> PlotView::visibleY() const
{
    return {m_plot->yAxis->range().lower, m_plot->yAxis->range().upper};
}

void PlotView::showCrosshair(const QPoint& at)
{
    if (m_series.empty() || !m_plot->axisRect()->rect().contains(at)) {
        hideCrosshair();
        return;
    }
    const double x = m_plot->xAxis->pixelToCoord(at.x());
    m_crosshair->start->setCoords(x, 0.0);
    m_crosshair->end->setCoords(x, 1.0);
    const QRect rect = m_plot->axisRect()->rect();
    const double share = double(at.x() - rect.left()) / std::max(1, rect.width());
    const bool isRight = share > 0.6; // the label stays inside
    m_label->setPositionAlignment(Qt::AlignTop | (isRight ? Qt::AlignRight : Qt::AlignLeft));
    m_label->position->setCoords(share + (isRight ? -0.015 : 0.015), 0.02);
    m_label->setText(valuesAt(x));
    m_crosshair->setVisible(true);
    m_label->setVisible(true);
    m_crosshair->layer()->replot();
}

void PlotView::hideCrosshair()
{
    m_crosshair->setVisible(false);
    m_label->setVisible(false);
    m_crosshair->layer()->replot();
}

void PlotView::zoom(double factor, double center, Qt::Orientation orientation)
{
    QCPAxis* axis = orientation == Qt::Horizontal ? m_plot->xAxis : m_plot->yAxis;
    axis->scaleRange(factor, center);
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void PlotView::shift(double share)
{
    m_plot->xAxis->moveRange(share * m_plot->xAxis->range().size());
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

bool PlotView::wheel(const QPointF& at, int delta, Qt::KeyboardModifiers modifiers)
{
    if (delta == 0 || m_series.empty())
        return false;
    const double factor = delta > 0 ? 1.0 / kWheelFactor : kWheelFactor;
    if (modifiers.testFlag(Qt::ShiftModifier))
        zoom(factor, visibleY().first, Qt::Vertical);
    else
        zoom(factor, m_plot->xAxis->pixelToCoord(at.x()), Qt::Horizontal);
    return true;
}

bool PlotView::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::Wheel: {
        const auto* turned = static_cast<QWheelEvent*>(event);
        const QPoint delta = turned->angleDelta(); // with Shift some systems turn the wheel sideways
        return wheel(turned->position(), delta.y() != 0 ? delta.y() : delta.x(), turned->modifiers());
    }
    case QEvent::MouseMove:
        showCrosshair(static_cast<QMouseEvent*>(event)->pos());
        break;
    case QEvent::Leave:
        hideCrosshair();
        break;
    case QEvent::Resize:
        QMetaObject::invokeMethod(this, &PlotView::viewChanged, Qt::QueuedConnection); // once the plot has its size
        break;
    case QEvent::MouseButtonDblClick:
        showAll();
        return true;
    case QEvent::ContextMenu:
        contextMenuEvent(static_cast<QContextMenuEvent*>(event));
        return true;
    default:
        break;
    }
    return QWidget::eventFilter(watched, event);
}

void PlotView::keyPressEvent(QKeyEvent* event)
{
    const double center = m_plot->xAxis->range().center();
    switch (event->key()) {
    case Qt::Key_Plus:
        return zoom(1.0 / kWheelFactor, center, Qt::Horizontal);
    case Qt::Key_Minus:
        return zoom(kWheelFactor, center, Qt::Horizontal);
    case Qt::Key_0:
    case Qt::Key_Home:
        return showAll();
    case Qt::Key_Left:
        return shift(-0.1);
    case Qt::Key_Right:
        return shift(0.1);
    case Qt::Key_L:
        if (m_logarithmic->isEnabled() && event->modifiers() == Qt::NoModifier)
            return m_logarithmic->trigger();
        return QWidget::keyPressEvent(event);
    default:
        QWidget::keyPressEvent(event);
    }
}

void PlotView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        applyTheme();
    QWidget::changeEvent(event);
}

void PlotView::contextMenuEvent(QContextMenuEvent* event)
{
    contextMenu()->popup(event->globalPos());
}

QMenu* PlotView::contextMenu()
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Show &all"), this, &PlotView::showAll);
    menu->setToolTipsVisible(true); // why it may be refused
    menu->addAction(m_logarithmic);
    menu->addSeparator();
    QAction* store = menu->addAction(tr("&Export picture or numbers…"), this, &PlotView::askAndExport);
    store->setEnabled(!m_series.empty());
    return menu;
}

} // namespace quantiscope
