// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/analysis/analyse_controller.h"

#include "app/analysis/advice_panel.h"
#include "app/analysis/error_strip_box.h"
#include "app/analysis/histogram_desk.h"
#include "app/analysis/layer_error_panel.h"
#include "app/analysis/sensitivity_panel.h"
#include "app/analysis/what_if.h"
#include "app/document/project.h"
#include "app/jobs/job_queue.h"
#include "app/jobs/session_store.h"
#include "widgets/common/text.h"
#include "widgets/graph/error_coloring.h"
#include "widgets/graph/graph_pane.h"
#include "widgets/recipe/mark_controller.h"
#include "widgets/recipe/recipe_editor.h"

#include <QScopeGuard>

#include <algorithm>
#include <iterator>
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
    addAdviceDock(); // last: what shares its place cannot be split any more
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

void AnalyseController::setDrawing(const GraphDrawingPtr& drawing)
{
    if (drawing == m_drawing)
        return;
    m_drawing = drawing;
    m_runOfJob.clear();
    m_analysis.reset();
    m_matching.cancel();
    m_histogram->setSession(nullptr);
    m_sessions->close(); // jobs of the model before may go on: what they open goes with them
    m_sessions = std::make_shared<SessionStore>();
    m_whatIf->setSessions(m_sessions);
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
    if (!isSame || m_run == 0) {
        m_matching.cancel(); // of the other run's marks
        readFindingsOfRun();
        const RunSummary* shown = m_parts.project.run(m_run);
        if (shown && !shown->recipe.gates.empty()) // what the run was to reach is what advice is wanted for
            m_advice->setGoal(shown->recipe.gates.front());
    }
    showStale();
    updateWhatIf();
}

void AnalyseController::reloadRuns()
{
    // What is being found out about a run that has gone must not become that of the next one of its number.
    for (auto each = m_runOfJob.begin(); each != m_runOfJob.end();) {
        const std::shared_ptr<const Job> job = m_parts.jobs.job(each->first);
        const bool isGone = !m_parts.project.run(each->second);
        if (isGone && job && !job->isOver())
            m_parts.jobs.discard(each->first);
        each = isGone ? m_runOfJob.erase(each) : std::next(each);
    }
    setRun(m_run);
}

void AnalyseController::readFindingsOfRun()
{
    setFindings({});
    m_takenSensitivity.reset();
    m_takenAdvice.reset();
    m_reading.cancel();
    if (m_run == 0)
        return;
    const FindingFiles files{m_parts.project.fileOfRun(m_run, "analysis"),
                             m_parts.project.fileOfRun(m_run, "sensitivity"),
                             m_parts.project.fileOfRun(m_run, "advice")};
    m_reading.start([files](Feedback&) { return readFindings(files); },
                    [this](RunFindings findings) {
                        // What jobs have found since it began is newer.
                        if (m_findings.errors) {
                            findings.errors = m_findings.errors;
                            findings.allWeights = m_findings.allWeights;
                            findings.weights = m_findings.weights;
                        }
                        if (m_findings.sensitivity)
                            findings.sensitivity = m_findings.sensitivity;
                        if (m_findings.advice)
                            findings.advice = m_findings.advice;
                        setFindings(std::move(findings));
                    });
}

void AnalyseController::setFindings(RunFindings findings)
{
    const std::shared_ptr<const LayerErrors> before = m_findings.errors;
    m_findings = std::move(findings);
    if (const RunSummary* run = m_parts.project.run(m_run))
        refuseOthers(m_findings, *run);
    m_places = m_findings.errors && m_drawing ? TensorPlaces(m_drawing->model(), *m_findings.errors) : TensorPlaces();
    // Where only shares came in places stay what they are.
    if (!before || !m_findings.errors || before->tensors.size() != m_findings.errors->tensors.size()
        || before->quantizedHash != m_findings.errors->quantizedHash)
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
    const RunSummary* shown = m_parts.project.run(m_run);
    m_sensitivity->setGates(shown ? shown->recipe.gates : std::vector<Gate>());
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

QString AnalyseController::coloringOutside() const
{
    return isErrorColoring(m_parts.graph.coloringId()) ? m_coloringBefore : m_parts.graph.coloringId();
}

void AnalyseController::setColoring(const QString& id)
{
    if (!isErrorColoring(id))
        return;
    m_coloring = id;
    colorGraph();
}

bool AnalyseController::showResult(int job)
{
    const auto found = m_runOfJob.find(job);
    if (found == m_runOfJob.end() || !m_parts.project.run(found->second))
        return false;
    setRun(found->second);
    emit runChosen(found->second);
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
        m_parts.selection.reveal(selectedNodes(), *nodes.begin());
    if (m_drawing->model().graph.spec(name)) // a value that preparing made is none of the user's
        m_parts.selection.selectTensor(name);
    m_errors->setCurrent(m_tensor);
    m_strip->setCurrent(m_tensor);
    emit currentTensorChanged();
}

void AnalyseController::chooseSelected(bool isByUser)
{
    const std::vector<std::size_t> tensors = m_errors->selected();
    const bool isAbout = isByUser && m_findings.errors && m_tensor && !tensors.empty() && tensors.front() == *m_tensor;
    if (isAbout && !m_places.nodesOf(*m_tensor).empty()) { // otherwise choose() comes next, or was it
        const std::string tensor = m_parts.selection.tensor();
        m_parts.selection.select(selectedNodes(), *m_places.nodesOf(*m_tensor).begin());
        if (!tensor.empty())
            m_parts.selection.selectTensor(tensor);
    }
    showHistogram();
}

std::set<int> AnalyseController::selectedNodes() const
{
    std::set<int> nodes = m_places.nodesOf(*m_tensor);
    const std::vector<std::size_t> tensors = m_errors->selected();
    if (tensors.empty() || tensors.front() != *m_tensor) // chosen elsewhere
        return nodes;
    for (const std::size_t tensor : tensors)
        nodes.insert(m_places.nodesOf(tensor).begin(), m_places.nodesOf(tensor).end());
    return nodes;
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
