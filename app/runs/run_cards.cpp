// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/run_cards.h"

#include "app/jobs/job.h"
#include "core/pipeline/gates.h"
#include "widgets/common/number_text.h"
#include "widgets/common/run_mark.h"
#include "widgets/common/stacked_bar.h"
#include "widgets/common/text.h"
#include "widgets/common/theme.h"
#include "widgets/models/runs_model.h"

#include <QHBoxLayout>
#include <QLabel>

#include <algorithm>

namespace quantiscope {

namespace {

enum Place : std::size_t
{
    kSize,
    kShares,
    kGates,
    kTime,
};

double shareOf(double part, double whole)
{
    return whole > 0.0 ? part / whole : 0.0;
}

QString percent(double share)
{
    return RunCards::tr("%1 %", "per cent").arg(numberText(100.0 * share, 'f', 1));
}

QString mebibytes(std::uint64_t bytes)
{
    return numberText(double(bytes) / double(1 << 20), 'f', 2);
}

std::function<QColor()> seriesColor(std::size_t place)
{
    return [place] { return runColor(place); };
}

} // namespace

RunCards::RunCards(QWidget* parent) : QFrame(parent)
{
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    const QString titles[] = {tr("Size"), tr("Quantized"), tr("Gates"), tr("Time")};
    for (std::size_t i = 0; i < m_cards.size(); ++i) {
        Card& card = m_cards[i];
        if (i > 0) {
            auto* line = new QFrame;
            line->setFrameShape(QFrame::VLine);
            line->setForegroundRole(QPalette::Mid);
            layout->addWidget(line);
        }
        auto* box = new QVBoxLayout;
        box->setContentsMargins(12, 6, 12, 8);
        box->setSpacing(1);
        card.title = captionLabel(titles[i]);
        card.figure = titleLabel({});
        QFont large = card.figure->font();
        large.setPointSizeF(large.pointSizeF() * 1.25);
        card.figure->setFont(large);
        card.caption = captionLabel();
        card.bar = new StackedBar;
        card.bar->setAccessibleName(titles[i]);
        for (QLabel* label : {card.title, card.figure, card.caption}) {
            label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // all cards are equally wide
            box->addWidget(label);
        }
        card.caption->setWordWrap(true);
        box->addSpacing(3);
        box->addStretch(); // bars stand in one line
        box->addWidget(card.bar);
        layout->addLayout(box, 1);
    }
}

void RunCards::setRuns(const std::vector<RunInView>& runs)
{
    for (Card& card : m_cards) {
        card.figure->setText(QStringLiteral("—"));
        card.caption->clear();
        card.caption->setToolTip({});
        card.bar->setParts({});
    }
    if (runs.empty())
        return;
    const bool hasBaseline = runs.size() > 1 && runs[1].shown.isBaseline;
    showSize(runs[0].shown.summary, hasBaseline ? &runs[1].shown.summary : nullptr);
    showShares(runs[0]);
    showGates(runs[0]);
    showTime(runs[0]);
    for (const Card& card : m_cards) {
        if (card.caption->toolTip().isEmpty())
            card.caption->setToolTip(plainToolTip(card.caption->text())); // which may be cut
    }
}

void RunCards::showSize(const RunSummary& run, const RunSummary* baseline)
{
    const Card& card = m_cards[kSize];
    card.figure->setText(tr("%1 MiB").arg(mebibytes(run.outputBytes)));
    QStringList words;
    if (baseline) {
        const double change = (double(run.outputBytes) - double(baseline->outputBytes)) / double(1 << 20);
        words += tr("%1 MiB to run %2").arg(deltaText(change, 2)).arg(baseline->number);
    }
    if (run.outputBytes > 0 && run.floatBytes > 0)
        words += tr("÷ %1 to FP32").arg(numberText(double(run.floatBytes) / double(run.outputBytes), 'f', 1));
    card.caption->setText(words.join(QStringLiteral(" · ")));
    const double share = shareOf(double(run.outputBytes), double(run.floatBytes));
    card.bar->setParts({{std::min(1.0, share), seriesColor(0), tr("%1 of the float model").arg(percent(share))}});
}

void RunCards::showShares(const RunInView& run)
{
    const Card& card = m_cards[kShares];
    const RunSummary& summary = run.shown.summary;
    card.figure->setText(tr("%1 of %n node(s)", nullptr, int(summary.nodes)).arg(summary.quantizedNodes));
    const double nodes = shareOf(double(summary.quantizedNodes), double(summary.nodes));
    QStringList words{tr("%1 of nodes").arg(percent(nodes))};
    const auto figures = run.details && run.details->hasReport ? run.details->run.figures : std::nullopt;
    double shown = nodes;
    if (figures && figures->multiplyAdds > 0) {
        shown = 1.0 - shareOf(double(figures->floatMultiplyAdds), double(figures->multiplyAdds));
        words += tr("%1 of multiply-adds").arg(percent(shown));
    }
    if (figures && run.details->run.floatWeightBytes > 0) {
        const double left = shareOf(double(figures->floatWeightBytes), double(run.details->run.floatWeightBytes));
        words += tr("%1 of weights").arg(percent(std::max(0.0, 1.0 - left)));
    }
    card.caption->setText(words.join(QStringLiteral(" · ")));
    card.bar->setParts(
        {{shown, [] { return Theme::current().int8; }, tr("in integers: %1").arg(percent(shown))},
         {1.0 - shown, [] { return Theme::current().floating; }, tr("in float: %1").arg(percent(1.0 - shown))}});
}

void RunCards::showGates(const RunInView& run)
{
    const Card& card = m_cards[kGates];
    const RunSummary& summary = run.shown.summary;
    if (summary.gates == 0) {
        card.figure->setText(tr("none"));
        card.caption->setText(tr("Bounds of the recipe that a result must keep"));
        return;
    }
    card.figure->setText(tr("%1 of %n met", nullptr, int(summary.gates)).arg(summary.gatesMet));
    const double met = shareOf(double(summary.gatesMet), double(summary.gates));
    card.bar->setParts({{met, [] { return Theme::current().done; }, tr("met")},
                        {1.0 - met, [] { return Theme::current().error; }, tr("not met")}});
    QStringList missed;
    if (const Evaluation* evaluation = run.evaluation()) {
        for (const GateResult& gate : checkGates(summary.recipe.gates, *evaluation)) {
            if (!gate.met)
                missed += toQt(gate.text());
        }
    }
    card.caption->setText(missed.isEmpty() ? QString() : tr("✕ %1", "a gate that is not met").arg(missed.front()));
    card.caption->setToolTip(plainToolTip(missed.join(QLatin1Char('\n'))));
}

void RunCards::showTime(const RunInView& run)
{
    const Card& card = m_cards[kTime];
    const RunSummary& summary = run.shown.summary;
    card.figure->setText(tr("%1 s").arg(numberText(summary.seconds, 'f', summary.seconds < 10.0 ? 2 : 1)));
    QStringList words;
    if (summary.statisticsReused)
        words += tr("statistics reused");
    const bool hasReport = run.details && run.details->hasReport;
    if (hasReport && run.details->run.peakMemory > 0)
        words += tr("peak %1").arg(bytesText(run.details->run.peakMemory));
    card.caption->setText(words.join(QStringLiteral(" · ")));
    if (!hasReport)
        return;
    double whole = 0.0;
    for (const StageRecord& stage : run.details->run.stages)
        whole += stage.seconds;
    std::vector<StackedBar::Part> parts;
    for (const StageRecord& stage : run.details->run.stages) {
        QString text = tr("%1: %2 s").arg(stageText(toQt(stage.name)), numberText(stage.seconds, 'f', 2));
        if (stage.peakMemory > 0)
            text = tr("%1, peak %2").arg(text, bytesText(stage.peakMemory));
        parts.push_back({shareOf(stage.seconds, whole), seriesColor(parts.size()), text});
    }
    card.bar->setParts(std::move(parts));
}

} // namespace quantiscope
