// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/recipe/gates_editor.h"

#include "widgets/common/text.h"
#include "widgets/recipe/recipe_editor.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QGridLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QShortcut>

#include <algorithm>

namespace quantiscope {

namespace {

constexpr GateMetric kMetrics[] = {
    GateMetric::Cosine, GateMetric::Psnr, GateMetric::Sqnr,     GateMetric::L2,       GateMetric::Rmse,
    GateMetric::MaxAbs, GateMetric::Ssim, GateMetric::Top1Drop, GateMetric::Top5Drop, GateMetric::Top1Agreement};

bool isBetterWhenSmall(GateMetric metric)
{
    return metric == GateMetric::L2 || metric == GateMetric::Rmse || metric == GateMetric::MaxAbs
        || metric == GateMetric::Top1Drop || metric == GateMetric::Top5Drop;
}

/// A bound to begin with.
double usualBound(GateMetric metric)
{
    switch (metric) {
    case GateMetric::Cosine:
    case GateMetric::Ssim:
    case GateMetric::Top1Agreement:
        return 0.99;
    case GateMetric::Psnr:
    case GateMetric::Sqnr:
        return 30.0;
    case GateMetric::Top1Drop:
    case GateMetric::Top5Drop:
        return 1.0;
    default:
        return 0.1;
    }
}

} // namespace

GatesEditor::GatesEditor(RecipeEditor& editor, QWidget* parent)
    : QWidget(parent)
    , m_editor(editor)
    , m_list(new QListWidget(this))
    , m_empty(new QLabel(this))
    , m_metric(new QComboBox(this))
    , m_output(new QComboBox(this))
    , m_statistic(new QComboBox(this))
    , m_side(new QComboBox(this))
    , m_bound(new QDoubleSpinBox(this))
    , m_remove(new QPushButton(tr("Delete"), this))
{
    m_list->setAccessibleName(tr("Gates"));
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_empty->setText(tr("No gates: every result passes. A gate is a bound that the result has to keep, on evaluation "
                        "data where there are some, otherwise on calibration data."));
    m_empty->setWordWrap(true);
    m_empty->setProperty("caption", true);
    for (const GateMetric metric : kMetrics)
        m_metric->addItem(toQt(gateMetricName(metric)), int(metric));
    m_metric->setAccessibleName(tr("Metric"));
    m_output->setAccessibleName(tr("Output"));
    m_statistic->addItem(tr("mean"), int(GateStatistic::Mean));
    m_statistic->addItem(tr("worst sample"), int(GateStatistic::Worst));
    m_statistic->setAccessibleName(tr("Mean or worst sample"));
    m_side->addItems({QStringLiteral("≥"), QStringLiteral("≤")});
    m_side->setAccessibleName(tr("At least or at most"));
    m_bound->setDecimals(6);
    m_bound->setRange(-1e9, 1e9);
    m_bound->setSingleStep(0.01);
    m_bound->setAccessibleName(tr("Bound"));
    auto* add = new QPushButton(tr("Add gate"), this);
    for (QComboBox* combo : {m_metric, m_output, m_statistic, m_side}) { // a dock is narrow
        combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        combo->setMinimumContentsLength(4);
    }
    m_bound->setMinimumWidth(0);
    m_bound->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    auto* form = new QGridLayout;
    form->addWidget(m_metric, 0, 0);
    form->addWidget(m_output, 0, 1);
    form->addWidget(m_statistic, 0, 2);
    form->addWidget(m_side, 1, 0);
    form->addWidget(m_bound, 1, 1);
    form->addWidget(add, 1, 2);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_empty);
    layout->addWidget(m_list, 1);
    layout->addWidget(m_remove, 0, Qt::AlignRight);
    layout->addLayout(form);
    setOutputs({});
    connect(&editor, &RecipeEditor::recipeChanged, this, &GatesEditor::update);
    connect(m_metric, &QComboBox::activated, this, &GatesEditor::updateForm);
    connect(add, &QPushButton::clicked, this, &GatesEditor::add);
    connect(m_remove, &QPushButton::clicked, this, &GatesEditor::removeSelected);
    auto* remove = new QShortcut(QKeySequence::Delete, m_list);
    remove->setContext(Qt::WidgetShortcut);
    connect(remove, &QShortcut::activated, this, &GatesEditor::removeSelected);
    updateForm();
    update();
}

void GatesEditor::setOutputs(const QStringList& outputs)
{
    m_outputs = outputs;
    updateOutputs();
}

void GatesEditor::updateOutputs()
{
    const QString current = m_output->currentData().toString();
    m_output->clear();
    m_output->addItem(tr("every output"), QString());
    for (const QString& output : m_outputs)
        m_output->addItem(output, output);
    for (const OutputPart& part : m_editor.recipe().parts)
        m_output->addItem(toQt(part.name), toQt(part.name));
    m_output->setCurrentIndex(std::max(0, m_output->findData(current)));
}

void GatesEditor::updateForm()
{
    const auto metric = GateMetric(m_metric->currentData().toInt());
    m_output->setEnabled(isOfOutput(metric));
    m_statistic->setEnabled(isOfOutput(metric));
    m_side->setCurrentIndex(isBetterWhenSmall(metric) ? 1 : 0);
    m_bound->setValue(usualBound(metric));
}

void GatesEditor::update()
{
    updateOutputs();
    m_list->clear();
    for (const Gate& gate : m_editor.recipe().gates)
        m_list->addItem(toQt(describe(gate)));
    const bool isEmpty = m_list->count() == 0;
    m_list->setVisible(!isEmpty);
    m_remove->setVisible(!isEmpty);
    m_empty->setVisible(isEmpty);
}

void GatesEditor::add()
{
    Gate gate;
    gate.metric = GateMetric(m_metric->currentData().toInt());
    if (isOfOutput(gate.metric)) {
        gate.output = toStd(m_output->currentData().toString());
        gate.of = GateStatistic(m_statistic->currentData().toInt());
    }
    (m_side->currentIndex() == 0 ? gate.min : gate.max) = m_bound->value();
    Recipe next = m_editor.recipe();
    next.gates.push_back(gate);
    sortGates(next.gates);
    m_editor.apply(tr("Add gate: %1").arg(toQt(describe(gate))), std::move(next));
}

void GatesEditor::removeSelected()
{
    Recipe next = m_editor.recipe();
    std::vector<int> rows;
    for (const QModelIndex& at : m_list->selectionModel()->selectedIndexes())
        rows.push_back(at.row());
    std::sort(rows.rbegin(), rows.rend());
    for (const int row : rows)
        next.gates.erase(next.gates.begin() + row);
    m_editor.apply(tr("Delete %n gate(s)", nullptr, int(rows.size())), std::move(next));
}

} // namespace quantiscope
