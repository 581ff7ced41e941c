// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/top_k_view.h"

#include "core/base/csv_text.h"
#include "widgets/common/number_text.h"
#include "widgets/common/text.h"
#include "widgets/plots/plot_legend.h"
#include "widgets/plots/top_k_plot.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cmath>

namespace quantiscope {

namespace {

constexpr double kKibi = 1024.0;
constexpr double kMebi = 1024.0 * 1024.0;
constexpr double kMillion = 1e6;
constexpr double kBillion = 1e9;
constexpr std::array<std::size_t, 4> kSeries{1, 2, 3, 0};

QString macsText(double macs)
{
    if (macs >= kBillion)
        return TopKView::tr("%1 G").arg(numberText(macs / kBillion, 'g', 3));
    return TopKView::tr("%1 M").arg(numberText(macs / kMillion, 'g', 3));
}

} // namespace

TopKView::TopKView(QWidget* parent)
    : QWidget(parent)
    , m_cost(new QComboBox)
    , m_legend(new PlotLegend)
    , m_plot(new TopKPlot)
    , m_caption(new QLabel)
    , m_foot(new QHBoxLayout)
{
    m_cost->addItems({tr("Layers in float"), tr("Weights in float"), tr("MACs in float")});
    m_cost->setAccessibleName(tr("What the metric is shown over"));
    m_plot->setAccessibleName(tr("Metric against what is kept in float"));
    m_plot->setEmptyText(tr("No layer is ranked yet."));
    m_plot->setMinimumHeight(fontMetrics().height() * 9); // with its tick labels and title
    m_caption->setWordWrap(true);
    m_caption->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* head = new QWidget;
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(10, 4, 10, 4);
    row->addWidget(m_cost);
    row->addWidget(m_legend, 1);
    auto* logarithmic = new QToolButton;
    logarithmic->setDefaultAction(m_plot->logarithmicAction());
    logarithmic->setProperty("framed", true);
    logarithmic->setMaximumHeight(m_cost->sizeHint().height());
    row->addWidget(logarithmic);
    m_plot->setLegend(m_legend);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(head);
    layout->addWidget(m_plot, 1);
    m_foot->setContentsMargins(10, 2, 10, 6);
    m_foot->addWidget(m_caption, 1);
    layout->addLayout(m_foot);
    connect(m_cost, &QComboBox::currentIndexChanged, this, &TopKView::refresh);
    connect(m_plot, &PlotView::logarithmicChanged, this, &TopKView::refresh);
    connect(m_plot, &TopKPlot::moved, this, [this](std::size_t place) {
        m_plot->setMarked(place);
        refreshCaption();
        emit kChanged(*k());
    });
    connect(m_plot, &TopKPlot::released, this, [this] {
        if (const auto chosen = k())
            emit kChosen(*chosen);
    });
    refresh();
}

void TopKView::setButton(QWidget* button)
{
    m_foot->addWidget(button);
}

void TopKView::setMetric(Metric metric)
{
    m_metric = std::move(metric);
    m_plot->refuseLogarithmic(m_metric.isDecibels ? tr("Decibels are logarithmic already") : QString());
    refresh();
}

bool TopKView::isOfMissing() const
{
    return m_metric.range && m_plot->isLogarithmic();
}

double TopKView::drawn(double metric) const
{
    return isOfMissing() ? m_metric.range->second - metric : metric;
}

void TopKView::setSeries(std::vector<Series> series)
{
    const std::optional<int> before = k();
    m_series = std::move(series);
    double bytes = 0.0;
    double macs = 0.0;
    for (const Series& each : m_series) {
        for (const Point& point : each.points) {
            bytes = std::max(bytes, point.weightBytes);
            macs = std::max(macs, point.macs);
        }
    }
    m_bytesUnit = bytes >= kMebi ? kMebi : kKibi;
    m_macsUnit = macs >= kBillion ? kBillion : kMillion;
    m_plot->setMarked(std::nullopt);
    refresh();
    if (m_series.empty() || m_series.front().points.empty())
        return;
    setK(before.value_or(m_series.front().points.front().k));
    if (!k())
        setK(m_series.front().points.front().k);
}

void TopKView::setGate(std::optional<double> value)
{
    m_gate = value;
    drawGate();
}

void TopKView::drawGate()
{
    if (m_gate)
        m_plot->setGate(drawn(*m_gate), tr("gate %1").arg(numberNearOneText(*m_gate, 'g', 4)));
    else
        m_plot->setGate(std::nullopt, {});
}

std::optional<int> TopKView::k() const
{
    const auto marked = m_plot->marked();
    return marked && !m_series.empty() ? std::optional(m_series.front().points[*marked].k) : std::nullopt;
}

void TopKView::setK(int wanted)
{
    if (m_series.empty())
        return;
    const std::vector<Point>& points = m_series.front().points;
    const auto found =
        std::find_if(points.begin(), points.end(), [wanted](const Point& point) { return point.k == wanted; });
    if (found == points.end())
        return;
    m_plot->setMarked(std::size_t(found - points.begin()));
    refreshCaption();
}

TopKView::Cost TopKView::cost() const
{
    return Cost(m_cost->currentIndex());
}

void TopKView::setCost(Cost cost)
{
    m_cost->setCurrentIndex(int(cost));
}

double TopKView::unit() const
{
    return cost() == Cost::WeightBytes ? m_bytesUnit : cost() == Cost::Macs ? m_macsUnit : 1.0;
}

double TopKView::costOf(const Point& point) const
{
    const double whole = cost() == Cost::WeightBytes ? point.weightBytes
        : cost() == Cost::Macs                       ? point.macs
                                                     : double(point.k);
    return whole / unit();
}

QString TopKView::costTitle() const
{
    switch (cost()) {
    case Cost::Layers:
        return tr("k, kept in float, most sensitive first");
    case Cost::WeightBytes:
        return m_bytesUnit == kMebi ? tr("weights kept in float, MiB") : tr("weights kept in float, KiB");
    case Cost::Macs:
        return m_macsUnit == kBillion ? tr("MACs kept in float, G") : tr("MACs kept in float, M");
    }
    return {};
}

QString TopKView::costText() const
{
    switch (cost()) {
    case Cost::Layers:
        return tr("k = %1");
    case Cost::WeightBytes:
        return m_bytesUnit == kMebi ? tr("%1 MiB of weights in float") : tr("%1 KiB of weights in float");
    case Cost::Macs:
        return m_macsUnit == kBillion ? tr("%1 G MACs in float") : tr("%1 M MACs in float");
    }
    return {};
}

QString TopKView::csv() const
{
    const auto cell = [](const QString& text) { return csvField(toStd(text)); };
    std::string text = cell(tr("Recipe")) + ',' + cell(tr("Layers in float")) + ','
        + cell(tr("Weights in float, bytes")) + ',' + cell(tr("MACs in float")) + ',' + cell(m_metric.name) + '\n';
    for (const Series& each : m_series) {
        for (const Point& point : each.points)
            text += cell(each.name) + ',' + std::to_string(point.k) + ',' + csvNumber(point.weightBytes) + ','
                + csvNumber(point.macs) + ',' + csvNumber(point.metric) + '\n';
    }
    return toQt(text);
}

void TopKView::refresh()
{
    std::vector<PlotSeries> curves;
    std::vector<PlotLegend::Entry> entries;
    std::vector<double> places;
    std::vector<double> heights;
    for (const Series& each : m_series) {
        const std::size_t color = kSeries[curves.size() % kSeries.size()];
        PlotSeries curve{each.name, {}, {}, false, color, PlotMark::Dots};
        for (const Point& point : each.points) {
            curve.x.push_back(costOf(point));
            curve.y.push_back(drawn(point.metric));
        }
        if (curves.empty()) {
            places = curve.x;
            heights = curve.y;
        }
        entries.push_back({PlotLegend::Key::Line, color, each.name});
        curves.push_back(std::move(curve));
    }
    const auto named = [this](const QString& text) {
        return isOfMissing() ? QLocale().toString(m_metric.range->second) + QStringLiteral(" − ") + text : text;
    };
    m_plot->setAxisTitles(costTitle(), named(m_metric.name));
    m_plot->setValueTexts(costText(), named(m_metric.valueText));
    m_plot->setFixedY(isOfMissing() ? std::nullopt : m_metric.range);
    m_plot->setTable(csv());
    QStringList names; // over a cost several k may stand at one place
    if (cost() != Cost::Layers && !m_series.empty()) {
        for (const Point& point : m_series.front().points)
            names += tr("k = %1").arg(point.k);
    }
    m_plot->setPlaceNames(names);
    m_plot->setPlaces(std::move(places), std::move(heights));
    m_plot->setSeries(std::move(curves));
    drawGate();
    m_legend->setEntries(entries.size() > 1 ? std::move(entries) : std::vector<PlotLegend::Entry>());
    refreshCaption();
}

void TopKView::refreshCaption()
{
    m_caption->setText(caption());
    m_caption->setVisible(!m_caption->text().isEmpty());
    m_plot->setAccessibleDescription(m_caption->text());
}

QString TopKView::caption() const
{
    const auto marked = m_plot->marked();
    if (!marked || m_series.empty())
        return {};
    const Point& point = m_series.front().points[*marked];
    const QString metric = numberNearOneText(point.metric, 'f', 4);
    if (point.k == 0)
        return tr("k = 0 · %1 %2 · nothing kept in float").arg(m_metric.name, metric);
    return tr("k = %1 · %2 %3 · +%4 of weights and %5 MACs kept in float")
        .arg(QLocale().toString(point.k), m_metric.name, metric, bytesText(std::uint64_t(point.weightBytes)),
             macsText(point.macs));
}

} // namespace quantiscope
