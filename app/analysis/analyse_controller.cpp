// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/analysis/analyse_controller.h"

#include "app/analysis/error_strip_box.h"
#include "app/analysis/histogram_desk.h"
#include "app/analysis/layer_error_panel.h"
#include "app/analysis/sensitivity_panel.h"
#include "app/analysis/what_if.h"
#include "app/document/project.h"
#include "app/jobs/job_queue.h"
#include "app/jobs/session_store.h"
#include "app/mainwindow/window_docks.h"
#include "app/pages/table_text.h"
#include "app/settings/settings.h"
#include "widgets/common/action_registry.h"
#include "widgets/common/text.h"
#include "widgets/graph/error_coloring.h"
#include "widgets/graph/graph_pane.h"
#include "widgets/recipe/mark_controller.h"
#include "widgets/recipe/recipe_editor.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QScopeGuard>
#include <QTableView>

#include <algorithm>
#include <utility>

namespace quantiscope {

namespace {

bool isErrorColoring(const QString& id)
{
    return id == QLatin1String("ownError") || id == QLatin1String("accumulatedError");
}

} // namespace

AnalyseController::AnalyseController(const Parts& parts, QWidget* window)
    : QObject(window)
    , m_parts(parts)
    , m_window(window)
    , m_sessions(std::make_shared<SessionStore>())
    , m_whatIf(new WhatIf(m_sessions, this))
{
    registerActions();
    addDocks();
    addHistogramDock();
    addSensitivityDock();
    connect(&m_parts.project, &Project::runsChanged, this, &AnalyseController::reloadRuns);
    connect(&m_parts.project.editor(), &RecipeEditor::recipeChanged, this, [this] {
        showStale();
        updateWhatIf();
    });
    connect(&m_parts.jobs, &JobQueue::jobChanged, this, &AnalyseController::onJobChanged);
    connect(&m_parts.jobs, &JobQueue::jobEnded, this, &AnalyseController::onJobEnded);
    connect(m_whatIf, &WhatIf::changed, this, [this] { m_errors->setWhatIf(m_whatIf->text(), m_whatIf->toolTip()); });
    connect(&m_parts.selection, &NodeSelection::selectionChanged, this, &AnalyseController::followSelection);
    connect(&m_parts.graph, &GraphPane::coloringChanged, this, [this](const QString& id) {
        if (m_isActive && !m_isColoring && m_findings.errors) // the user's choice
            m_coloring = id;
    });
    showState();
}

AnalyseController::~AnalyseController() = default;

QWidget* AnalyseController::strip() const
{
    return m_strip;
}

void AnalyseController::registerActions()
{
    const QString category = tr("Analyse");
    m_analyse = m_parts.actions.add(
        {.id = QStringLiteral("analyse.run"),
         .text = tr("&Analyse"),
         .category = category,
         .icon = QStringLiteral("analyse"),
         .help = tr("Compare every quantized tensor of the run with the float model, in the background")},
        [this] { analyse(); });
    m_measure = m_parts.actions.add(
        {.id = QStringLiteral("analyse.sensitivity"),
         .text = tr("&Measure the sensitivity"),
         .category = category,
         .icon = QStringLiteral("evaluate"),
         .help = tr("Find out what quantizing each part of the network does to its outputs, in the background")},
        [this] { measureSensitivity(); });
    QWidget* graph = &m_parts.graph.view();
    const auto add = [&](const char* id, const QString& text, const QString& icon, const QKeySequence& key,
                         const QString& help, const std::function<void()>& run) {
        QAction* action =
            m_parts.actions.add({.id = QString::fromLatin1(id),
                                 .text = text,
                                 .category = category,
                                 .shortcuts = key.isEmpty() ? QList<QKeySequence>() : QList{key},
                                 .icon = icon,
                                 .help = help,
                                 .context = key.isEmpty() ? Qt::WindowShortcut : Qt::WidgetWithChildrenShortcut},
                                run, key.isEmpty() ? nullptr : graph);
        m_tableActions += action;
        return action;
    };
    add("analyse.nextWorst", tr("&Next worst tensor"), QStringLiteral("chevron-down"), Qt::Key_N,
        tr("Select the tensor that comes next in the table of layer errors"), [this] { selectNextWorst(); });
    add("analyse.table", tr("Go to the &table of errors"), QStringLiteral("table"), Qt::Key_T, {}, [this] {
        emit perspectiveRequested();
        m_parts.docks.reveal(QStringLiteral("layerErrors"));
        m_errors->focusTable();
    });
    add("analyse.histogram", tr("Go to the &histogram"), QStringLiteral("analyse"), Qt::Key_H, {}, [this] {
        emit perspectiveRequested();
        m_parts.docks.reveal(QStringLiteral("histogram"));
    });
    const auto copy = [this](TableFormat format) {
        QGuiApplication::clipboard()->setText(tableText(m_errors->table(), format));
    };
    add("analyse.copyCsv", tr("Copy the errors as CS&V"), QStringLiteral("copy"), {},
        tr("Copy the table of layer errors, as it is sorted and filtered, for a spreadsheet"),
        [copy] { copy(TableFormat::Csv); });
    add("analyse.copyMarkdown", tr("Copy the errors as Mar&kdown"), QStringLiteral("copy"), {},
        tr("Copy the table of layer errors, as it is sorted and filtered, for a text"),
        [copy] { copy(TableFormat::Markdown); });
}

void AnalyseController::addDocks()
{
    m_errors = new LayerErrorPanel(m_analyse,
                                   {m_parts.actions.action(QStringLiteral("analyse.copyCsv")),
                                    m_parts.actions.action(QStringLiteral("analyse.copyMarkdown"))},
                                   m_window);
    for (const char* id : {"analyse.nextWorst", "analyse.table", "analyse.histogram"})
        m_errors->addAction(m_parts.actions.action(QString::fromLatin1(id)));
    m_parts.docks.add({.id = QStringLiteral("layerErrors"),
                       .title = tr("Layer errors"),
                       .icon = QStringLiteral("table"),
                       .area = Qt::RightDockWidgetArea,
                       .shownIn = {Perspective::Analyse},
                       .width = 132,
                       .narrowWidth = 110},
                      m_errors);
    m_strip = new ErrorStripBox(m_window);
    m_strip->setFixedHeight(m_strip->fontMetrics().height() * 9);
    m_strip->hide();
    for (const char* id : {"analyse.nextWorst", "analyse.table", "analyse.histogram"})
        m_strip->addAction(m_parts.actions.action(QString::fromLatin1(id)));
    connect(m_errors, &LayerErrorPanel::runChosen, this, &AnalyseController::setRun);
    connect(m_errors, &LayerErrorPanel::tensorChosen, this, &AnalyseController::choose);
    connect(m_strip, &ErrorStripBox::tensorChosen, this, &AnalyseController::choose);
}

void AnalyseController::addHistogramDock()
{
    m_histogram = new HistogramDesk(m_analyse, m_window);
    for (const char* id : {"analyse.nextWorst", "analyse.table", "analyse.histogram"})
        m_histogram->addAction(m_parts.actions.action(QString::fromLatin1(id)));
    m_parts.docks.add({.id = QStringLiteral("histogram"),
                       .title = tr("Histogram"),
                       .icon = QStringLiteral("analyse"),
                       .area = Qt::RightDockWidgetArea,
                       .shownIn = {Perspective::Analyse},
                       .below = QStringLiteral("layerErrors"),
                       .height = 28},
                      m_histogram);
    connect(m_histogram, &HistogramDesk::overrideWanted, this,
            [this](const QString& tensor, int, double low, double high) { keepRange(tensor, low, high); });
    connect(this, &AnalyseController::currentTensorChanged, this, &AnalyseController::showHistogram);
    connect(this, &AnalyseController::sessionChanged, this, &AnalyseController::showHistogram);
}

void AnalyseController::addSensitivityDock()
{
    m_sensitivity = new SensitivityPanel(m_measure, m_window);
    m_sensitivity->addActions(m_parts.marks.actions()); // X keeps the part in float, as everywhere
    for (const char* id : {"analyse.nextWorst", "analyse.table", "analyse.histogram"})
        m_sensitivity->addAction(m_parts.actions.action(QString::fromLatin1(id)));
    m_errors->addActions(m_parts.marks.actions());
    m_parts.docks.add({.id = QStringLiteral("sensitivity"),
                       .title = tr("Sensitivity"),
                       .icon = QStringLiteral("evaluate"),
                       .area = Qt::RightDockWidgetArea,
                       .shownIn = {Perspective::Analyse},
                       .width = 52,
                       .narrowWidth = 110,
                       .rightOf = QStringLiteral("histogram")},
                      m_sensitivity);
    const auto nodesNamed = [this](const std::vector<std::string>& names) {
        std::set<int> nodes;
        for (const std::string& name : names) {
            if (const auto node = m_drawing ? m_drawing->model().graph.nodeNamed(name) : std::nullopt)
                nodes.insert(int(*node));
        }
        return nodes;
    };
    connect(m_sensitivity, &SensitivityPanel::unitChosen, this, [this, nodesNamed](const auto& names) {
        if (const std::set<int> nodes = nodesNamed(names); !nodes.empty())
            m_parts.selection.reveal(nodes, *nodes.begin());
    });
    connect(m_sensitivity, &SensitivityPanel::keepWanted, this, [this, nodesNamed](const auto& names) {
        if (const std::set<int> nodes = nodesNamed(names); !nodes.empty())
            m_parts.marks.mark(nodes, MarkPrecision::Float);
    });
}

void AnalyseController::setDrawing(const GraphDrawingPtr& drawing)
{
    if (drawing == m_drawing)
        return;
    m_drawing = drawing;
    m_runOfJob.clear();
    m_sessions->clear();
    m_whatIf->clear();
    m_run = 0;
    reloadRuns();
}

void AnalyseController::setRun(int run)
{
    const std::vector<RunSummary>& runs = m_parts.project.runs();
    const int known = m_parts.project.run(run) ? run : runs.empty() ? 0 : runs.back().number;
    const std::filesystem::path file = m_parts.project.fileOfRun(known, "analysis");
    const bool isSame = known == m_run && file == m_file; // another project has runs of the same numbers
    m_run = m_drawing ? known : 0;
    m_file = file;
    std::vector<std::pair<int, QString>> names;
    for (const RunSummary& each : runs)
        names.emplace_back(each.number,
                           tr("Run %1 · %2", "number, preset").arg(each.number).arg(toQt(each.recipe.config.preset)));
    m_errors->setRuns(names, m_run);
    if (!isSame || m_run == 0)
        readFindingsOfRun();
    showStale();
}

void AnalyseController::reloadRuns()
{
    setRun(m_run);
}

void AnalyseController::readFindingsOfRun()
{
    setFindings({});
    m_reading.cancel();
    if (m_run == 0)
        return;
    m_reading.start([errors = m_parts.project.fileOfRun(m_run, "analysis"),
                     sensitivity = m_parts.project.fileOfRun(m_run, "sensitivity")](
                        Feedback&) { return readFindings(errors, sensitivity); },
                    [this](RunFindings findings) { setFindings(std::move(findings)); });
}

void AnalyseController::setFindings(RunFindings findings)
{
    m_findings = std::move(findings);
    m_places = m_findings.errors && m_drawing ? TensorPlaces(m_drawing->model(), *m_findings.errors) : TensorPlaces();
    m_tensor.reset();
    m_strip->setErrors(m_drawing, m_places, m_findings.errors);
    showState();
    colorGraph();
    followSelection();
    showHistogram();
}

void AnalyseController::showStale()
{
    const bool isStale = m_run != 0 && (m_findings.errors || m_findings.sensitivity) && m_parts.project.isStale(m_run);
    m_errors->setStale(isStale ? tr("of run %1").arg(m_run) : QString());
    m_sensitivity->setStale(isStale && m_findings.sensitivity ? tr("of run %1").arg(m_run) : QString());
}

void AnalyseController::colorGraph()
{
    m_isColoring = true;
    const auto done = qScopeGuard([this] { m_isColoring = false; });
    if (!m_findings.errors || !m_drawing) {
        for (const char* id : {"ownError", "accumulatedError"})
            m_parts.graph.removeColoring(QString::fromLatin1(id));
        return;
    }
    for (const ErrorColumn column : {ErrorColumn::Own, ErrorColumn::Accumulated})
        m_parts.graph.setColoring(colorByError(m_drawing->modelPtr(), *m_findings.errors, column));
    if (m_isActive)
        m_parts.graph.chooseColoring(m_coloring);
}

void AnalyseController::setActive(bool isActive)
{
    if (isActive == m_isActive)
        return;
    m_strip->setVisible(isActive);
    if (isActive) {
        m_coloringBefore = m_parts.graph.coloringId();
        if (m_findings.errors)
            m_parts.graph.chooseColoring(m_coloring);
        m_isActive = true;
    } else {
        m_isActive = false;
        if (isErrorColoring(m_parts.graph.coloringId()) && !isErrorColoring(m_coloringBefore))
            m_parts.graph.chooseColoring(m_coloringBefore);
    }
    updateWhatIf();
}

bool AnalyseController::showResult(int job)
{
    const auto found = m_runOfJob.find(job);
    if (found == m_runOfJob.end() || !m_parts.project.run(found->second))
        return false;
    setRun(found->second);
    emit perspectiveRequested();
    return true;
}

void AnalyseController::choose(std::size_t tensor)
{
    m_tensor = tensor;
    const std::string& name = m_findings.errors->tensors[tensor].tensor;
    const std::set<int>& nodes = m_places.nodesOf(tensor);
    if (nodes.empty())
        m_parts.selection.clear();
    else
        m_parts.selection.reveal(nodes, *nodes.begin());
    if (m_drawing->model().graph.spec(name)) // a value that preparing made is none of the user's
        m_parts.selection.selectTensor(name);
    m_errors->setCurrent(m_tensor);
    m_strip->setCurrent(m_tensor);
    emit currentTensorChanged();
}

void AnalyseController::followSelection()
{
    const std::optional<std::size_t> tensor =
        m_findings.errors ? m_places.tensorOf(m_parts.selection, m_tensor) : std::nullopt;
    m_errors->setCurrent(tensor);
    m_strip->setCurrent(tensor);
    const int node = m_parts.selection.current();
    const bool hasNode = m_drawing && node >= 0 && node < int(m_drawing->model().graph.nodes().size());
    m_sensitivity->setCurrentNode(hasNode ? m_drawing->model().graph.nodes()[std::size_t(node)].name : std::string());
    if (tensor == m_tensor)
        return;
    m_tensor = tensor;
    emit currentTensorChanged();
}

void AnalyseController::selectNextWorst()
{
    if (const std::optional<std::size_t> tensor = m_errors->next())
        choose(*tensor);
}

} // namespace quantiscope
