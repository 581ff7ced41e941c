// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/samples_panel.h"

#include "app/runs/metrics_panel.h"
#include "widgets/common/context_menus.h"
#include "widgets/common/text.h"
#include "widgets/common/themed_icon.h"
#include "widgets/data/shown_sample_delegate.h"
#include "widgets/data/thumbnail_cache.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QLabel>
#include <QListView>
#include <QMenu>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace quantiscope {

namespace {

constexpr int kPictureSide = 256; ///< sharp on dense screens, too

QString classText(const Evaluation& evaluation, const std::optional<std::int64_t>& place)
{
    if (!place)
        return QStringLiteral("—");
    const auto name = evaluation.classNames.find(*place);
    return name == evaluation.classNames.end() ? QString::number(*place) : shownName(name->second);
}

QString pictureOf(const RunInView& run, const std::string& sample)
{
    const auto found = run.details->pictures.find(sample);
    return found == run.details->pictures.end() ? QString() : pathText(found->second);
}

} // namespace

SamplesPanel::SamplesPanel(QWidget* parent)
    : QWidget(parent)
    , m_thumbnails(new ThumbnailCache(this, kPictureSide))
    , m_model(new ShownSampleModel(*m_thumbnails, this))
    , m_delegate(new ShownSampleDelegate(this))
    , m_choice(new QComboBox)
    , m_caption(captionLabel())
    , m_open(new QToolButton)
    , m_list(new QListView)
    , m_empty(emptyLabel())
{
    m_choice->addItem(tr("Worst samples"), int(Choice::Worst));
    m_choice->addItem(tr("Lost: right in FP32, wrong now"), int(Choice::Lost));
    m_choice->addItem(tr("Gained: wrong in FP32, right now"), int(Choice::Gained));
    m_choice->addItem(tr("All that flipped"), int(Choice::Flipped));
    m_choice->setObjectName(QStringLiteral("sampleChoice"));
    m_choice->setAccessibleName(tr("Samples"));
    m_choice->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_caption->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_open->setText(tr("Open as data"));
    m_open->setIcon(themedIcon(QStringLiteral("data")));
    m_open->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_open->setToolTip(tr("List these samples alone in the perspective Calibrate"));
    m_open->setProperty("framed", true);
    m_list->setObjectName(QStringLiteral("samples"));
    m_list->setAccessibleName(tr("Samples"));
    m_list->setModel(m_model);
    m_list->setItemDelegate(m_delegate);
    m_list->setViewMode(QListView::IconMode);
    m_list->setMovement(QListView::Static);
    m_list->setResizeMode(QListView::Adjust);
    m_list->setUniformItemSizes(true);
    m_list->setSpacing(4);
    m_list->setMouseTracking(true);
    m_list->setFrameShape(QFrame::NoFrame);
    auto* head = headBar({m_choice}, {m_open});
    static_cast<QHBoxLayout*>(head->layout())->insertWidget(1, m_caption, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(head);
    layout->addWidget(m_list, 1);
    layout->addWidget(m_empty, 1);

    connect(m_choice, &QComboBox::currentIndexChanged, this, &SamplesPanel::showSamples);
    connect(m_open, &QToolButton::clicked, this, [this] { emit excerptRequested(title(), shownSamples()); });
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& row) {
        if (!m_isFollowing && row.isValid())
            emit samplePicked(m_model->samples()[std::size_t(row.row())].name);
    });
    connect(m_list, &QListView::activated, this,
            [this](const QModelIndex& row) { emit sampleRequested(m_model->samples()[std::size_t(row.row())].name); });
    openMenu();
}

void SamplesPanel::openMenu()
{
    ContextMenus::watch(m_list, [this](const QModelIndex& row, const QPoint& place) {
        if (!row.isValid())
            return;
        const ShownSample sample = m_model->samples()[std::size_t(row.row())];
        QMenu menu(this);
        connect(menu.addAction(themedIcon(QStringLiteral("data")), tr("Show it with its preprocessing")),
                &QAction::triggered, this, [this, sample] { emit sampleRequested(sample.name); });
        ContextMenus::addCopy(&menu, sample.name);
        ContextMenus::addCopy(&menu, sample.picture);
        menu.exec(place);
    });
}

void SamplesPanel::setRuns(std::vector<RunInView> runs, const std::string& output, OutputMetric metric)
{
    m_runs = std::move(runs);
    m_output = output;
    m_metric = metric;
    showSamples();
}

SamplesPanel::Choice SamplesPanel::choice() const
{
    return Choice(m_choice->currentData().toInt());
}

void SamplesPanel::setChoice(Choice choice)
{
    m_choice->setCurrentIndex(m_choice->findData(int(choice)));
}

QStringList SamplesPanel::shownSamples() const
{
    QStringList names;
    for (const ShownSample& sample : m_model->samples())
        names += sample.name;
    return names;
}

std::vector<ShownSample> SamplesPanel::worst() const
{
    const Evaluation& evaluation = *m_runs.front().evaluation();
    const auto values = evaluation.valuesOf(m_output, m_metric);
    const bool isBounded = m_metric == OutputMetric::Cosine || m_metric == OutputMetric::Ssim;
    std::unordered_map<std::string, double> before;
    if (m_runs.size() > 1 && m_runs[1].shown.isBaseline && m_runs[1].evaluation()) {
        const Evaluation& base = *m_runs[1].evaluation();
        const auto old = base.valuesOf(m_output, m_metric);
        for (std::size_t i = 0; i < old.size(); ++i) {
            if (old[i])
                before.emplace(base.perSample[i].name, *old[i]);
        }
    }
    std::vector<ShownSample> samples;
    for (const std::size_t place : worstPlaces(values, m_metric, kMostWorst)) {
        const std::string& name = evaluation.perSample[place].name;
        ShownSample sample{toQt(name),
                           pictureOf(m_runs.front(), name),
                           metricValue(m_metric, *values[place]),
                           {},
                           isBounded ? std::max(0.0, *values[place]) : -1.0};
        if (const auto was = before.find(name); was != before.end())
            sample.before = tr("was %1", "a value in the baseline").arg(metricValue(m_metric, was->second));
        samples.push_back(std::move(sample));
    }
    return samples;
}

std::vector<ShownSample> SamplesPanel::flipped() const
{
    const Evaluation& evaluation = *m_runs.front().evaluation();
    std::vector<ShownSample> samples;
    for (const FlippedSample& flip : evaluation.flipped) {
        if (choice() != Choice::Flipped && flip.isLost() != (choice() == Choice::Lost))
            continue;
        const QString answers =
            tr("%1 → %2", "class in FP32, class now")
                .arg(classText(evaluation, flip.floatClass), classText(evaluation, flip.quantizedClass));
        samples.push_back({toQt(flip.name), pictureOf(m_runs.front(), flip.name), answers,
                           flip.isLost() ? tr("lost") : tr("gained"), -1.0});
    }
    return samples;
}

QString SamplesPanel::title() const
{
    if (m_runs.empty())
        return {};
    const int run = m_runs.front().number();
    return choice() == Choice::Worst
        ? tr("Worst samples of run %1: %2 of %3").arg(run).arg(metricWord(m_metric), shownName(m_output))
        : tr("Flipped samples of run %1").arg(run);
}

QString SamplesPanel::emptyText() const
{
    if (m_runs.empty() || !m_runs.front().evaluation())
        return tr("Samples are listed here once a run was measured on some.");
    if (choice() == Choice::Worst)
        return tr("No sample has a value of this metric.");
    return m_runs.front().shown.summary.accuracy
        ? tr("No sample flipped this way.")
        : tr("Without labels no answer is right or wrong. Choose labels with the evaluation data, then measure again.");
}

void SamplesPanel::showSamples()
{
    const QString current = m_list->currentIndex().isValid()
        ? m_model->samples()[std::size_t(m_list->currentIndex().row())].name
        : QString();
    std::vector<ShownSample> samples;
    if (!m_runs.empty() && m_runs.front().evaluation())
        samples = choice() == Choice::Worst ? worst() : flipped();
    if (!m_runs.empty())
        m_delegate->setSlot(m_runs.front().shown.slot);
    const bool isEmpty = samples.empty();
    m_isFollowing = true;
    m_model->setSamples(std::move(samples));
    m_isFollowing = false;
    m_list->setVisible(!isEmpty);
    m_empty->setVisible(isEmpty);
    m_empty->setText(emptyText());
    m_open->setEnabled(!isEmpty);
    const int count = m_model->rowCount();
    m_caption->setText(
        choice() == Choice::Worst && !m_runs.empty()
            ? tr("run %1 · %2 of %3").arg(m_runs.front().number()).arg(metricWord(m_metric), shownName(m_output))
            : tr("%n sample(s)", nullptr, count));
    if (const Evaluation* own = m_runs.empty() ? nullptr : m_runs.front().evaluation();
        own && own->perSample.size() < own->samples)
        m_caption->setText(m_caption->text() + QStringLiteral(" · ") + firstSamplesText(*own));
    m_caption->setToolTip(plainToolTip(m_caption->text())); // which may be cut
    setSelectedSample(current);
}

void SamplesPanel::setSelectedSample(const QString& sample)
{
    const int row = sample.isEmpty() ? -1 : m_model->rowOf(sample);
    m_isFollowing = true;
    m_list->setCurrentIndex(row < 0 ? QModelIndex() : m_model->index(row));
    if (row < 0)
        m_list->clearSelection();
    m_isFollowing = false;
}

} // namespace quantiscope
