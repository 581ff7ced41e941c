// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/analysis/sensitivity_panel.h"

#include "app/analysis/empty_page.h"
#include "app/analysis/job_strip.h"
#include "widgets/common/bar_delegate.h"
#include "widgets/common/text.h"
#include "widgets/models/sensitivity_model.h"
#include "widgets/plots/top_k_view.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QSplitter>
#include <QStackedLayout>
#include <QTableView>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <utility>

namespace quantiscope {

namespace {

using Column = SensitivityModel::Column;

/// Samples that every part was measured on.
std::uint64_t fewestSamples(const Sensitivity& sensitivity)
{
    std::uint64_t fewest = sensitivity.samples;
    for (const SensitivityUnit& unit : sensitivity.units) {
        const auto& effect = sensitivity.rankedBy == SensitivityDirection::Only ? unit.only : unit.allBut;
        fewest = std::min(fewest, effect ? effect->samples : 0);
    }
    return fewest;
}

/// Where the axis of a metric begins that is at most 1, when @p lowest is to be seen: 0 as long as that tells the
/// values apart, nearer to 1 where all of them are near to it. A cosine may be negative.
double floorOf(double lowest)
{
    constexpr double kNear = 0.9;
    constexpr double kNearest = 1e-6;
    if (lowest < kNear)
        return std::min(lowest, 0.0);
    return 1.0 - std::pow(10.0, std::ceil(std::log10(std::max(1.0 - lowest, kNearest))));
}

} // namespace

SensitivityPanel::SensitivityPanel(QAction* measure, QAction* copy, JobQueue& jobs, QWidget* parent)
    : QWidget(parent)
    , m_model(new SensitivityModel(this))
    , m_stack(new QStackedLayout)
    , m_empty(new EmptyPage(measure, tr("Measure")))
    , m_table(new QTableView)
    , m_bars(new BarDelegate({}, SensitivityModel::BarRole, this))
    , m_curve(new TopKView)
    , m_keep(new QPushButton)
    , m_units(new QComboBox)
    , m_metric(new QComboBox)
    , m_direction(new QComboBox)
    , m_again(new QToolButton)
    , m_caption(new QLabel)
    , m_stale(new QLabel)
    , m_mode(new QComboBox)
    , m_job(new JobStrip(jobs, tr("Progress of the measurement")))
{
    makeTable();
    m_curve->setButton(m_keep);
    m_keep->setProperty("secondary", true);
    connect(m_keep, &QPushButton::clicked, this, &SensitivityPanel::keep);
    connect(m_curve, &TopKView::kChanged, this, &SensitivityPanel::showKeep);
    auto* content = new QSplitter(Qt::Vertical);
    content->addWidget(m_table);
    content->addWidget(m_curve);
    content->setChildrenCollapsible(false);
    m_curve->hide(); // until there is a curve
    m_stack->addWidget(m_empty);
    m_stack->addWidget(content);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(makeHead(measure, copy));
    layout->addWidget(m_job);
    layout->addLayout(m_stack, 1);
    setFocusProxy(m_table);
    // Tab comes to the table first, as the dock does: what it steps to next is what stands above.
    setTabOrder(m_table, m_units);
    setTabOrder(m_units, m_metric);
    setTabOrder(m_metric, m_copying);
    setTabOrder(m_copying, m_direction);
    setTabOrder(m_direction, m_mode);
    setTabOrder(m_mode, m_again);
    setStale({});
}

QWidget* SensitivityPanel::makeHead(QAction* measure, QAction* copy)
{
    const std::pair<QString, SensitivityUnits> units[] = {{tr("by layer"), SensitivityUnits::Layer},
                                                          {tr("by block"), SensitivityUnits::Block},
                                                          {tr("by scope"), SensitivityUnits::Scope},
                                                          {tr("by operator"), SensitivityUnits::OpType},
                                                          {tr("by mark"), SensitivityUnits::Group}};
    for (const auto& [text, unit] : units)
        m_units->addItem(text, int(unit));
    m_units->setAccessibleName(tr("Parts"));
    m_units->setToolTip(tr("What is quantized by itself, one after the other. By mark: what each rule of the recipe "
                           "catches, and what is selected"));
    using enum SensitivityMetric;
    for (const SensitivityMetric metric : {Cosine, Sqnr, L2, Kl, Top1})
        m_metric->addItem(metricText(metric), int(metric));
    m_metric->setAccessibleName(tr("Metric"));
    m_metric->setToolTip(tr("What the outputs are compared by; top-1 accuracy needs labels"));
    const std::pair<QString, SensitivityDirection> directions[] = {
        {tr("only this quantized"), SensitivityDirection::Only},
        {tr("only this in float"), SensitivityDirection::AllBut}};
    for (const auto& [text, direction] : directions)
        m_direction->addItem(text, int(direction));
    m_direction->setAccessibleName(tr("What is switched"));
    m_direction->setToolTip(tr("Only this quantized: what harm each part does by itself. Only this in float: what it "
                               "gains to keep each part in float while everything else is quantized"));
    connect(m_direction, &QComboBox::currentIndexChanged, this, [this] {
        const bool isOnly = direction() == SensitivityDirection::Only;
        if (!isOnly) // estimates are of quantizing one part
            m_mode->setCurrentIndex(m_mode->findData(int(SensitivityMode::Full)));
        m_mode->setEnabled(isOnly);
    });
    const std::pair<QString, SensitivityMode> modes[] = {{tr("measured"), SensitivityMode::Full},
                                                         {tr("estimate, first order"), SensitivityMode::FirstOrder},
                                                         {tr("estimate, own errors"), SensitivityMode::Local}};
    for (const auto& [text, mode] : modes)
        m_mode->addItem(text, int(mode));
    m_mode->setAccessibleName(tr("Way of measuring"));
    m_mode->setToolTip(
        tr("Measured: every part runs on every sample. Estimates take a fraction of the time and may rank "
           "some parts wrongly"));
    m_caption->setProperty("caption", true);
    m_caption->setTextFormat(Qt::PlainText);
    m_caption->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_stale->setProperty("chip", QStringLiteral("warning"));
    m_stale->setTextFormat(Qt::PlainText);
    m_stale->setToolTip(tr("The recipe was edited since this run; the numbers are the run's"));
    m_again->setDefaultAction(measure);
    m_again->setAutoRaise(true);
    auto* head = new QWidget;
    auto* rows = new QVBoxLayout(head); // two: the dock is narrow
    rows->setContentsMargins(8, 3, 6, 3);
    rows->setSpacing(3);
    auto* what = new QHBoxLayout;
    what->addWidget(m_units, 1);
    what->addWidget(m_metric, 1);
    m_copying = new QToolButton;
    m_copying->setDefaultAction(copy);
    m_copying->setAutoRaise(true);
    what->addWidget(m_copying);
    what->addWidget(m_again);
    auto* how = new QHBoxLayout;
    how->addWidget(m_direction, 3); // by the length of what they say
    how->addWidget(m_mode, 2);
    how->addWidget(m_stale);
    how->addWidget(m_caption, 1);
    rows->addLayout(what);
    rows->addLayout(how);
    for (QComboBox* box : {m_units, m_metric, m_direction, m_mode}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(9);
    }
    return head;
}

void SensitivityPanel::makeTable()
{
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Sensitivity"));
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(m_table->fontMetrics().height() + 8);
    m_table->setItemDelegateForColumn(int(Column::Value), m_bars);
    QHeaderView* header = m_table->horizontalHeader();
    header->setHighlightSections(false);
    header->setMinimumHeight(m_table->fontMetrics().height() + 10);
    const int letter = m_table->fontMetrics().averageCharWidth();
    header->resizeSection(int(Column::Rank), letter * 5);
    header->resizeSection(int(Column::Name), letter * 20);
    header->setSectionResizeMode(int(Column::Value), QHeaderView::Stretch);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& row) {
        if (!m_isFollowing)
            choose(row);
    });
    connect(m_table, &QTableView::clicked, this, &SensitivityPanel::choose);
}

SensitivityUnits SensitivityPanel::units() const
{
    return SensitivityUnits(m_units->currentData().toInt());
}

SensitivityMetric SensitivityPanel::metric() const
{
    return SensitivityMetric(m_metric->currentData().toInt());
}

SensitivityMode SensitivityPanel::mode() const
{
    return SensitivityMode(m_mode->currentData().toInt());
}

SensitivityDirection SensitivityPanel::direction() const
{
    return SensitivityDirection(m_direction->currentData().toInt());
}

void SensitivityPanel::setSensitivity(std::shared_ptr<const Sensitivity> sensitivity, const QString& empty)
{
    m_empty->setText(empty);
    m_stack->setCurrentIndex(sensitivity ? 1 : 0);
    if (sensitivity.get() == m_model->sensitivity())
        return;
    const QModelIndex before = m_table->currentIndex();
    const std::string name = before.isValid() ? m_model->unit(before.row()).name : std::string();
    const int scrolled = m_table->verticalScrollBar()->value();
    m_isFollowing = true;
    m_model->setSensitivity(sensitivity);
    for (int row = 0; row < m_model->rowCount() && before.isValid(); ++row) {
        if (m_model->unit(row).name == name)
            m_table->setCurrentIndex(m_model->index(row, int(Column::Name)));
    }
    m_isFollowing = false;
    m_table->verticalScrollBar()->setValue(scrolled); // whoever reads on is not thrown back by the next round
    m_bars->setScale({.empty = 0.0, .full = std::max(m_model->worst(), 1e-12), .isWide = true});
    m_table->viewport()->update();
    if (sensitivity) {
        const QString samples =
            tr("%1 of %n sample(s)", nullptr, int(sensitivity->samples)).arg(fewestSamples(*sensitivity));
        m_caption->setText(sensitivity->isComplete ? tr("%n sample(s)", nullptr, int(sensitivity->samples)) : samples);
        if (sensitivity->isEstimate)
            m_caption->setText(tr("estimate · %1").arg(m_caption->text()));
        m_caption->setToolTip(sensitivity->isEstimate
                                  ? tr("Estimated without running every part on every sample; measure to be sure")
                                  : sensitivity->rankedBy == SensitivityDirection::Only
                                  ? tr("Quantized by itself, everything else in float")
                                  : tr("By itself in float, everything else quantized"));
    } else {
        m_caption->clear();
    }
    showCurve();
}

void SensitivityPanel::setJob(const std::shared_ptr<const Job>& job)
{
    m_job->setJob(job);
}

void SensitivityPanel::setGates(std::vector<Gate> gates)
{
    m_gates = std::move(gates);
    showCurve();
}

void SensitivityPanel::setStale(const QString& text)
{
    m_stale->setText(text);
    m_stale->setVisible(!text.isEmpty());
}

void SensitivityPanel::showCurve()
{
    const Sensitivity* known = m_model->sensitivity();
    const bool wasHidden = m_curve->isHidden();
    m_curve->setVisible(known && !known->curve.empty());
    if (wasHidden && !m_curve->isHidden()) // with room for some rows of the table, whatever plots ask for
        static_cast<QSplitter*>(m_curve->parentWidget())->setSizes({340, 560});
    if (!known || known->curve.empty())
        return;
    const auto gate = std::find_if(m_gates.begin(), m_gates.end(), [known](const Gate& each) {
        const bool isShown = (each.metric == GateMetric::Cosine && known->metric == SensitivityMetric::Cosine)
            || (each.metric == GateMetric::Sqnr && known->metric == SensitivityMetric::Sqnr);
        return isShown && each.min && each.of == GateStatistic::Mean;
    });
    m_curve->setGate(gate != m_gates.end() ? gate->min : std::nullopt);
    TopKView::Series series{toQt(known->preset), {}};
    const CurvePoint& none = known->curve.front();
    double lowest = gate != m_gates.end() ? *gate->min : 1.0;
    const auto more = [](std::uint64_t now, std::uint64_t before) { return now > before ? double(now - before) : 0.0; };
    for (const CurvePoint& point : known->curve) {
        if (!point.effect.value || !std::isfinite(*point.effect.value))
            continue;
        lowest = std::min(lowest, *point.effect.value);
        series.points.push_back({int(point.units), *point.effect.value,
                                 more(point.floatWeightBytes, none.floatWeightBytes),
                                 more(point.floatMultiplyAdds, none.floatMultiplyAdds)});
    }
    const bool isBounded = known->metric == SensitivityMetric::Cosine || known->metric == SensitivityMetric::Top1;
    m_curve->setMetric({metricText(known->metric),
                        isBounded ? std::optional(std::pair(floorOf(lowest), 1.0)) : std::nullopt,
                        metricValueText(known->metric), known->metric == SensitivityMetric::Sqnr});
    m_curve->setSeries({std::move(series)});
    showKeep();
}

void SensitivityPanel::showKeep()
{
    const int k = m_curve->k().value_or(0);
    m_keep->setText(tr("Keep these %n in float", nullptr, k));
    m_keep->setEnabled(k > 0);
}

void SensitivityPanel::keep()
{
    const int k = std::min(m_curve->k().value_or(0), m_model->rowCount());
    std::vector<std::string> nodes;
    for (int row = 0; row < k; ++row)
        nodes.insert(nodes.end(), m_model->unit(row).nodes.begin(), m_model->unit(row).nodes.end());
    if (!nodes.empty())
        emit keepWanted(nodes, k);
}

void SensitivityPanel::choose(const QModelIndex& row)
{
    if (row.isValid())
        emit unitChosen(m_model->unit(row.row()).nodes);
}

void SensitivityPanel::setCurrentNode(const std::string& node)
{
    const QModelIndex current = m_table->currentIndex();
    if (current.isValid() && !node.empty()) {
        const std::vector<std::string>& nodes = m_model->unit(current.row()).nodes;
        if (std::find(nodes.begin(), nodes.end(), node) != nodes.end())
            return;
    }
    const int row = node.empty() ? -1 : m_model->rowOf(node);
    m_isFollowing = true;
    m_table->setCurrentIndex(row < 0 ? QModelIndex() : m_model->index(row, int(Column::Name)));
    if (row < 0)
        m_table->clearSelection();
    m_isFollowing = false;
}

} // namespace quantiscope
