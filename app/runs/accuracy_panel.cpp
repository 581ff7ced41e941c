// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/accuracy_panel.h"

#include "widgets/common/number_text.h"
#include "widgets/plots/lane_plot.h"

#include <QBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QToolButton>

namespace quantiscope {

namespace {

QString points(double share)
{
    return numberText(100.0 * share, 'f', 1);
}

LanePlot::Lane laneOf(const QString& name, std::uint64_t hits, std::uint64_t all, const Interval& interval,
                      std::optional<std::size_t> slot)
{
    const double share = double(hits) / double(all);
    LanePlot::Lane lane{AccuracyPanel::tr("%1\n%2 %", "run, its accuracy").arg(name, points(share)), slot};
    lane.mean = 100.0 * share;
    lane.interval = std::pair(100.0 * interval.low, 100.0 * interval.high);
    return lane;
}

} // namespace

AccuracyPanel::AccuracyPanel(QWidget* parent)
    : QWidget(parent)
    , m_caption(captionLabel())
    , m_content(new QWidget)
    , m_plot(new LanePlot)
    , m_sentence(captionLabel())
    , m_show(new QToolButton)
    , m_empty(emptyLabel(tr("No labels: choose them with the evaluation data, then measure the run again.")))
{
    m_plot->setObjectName(QStringLiteral("accuracyPlot"));
    m_plot->setAccessibleName(tr("Labelled accuracy"));
    m_plot->setValueTexts(tr("%1 %"), QStringLiteral("%1"));
    m_sentence->setWordWrap(true);
    m_sentence->setObjectName(QStringLiteral("accuracySentence"));
    m_show->setText(tr("Show"));
    m_show->setToolTip(tr("List the samples whose answer flipped"));
    m_show->setProperty("framed", true);
    m_caption->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_content->setAutoFillBackground(true);
    m_content->setBackgroundRole(QPalette::Base);
    auto* below = new QHBoxLayout;
    below->setContentsMargins(10, 0, 6, 6);
    below->addWidget(m_sentence, 1);
    below->addWidget(m_show);
    auto* inside = new QVBoxLayout(m_content);
    inside->setContentsMargins(4, 4, 0, 0);
    inside->addWidget(m_plot, 1);
    inside->addLayout(below);
    auto* head = headBar({titleLabel(tr("Labelled accuracy"))}, {});
    static_cast<QHBoxLayout*>(head->layout())->insertWidget(1, m_caption, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(head);
    layout->addWidget(m_content, 1);
    layout->addWidget(m_empty, 1);
    connect(m_show, &QToolButton::clicked, this, &AccuracyPanel::flippedRequested);
}

void AccuracyPanel::setRuns(const std::vector<RunInView>& runs)
{
    showPlot(runs);
    const std::optional<ClassificationSummary> own = runs.empty() ? std::nullopt : runs.front().shown.summary.accuracy;
    QString sentence;
    if (own && own->lost && own->gained()) {
        sentence = tr("Run %1 to FP32: %2 lost · %3 gained. McNemar's exact p = %4")
                       .arg(runs.front().number())
                       .arg(*own->lost)
                       .arg(*own->gained())
                       .arg(numberText(own->chanceOfDifference().value_or(1.0), 'g', 2));
    }
    m_sentence->setText(sentence);
    m_sentence->setToolTip(tr("How likely so uneven a split of lost and gained answers is by chance"));
    m_show->setVisible(!sentence.isEmpty());
}

void AccuracyPanel::showPlot(const std::vector<RunInView>& runs)
{
    std::vector<LanePlot::Lane> lanes;
    for (const RunInView& run : runs) {
        const auto& accuracy = run.shown.summary.accuracy;
        if (!accuracy || accuracy->labelled == 0)
            continue;
        if (lanes.empty()) {
            lanes.push_back(laneOf(QStringLiteral("FP32"), accuracy->floatTop1, accuracy->labelled,
                                   accuracy->floatInterval(), std::nullopt));
            m_caption->setText(tr("top-1, 95 % interval, %n sample(s)", nullptr, int(accuracy->labelled)));
            m_caption->setToolTip(m_caption->text());
        }
        lanes.push_back(laneOf(RunOutputsModel::tr("run %1").arg(run.number()), accuracy->quantizedTop1,
                               accuracy->labelled, accuracy->quantizedInterval(), run.shown.slot));
    }
    m_content->setVisible(!lanes.empty());
    m_empty->setVisible(lanes.empty());
    if (lanes.empty())
        m_caption->clear();
    m_plot->setMinimumHeight(m_plot->fontMetrics().height() * int(2 * lanes.size() + 3));
    m_plot->setLanes(std::move(lanes), tr("top-1 accuracy, %"), std::nullopt);
}

} // namespace quantiscope
