// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/histogram_view.h"

#include "widgets/common/bar_delegate.h"
#include "widgets/common/number_text.h"
#include "widgets/common/text.h"
#include "widgets/common/themed_icon.h"
#include "widgets/graph/quantized_facts.h"
#include "widgets/plots/channel_model.h"
#include "widgets/plots/plot_legend.h"

#include <QDoubleSpinBox>
#include <QEvent>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QToolButton>

#include <algorithm>
#include <array>
#include <cmath>

namespace quantiscope {

namespace {

constexpr std::size_t kQuantizedSeries = 1;
constexpr std::array<std::size_t, 3> kOverlaySeries{0, 2, 3};
constexpr std::array<std::size_t, 2> kMethodSeries{3, 2};
constexpr int kPixelsPerBin = 3;
constexpr int kMostBins = 400;
constexpr double kLeastCount = 0.8; ///< bottom of a logarithmic axis: a little below one element
constexpr double kStepShare = 0.005; ///< of the view's width, for one key

QString decibels(const std::optional<double>& value)
{
    return value ? HistogramView::tr("%1 dB").arg(numberText(*value, 'f', 1)) : QStringLiteral("—");
}

QString percent(double share)
{
    const double value = 100.0 * share;
    const int decimals = value == 0.0 || value >= 10.0 ? 1 : value >= 1.0 ? 2 : value >= 0.01 ? 3 : 4;
    if (value > 0.0 && value < 1e-4)
        return HistogramView::tr("< %1 %").arg(numberText(1e-4, 'f', 4));
    return HistogramView::tr("%1 %").arg(numberText(value, 'f', decimals));
}

PlotSeries seriesOf(const LinearBins& bins, const QString& name)
{
    PlotSeries series;
    series.name = name;
    series.isStepped = true;
    const double width = (bins.high - bins.low) / double(bins.counts.size());
    for (std::size_t i = 0; i <= bins.counts.size(); ++i) {
        series.x.push_back(bins.low + double(i) * width);
        series.y.push_back(bins.counts[std::min(i, bins.counts.size() - 1)]); // the last step ends at the last edge
    }
    return series;
}

/// Methods with the same lines are one.
struct MethodLine
{
    QString names;
    MethodRange method;
    std::optional<std::size_t> series; ///< nothing: the accent
};

std::vector<MethodLine> linesOf(const std::vector<MethodRange>& methods)
{
    std::vector<MethodLine> lines;
    for (const MethodRange& each : methods) {
        const QString name = toQt(methodName(each.method));
        const auto same = std::find_if(lines.begin(), lines.end(),
                                       [&](const MethodLine& line) { return line.method.covered == each.covered; });
        if (same != lines.end()) {
            same->names = HistogramView::tr("%1, %2").arg(same->names, name);
            continue;
        }
        const std::size_t place = lines.size();
        lines.push_back(
            {name, each,
             each.isCurrent ? std::nullopt : std::optional(kMethodSeries[(place + 1) % kMethodSeries.size()])});
    }
    return lines;
}

} // namespace

HistogramView::HistogramView(QWidget* parent)
    : QWidget(parent)
    , m_name(new QLabel)
    , m_caption(new QLabel)
    , m_percentile(new QDoubleSpinBox)
    , m_legend(new PlotLegend)
    , m_plot(new RangePlot)
    , m_allChannels(new QToolButton)
    , m_table(new QTableView)
    , m_model(new ChannelModel(this))
    , m_sorted(new QSortFilterProxyModel(this))
    , m_bars(new BarDelegate({}, ChannelModel::SortRole, this))
    , m_revert(new QPushButton(tr("&Revert")))
    , m_keep(new QPushButton(tr("&Keep as override")))
{
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeHead());
    m_legend->setContentsMargins(0, 0, 0, 0);
    auto* legendRow = new QHBoxLayout;
    legendRow->setContentsMargins(10, 2, 10, 2);
    legendRow->addWidget(m_legend);
    layout->addLayout(legendRow);
    auto* middle = new QHBoxLayout;
    middle->setSpacing(0);
    middle->addWidget(m_plot, 1);
    middle->addWidget(makeChannels());
    layout->addLayout(middle, 1);
    layout->addWidget(makeFoot());

    m_plot->setAccessibleName(tr("Histogram of the tensor's values"));
    m_plot->setMinimumHeight(fontMetrics().height() * 8);
    m_plot->setLogarithmicBottom(kLeastCount);
    m_plot->setValueTexts(tr("value %1"), tr("%1 elements"));
    m_plot->setLegend(m_legend);
    m_plot->setLogarithmic(true);
    m_plot->setEmptyText(tr("Select a tensor to see its values."));
    connect(m_plot, &RangePlot::dragged, this, &HistogramView::drag);
    connect(m_plot, &RangePlot::stepped, this, &HistogramView::step);
    connect(m_plot, &RangePlot::released, this, &HistogramView::endDrag);
    connect(m_plot, &PlotView::viewChanged, this, &HistogramView::refreshSeries, Qt::QueuedConnection);
    refreshFonts();
    refreshTensor();
}

const HistogramTensor* HistogramView::tensor() const
{
    return m_tensors.empty() ? nullptr : m_tensors.front().get();
}

const TensorHistogram* HistogramView::histogram() const
{
    const HistogramTensor* shown = tensor();
    return !shown ? nullptr : m_channel ? &shown->channels[*m_channel] : &shown->histogram;
}

bool HistogramView::hasLines() const
{
    const HistogramTensor* shown = tensor();
    return shown && shown->target && !histogram()->isEmpty() && (m_channel || !shown->isPerChannel);
}

CoveredRange HistogramView::initialRange() const
{
    return m_channel ? tensor()->channelRanges[*m_channel] : tensor()->current;
}

const QuantTarget& HistogramView::target() const
{
    return *tensor()->target;
}

std::vector<MethodRange> HistogramView::methods() const
{
    return !hasLines() || m_channel ? std::vector<MethodRange>() : tensor()->methods;
}

void HistogramView::setTensors(std::vector<HistogramTensorPtr> tensors)
{
    m_tensors = std::move(tensors);
    m_summing.cancel();
    m_channelSum.reset();
    m_channel.reset();
    m_model->setTensor(m_tensors.empty() ? nullptr : m_tensors.front());
    m_bars->setScale({0.0, m_model->largest(), BarDelegate::Fill::Series, 0});
    m_table->resizeColumnsToContents();
    int width = 2 * m_table->frameWidth() + m_table->style()->pixelMetric(QStyle::PM_ScrollBarExtent);
    for (int column = 0; column < ChannelModel::ColumnCount; ++column) {
        m_table->setColumnWidth(column,
                                m_table->columnWidth(column) + 2 * fontMetrics().averageCharWidth()); // sort mark
        width += m_table->columnWidth(column);
    }
    m_channels->setFixedWidth(std::min(width, fontMetrics().averageCharWidth() * 48));
    refreshTensor();
}

void HistogramView::setEmptyText(const QString& text)
{
    m_plot->setEmptyText(text);
}

void HistogramView::showChannel(std::optional<std::size_t> channel)
{
    if (channel == m_channel || (channel && (!tensor() || *channel >= tensor()->channels.size()))) {
        m_allChannels->setChecked(!m_channel);
        return;
    }
    m_channel = channel;
    refreshTensor();
}

void HistogramView::showRow(const QModelIndex& current)
{
    if (current.isValid())
        showChannel(std::size_t(m_sorted->mapToSource(current).row()));
}

void HistogramView::refreshTensor()
{
    const HistogramTensor* shown = tensor();
    m_name->setText(shown ? shownName(toStd(shown->name)) : QString());
    m_caption->setText(!shown          ? QString()
                           : m_channel ? tr("%1 · channel %2").arg(shown->caption, QLocale().toString(*m_channel))
                                       : shown->caption);
    m_allChannels->setChecked(!m_channel);
    if (!m_channel) {
        const QSignalBlocker blocker(m_table->selectionModel());
        m_table->setCurrentIndex({});
        m_table->clearSelection();
    }
    m_channels->setVisible(shown && !shown->channels.empty());
    m_foot->setVisible(shown && shown->target);
    takeInitialRange();
    m_percentile->setEnabled(hasLines());
    if (!shown || histogram()->isEmpty()) {
        m_plot->setRange(std::nullopt);
        m_plot->setMarks({});
        m_plot->setSeries({});
        m_legend->setEntries({});
        return refreshRange();
    }
    const TensorRange observed = histogram()->observed();
    double low = observed.min;
    double high = observed.max;
    const double extent = std::max(high - low, 1e-30);
    if (hasLines()) { // lines are in view unless that presses the values together
        low = std::max(std::min(low, m_covered.low), low - 0.6 * extent);
        high = std::min(std::max(high, m_covered.high), high + 0.6 * extent);
    }
    const double margin = 0.04 * (high - low > 0.0 ? high - low : 1.0);
    m_plot->setWhole(low - margin, high + margin);
    m_plot->setAxisTitles(tr("value of %1, no unit").arg(m_name->text()), tr("elements per bin"));
    m_plot->setSeries({PlotSeries{}}); // takes the axes there; numbers follow
    refreshRange();
}

void HistogramView::takeInitialRange()
{
    m_isChanged = false;
    m_wanted.reset();
    if (!hasLines())
        return;
    m_covered = initialRange();
    m_wanted = rangeOf(m_covered.params, target());
}

void HistogramView::setWantedRange(TensorRange range)
{
    if (!hasLines())
        return;
    m_wanted = range;
    m_covered = coveredRange(range, target(), tensor()->codes);
    m_isChanged = m_covered != initialRange();
    refreshRange();
}

void HistogramView::revert()
{
    if (!hasLines() || !m_isChanged)
        return;
    takeInitialRange();
    refreshRange();
    emit rangeChosen(double(m_wanted->min), double(m_wanted->max));
}

void HistogramView::drag(Bound bound, double value)
{
    if (!m_wanted)
        return;
    const auto wanted = float(bound == Bound::Low ? std::min(value, 0.0) : std::max(value, 0.0)); // codes hold 0
    TensorRange range = *m_wanted;
    (bound == Bound::Low ? range.min : range.max) = wanted;
    if (target().symmetry == Symmetry::Symmetric)
        range = {-std::abs(wanted), std::abs(wanted)};
    setWantedRange(range);
}

void HistogramView::step(Bound bound, int steps)
{
    if (!m_wanted)
        return;
    const bool isLow = bound == Bound::Low;
    const double now = isLow ? m_wanted->min : m_wanted->max;
    if (target().scale == ScaleType::PowerOf2) { // the next scale at once
        const bool isOutwards = (steps < 0) == isLow;
        const double factor = isOutwards ? 2.0 : 0.5;
        const auto scale = float(double(m_covered.params.scale) * factor);
        if (std::isnormal(scale) && std::isfinite(scale))
            setWantedRange(rangeOf({scale, m_covered.params.zeroPoint}, target()));
        return;
    }
    const auto [low, high] = m_plot->visibleX();
    drag(bound, now + double(steps) * kStepShare * (high - low));
}

void HistogramView::choosePercentile(double percentage)
{
    if (!hasLines())
        return;
    setWantedRange(histogram()->percentile(percentage, tensor()->percentileSymmetry));
    endDrag();
}

void HistogramView::endDrag()
{
    if (m_wanted)
        emit rangeChosen(double(m_wanted->min), double(m_wanted->max));
}

void HistogramView::keep()
{
    if (m_wanted)
        emit overrideWanted(tensor()->name, m_channel && tensor()->isPerChannel ? int(*m_channel) : -1,
                            double(m_wanted->min), double(m_wanted->max));
}

void HistogramView::refreshRange()
{
    const HistogramTensor* shown = tensor();
    const bool isQuantized = shown && shown->target;
    m_figures = m_wanted ? histogram()->figures(m_covered)
        : isQuantized    ? shown->currentFigures(m_channel)
                         : ClipFigures();
    if (m_wanted)
        m_plot->setRange(std::pair(m_covered.low, m_covered.high));
    else
        m_plot->setRange(std::nullopt);
    m_values[Sqnr]->setText(decibels(m_figures.sqnr));
    m_values[Clipped]->setText(percent(m_figures.clippedShare));
    const bool isPerChannel = isQuantized && !m_wanted;
    m_values[Scale]->setText(isPerChannel ? tr("≤ %1").arg(scaleText(m_figures.step)) : scaleText(m_figures.step));
    m_values[Levels]->setText((isPerChannel ? tr("≥ %1 of %2") : tr("%1 of %2"))
                                  .arg(QLocale().toString(m_figures.levelsUsed), QLocale().toString(m_figures.levels)));
    m_foot->layout()->invalidate(); // the figures have other widths
    m_foot->layout()->activate();
    m_revert->setEnabled(m_isChanged);
    m_keep->setEnabled(m_isChanged);
    if (!m_isChanged || !m_percentile->hasFocus()) { // while it is typed it stays as typed
        const QSignalBlocker blocker(m_percentile);
        m_percentile->setValue(100.0 * (1.0 - m_figures.clippedShare));
    }
    refreshMarks();
    refreshLegend();
    refreshSeries();
}

void HistogramView::refreshMarks()
{
    std::vector<RangeMark> marks;
    for (const MethodLine& line : linesOf(methods())) {
        const CoveredRange& covered = line.method.covered;
        if (covered != m_covered)
            marks.push_back({line.names, covered.low, covered.high, line.series});
    }
    if (m_isChanged && m_channel)
        marks.push_back({tr("in force"), initialRange().low, initialRange().high, std::nullopt});
    m_plot->setMarks(std::move(marks));
}

void HistogramView::refreshLegend()
{
    const HistogramTensor* shown = tensor();
    if (!shown || histogram()->isEmpty())
        return;
    using Key = PlotLegend::Key;
    std::vector<PlotLegend::Entry> entries{{Key::Area, std::nullopt, tr("float")}};
    if (shown->target)
        entries.push_back({Key::Line, kQuantizedSeries, tr("quantized")});
    for (std::size_t i = 1; i < m_tensors.size(); ++i)
        entries.push_back(
            {Key::Line, kOverlaySeries[(i - 1) % kOverlaySeries.size()], shownName(toStd(m_tensors[i]->name))});
    bool startsGroup = true;
    if (m_isChanged) {
        entries.push_back({Key::Line, std::nullopt, tr("as dragged"), decibels(m_figures.sqnr), true, true});
        startsGroup = false;
    }
    for (const MethodLine& line : linesOf(methods())) {
        const bool isDrawn = line.method.covered == m_covered; // by the clip lines
        entries.push_back({isDrawn ? Key::Line : Key::Dashed, isDrawn ? std::nullopt : line.series, line.names,
                           decibels(line.method.figures.sqnr), line.method.isCurrent, startsGroup});
        startsGroup = false;
    }
    m_legend->setEntries(std::move(entries));
}

void HistogramView::refreshSeries()
{
    const TensorHistogram* shown = histogram();
    if (!shown || shown->isEmpty())
        return;
    const auto [low, high] = m_plot->visibleX();
    const auto bins = std::size_t(std::clamp(m_plot->plotWidth() / kPixelsPerBin, 40, kMostBins));
    std::vector<PlotSeries> series{seriesOf(shown->bins(low, high, bins), tr("float"))};
    series.front().mark = PlotMark::Area;
    if (m_wanted) {
        series.push_back(seriesOf(shown->quantizedBins(m_covered, low, high, bins), tr("quantized")));
    } else if (tensor()->target) { // each channel on its own grid
        const std::optional<LinearBins> sum = channelSum(low, high, bins);
        series.push_back(sum ? seriesOf(*sum, tr("quantized")) : PlotSeries{tr("quantized"), {}, {}});
    }
    if (tensor()->target)
        series.back().color = kQuantizedSeries;
    for (std::size_t i = 1; i < m_tensors.size(); ++i) {
        series.push_back(seriesOf(m_tensors[i]->histogram.bins(low, high, bins), m_tensors[i]->name));
        series.back().color = kOverlaySeries[(i - 1) % kOverlaySeries.size()];
    }
    const bool isElsewhere = std::pair(low, high) != m_shownX || m_plot->series().front().x.empty();
    m_shownX = {low, high};
    m_plot->updateSeries(std::move(series));
    if (isElsewhere) // a drag does not move the axis of counts
        m_plot->showAllY();
}

std::optional<LinearBins> HistogramView::channelSum(double low, double high, std::size_t bins)
{
    const bool isOfView =
        m_channelSum && m_channelSum->low == low && m_channelSum->high == high && m_channelSum->counts.size() == bins;
    if (!isOfView) {
        m_summing.start(
            [shown = m_tensors.front(), low, high, bins](Feedback& feedback) {
                return shown->quantizedBinsOfChannels(low, high, bins, [&feedback] { return feedback.isCanceled(); });
            },
            [this](std::optional<LinearBins> sum) {
                if (!sum)
                    return;
                m_channelSum = std::move(sum);
                refreshSeries();
            });
    }
    return m_channelSum;
}

void HistogramView::refreshFonts()
{
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    m_name->setFont(bold);
    QFont large = bold;
    large.setPointSizeF(large.pointSizeF() * 1.25);
    for (QLabel* value : m_values)
        value->setFont(large);
}

void HistogramView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange)
        refreshFonts();
    QWidget::changeEvent(event);
}

} // namespace quantiscope
