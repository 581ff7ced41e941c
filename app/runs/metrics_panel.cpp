// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/metrics_panel.h"

#include "app/pages/table_text.h"
#include "widgets/common/context_menus.h"
#include "widgets/common/number_text.h"
#include "widgets/common/text.h"
#include "widgets/common/themed_icon.h"
#include "widgets/models/runs_model.h"
#include "widgets/plots/lane_plot.h"

#include <QBoxLayout>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QSplitter>
#include <QTableView>
#include <QToolButton>

#include <cmath>

namespace quantiscope {

namespace {

using Column = RunOutputsModel::Column;

bool isBounded(OutputMetric metric)
{
    return metric == OutputMetric::Cosine || metric == OutputMetric::Ssim;
}

bool isDecibels(OutputMetric metric)
{
    return metric == OutputMetric::Sqnr || metric == OutputMetric::Psnr;
}

} // namespace

QString metricWord(OutputMetric metric)
{
    switch (metric) {
    case OutputMetric::Cosine:
        return MetricsPanel::tr("cosine");
    case OutputMetric::Sqnr:
        return QStringLiteral("SQNR");
    case OutputMetric::Psnr:
        return QStringLiteral("PSNR");
    case OutputMetric::Rmse:
        return QStringLiteral("RMSE");
    case OutputMetric::L2:
        return MetricsPanel::tr("L2 distance");
    case OutputMetric::MaxAbs:
        return MetricsPanel::tr("largest error");
    case OutputMetric::Ssim:
        return QStringLiteral("SSIM");
    }
    return {};
}

QString metricTitle(OutputMetric metric)
{
    if (isDecibels(metric))
        return MetricsPanel::tr("%1, dB", "title of an axis").arg(metricWord(metric));
    return isBounded(metric) ? MetricsPanel::tr("%1, no unit", "title of an axis").arg(metricWord(metric))
                             : MetricsPanel::tr("%1, unit of the output", "title of an axis").arg(metricWord(metric));
}

QString metricValue(OutputMetric metric, double value)
{
    if (isBounded(metric))
        return numberText(value, 'f', 4);
    return isDecibels(metric) ? MetricsPanel::tr("%1 dB").arg(numberText(value, 'f', 1)) : numberText(value, 'g', 4);
}

QString firstSamplesText(const Evaluation& evaluation)
{
    return MetricsPanel::tr("the first %1 of %2 samples")
        .arg(QLocale().toString(qulonglong(evaluation.perSample.size())),
             QLocale().toString(qulonglong(evaluation.samples)));
}

MetricsPanel::MetricsPanel(QWidget* parent)
    : QWidget(parent)
    , m_model(new RunOutputsModel(this))
    , m_measured(captionLabel())
    , m_plotTitle(captionLabel())
    , m_missing(emptyLabel())
    , m_table(makeTable(m_model, tr("Outputs")))
    , m_metric(new QComboBox)
    , m_plot(new LanePlot)
{
    m_table->setObjectName(QStringLiteral("outputs"));
    fitColumns(m_table, -1);
    m_table->horizontalHeader()->setMinimumSectionSize(m_table->fontMetrics().averageCharWidth() * 6);
    m_plot->setObjectName(QStringLiteral("samplePlot"));
    m_plot->setAccessibleName(tr("Distribution over the samples"));
    m_plot->setMinimumHeight(m_plot->fontMetrics().height() * 5);
    for (const OutputMetric metric : kOutputMetrics)
        m_metric->addItem(metricWord(metric), int(metric));
    m_metric->setAccessibleName(tr("Metric of the plot"));
    m_metric->setToolTip(tr("The metric that the plot and the worst samples are about"));
    m_plotTitle->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_measured->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);

    auto* plotHead = new QHBoxLayout;
    plotHead->setContentsMargins(8, 2, 6, 2);
    plotHead->setSpacing(8);
    plotHead->addWidget(m_metric);
    plotHead->addWidget(m_plotTitle, 1);
    auto* plotBox = new QWidget;
    plotBox->setAutoFillBackground(true);
    plotBox->setBackgroundRole(QPalette::Base);
    auto* plotLayout = new QVBoxLayout(plotBox);
    plotLayout->setContentsMargins(0, 0, 0, 4);
    plotLayout->setSpacing(0);
    plotLayout->addLayout(plotHead);
    plotLayout->addWidget(m_plot, 1);
    plotLayout->addWidget(m_missing);
    auto* splitter = new QSplitter(Qt::Horizontal);
    splitter->addWidget(m_table);
    splitter->addWidget(plotBox);
    splitter->setChildrenCollapsible(false);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    splitter->setSizes({300, 200});
    auto* head = headBar({titleLabel(tr("FP32 against quantized"))}, {columnChooser(m_table)});
    static_cast<QHBoxLayout*>(head->layout())->insertWidget(1, m_measured, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(head);
    layout->addWidget(splitter, 1);

    connect(m_metric, &QComboBox::currentIndexChanged, this, [this] {
        showPlot();
        emit shownChanged();
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& row, const QModelIndex& before) {
                if (m_isFollowing || !row.isValid()
                    || row.data(RunOutputsModel::OutputRole) == before.data(RunOutputsModel::OutputRole))
                    return;
                showPlot();
                emit shownChanged();
            });
    connect(m_table, &QTableView::activated, this,
            [this](const QModelIndex& row) { emit outputRequested(row.data(RunOutputsModel::OutputRole).toString()); });
    connect(m_plot, &LanePlot::picked, this, &MetricsPanel::samplePicked);
    openMenu();
}

void MetricsPanel::openMenu()
{
    ContextMenus::watch(m_table, [this](const QModelIndex& cell, const QPoint& place) {
        if (!cell.isValid())
            return;
        const QString output = cell.data(RunOutputsModel::OutputRole).toString();
        QMenu menu(this);
        connect(menu.addAction(themedIcon(QStringLiteral("search")), tr("Show this output")), &QAction::triggered, this,
                [this, output] { emit outputRequested(output); });
        ContextMenus::addCopy(&menu, cellText(cell));
        connect(menu.addAction(tr("Copy these outputs as CSV")), &QAction::triggered, this,
                [this] { QGuiApplication::clipboard()->setText(tableText(*m_table, TableFormat::Csv)); });
        menu.exec(place);
    });
}

std::string MetricsPanel::output() const
{
    return toStd(m_table->currentIndex().data(RunOutputsModel::OutputRole).toString());
}

OutputMetric MetricsPanel::metric() const
{
    return OutputMetric(m_metric->currentData().toInt());
}

void MetricsPanel::setMetric(OutputMetric metric)
{
    m_metric->setCurrentIndex(m_metric->findData(int(metric)));
}

void MetricsPanel::setOutput(const std::string& output)
{
    if (const int row = m_model->rowOf(output); row >= 0)
        m_table->setCurrentIndex(m_model->index(row, 0));
}

void MetricsPanel::setRuns(std::vector<RunInView> runs)
{
    const std::string before = output();
    m_runs = std::move(runs);
    std::vector<ShownRun> shown;
    for (const RunInView& run : m_runs) {
        shown.push_back(run.shown);
        if (run.evaluation())
            shown.back().evaluation = {run.details, run.details->evaluation()};
    }
    m_isFollowing = true;
    m_model->setRuns(shown);
    // The one that is farthest from the float model, unless another was chosen.
    int row = m_model->rowOf(before);
    if (row < 0) {
        for (int at = 0; at < m_model->rowCount(); ++at) {
            const double cosine = m_model->value(at, Column::Cosine).value_or(2.0);
            if (row < 0 || cosine < m_model->value(row, Column::Cosine).value_or(2.0))
                row = at;
        }
    }
    m_table->setCurrentIndex(row < 0 ? QModelIndex() : m_model->index(row, 0));
    m_isFollowing = false;
    showColumns();
    m_measured->setText(m_runs.empty() ? QString() : measuredOnText(m_runs.front().shown.summary));
    showPlot();
}

void MetricsPanel::showColumns()
{
    const bool hasDetails = m_model->hasValues(Column::Rmse);
    if (m_areColumnsChosen || !hasDetails) {
        if (!hasDetails) {
            for (const Column column : {Column::Sqnr, Column::Ssim, Column::Rmse, Column::L2, Column::MaxAbs})
                m_table->setColumnHidden(int(column), true);
        }
        m_table->setColumnHidden(int(Column::CosineDelta), !m_model->hasValues(Column::CosineDelta));
        return;
    }
    m_areColumnsChosen = true;
    m_table->setColumnHidden(int(Column::CosineDelta), !m_model->hasValues(Column::CosineDelta));
    m_table->setColumnHidden(int(Column::Sqnr), false);
    m_table->setColumnHidden(int(Column::Ssim), !m_model->hasValues(Column::Ssim));
    m_table->setColumnHidden(int(Column::Rmse), true); // says what L2 says
    m_table->setColumnHidden(int(Column::L2), false);
    m_table->setColumnHidden(int(Column::MaxAbs), true);
}

QString MetricsPanel::missingText() const
{
    if (m_runs.empty())
        return tr("Choose a run to see how near its outputs are to the float model's.");
    const RunInView& run = m_runs.front();
    if (!run.details)
        return tr("Its report is being read…");
    if (run.shown.summary.measuredOn == RunSummary::MeasuredOn::Nothing)
        return tr("This run was not measured. Measure it to compare it with the float model.");
    if (!run.details->problem.empty() && !run.evaluation())
        return toQt(run.details->problem);
    return tr("Values of single samples are not known of this run: an older version measured it, or its report has "
              "gone. Measure it again to see them.");
}

void MetricsPanel::showPlot()
{
    const std::string shown = output();
    const OutputMetric which = metric();
    std::vector<LanePlot::Lane> lanes;
    std::size_t missing = 0;
    bool hasCurrent = false; // or only those beside it
    for (const RunInView& run : m_runs) {
        const Evaluation* evaluation = run.evaluation();
        const OutputSummary* summary = evaluation ? evaluation->summaryNamed(shown) : nullptr;
        const auto mean = summary ? summaryOf(*summary, which) : std::nullopt;
        if (!mean)
            continue;
        LanePlot::Lane lane{RunOutputsModel::tr("run %1").arg(run.number()), run.shown.slot};
        const auto values = evaluation->valuesOf(shown, which);
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (values[i] && !std::isnan(*values[i]))
                lane.dots.push_back({*values[i], toQt(evaluation->perSample[i].name)});
            else
                ++missing;
        }
        lane.mean = mean->mean;
        if (lane.dots.empty())
            continue;
        hasCurrent = hasCurrent || &run == &m_runs.front();
        lanes.push_back(std::move(lane));
    }
    const bool isEmpty = lanes.empty();
    m_plot->setLanes(std::move(lanes), metricTitle(which), isBounded(which) ? std::optional(1.0) : std::nullopt);
    m_plot->setValueTexts(isDecibels(which) ? tr("%1 dB") : metricWord(which) + QStringLiteral(" %1"),
                          QStringLiteral("%1"));
    if (isDecibels(which))
        m_plot->refuseLogarithmic(tr("Decibels are logarithmic already"));
    m_plot->setVisible(!isEmpty);
    m_missing->setVisible(!hasCurrent);
    const bool hasOther =
        !m_runs.empty() && m_runs.front().evaluation() && !m_runs.front().evaluation()->perSample.empty();
    m_missing->setText(hasOther ? tr("No sample has a value of this metric.") : missingText());
    QString title = shown.empty() ? QString() : tr("per sample · %1", "of an output").arg(shownName(shown));
    if (missing > 0)
        title += tr(" · %n without a value", nullptr, int(missing));
    if (const Evaluation* own = m_runs.empty() ? nullptr : m_runs.front().evaluation();
        own && own->perSample.size() < own->samples)
        title += QStringLiteral(" · ") + firstSamplesText(*own);
    const auto isThinned = [](const LanePlot::Lane& lane) { return lane.dots.size() > LanePlot::kMostDots; };
    if (std::any_of(m_plot->lanes().begin(), m_plot->lanes().end(), isThinned))
        title += tr(" · %1 dots a run stand for all").arg(QLocale().toString(qulonglong(LanePlot::kMostDots)));
    m_plotTitle->setText(isEmpty ? QString() : title);
    m_plotTitle->setToolTip(plainToolTip(m_plotTitle->text()));
}

void MetricsPanel::setSelectedSample(const QString& sample)
{
    m_plot->setSelected(sample);
}

} // namespace quantiscope
