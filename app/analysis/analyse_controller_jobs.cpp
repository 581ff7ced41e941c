// SPDX-License-Identifier: GPL-3.0-or-later
// What the perspective Analyse runs.
#include "app/analysis/advice_panel.h"
#include "app/analysis/analyse_controller.h"
#include "app/analysis/histogram_desk.h"
#include "app/analysis/layer_error_panel.h"
#include "app/analysis/sensitivity_panel.h"
#include "app/analysis/what_if.h"
#include "app/document/project.h"
#include "app/jobs/job_queue.h"
#include "app/jobs/session_store.h"
#include "app/settings/settings.h"
#include "core/qdq/rule_matching.h"
#include "widgets/common/action_registry.h"
#include "widgets/common/text.h"
#include "widgets/recipe/recipe_editor.h"

#include <QAction>

#include <algorithm>

namespace quantiscope {

namespace {

/// A result that a job holds, alive as long as it is looked at.
template <typename Value>
std::shared_ptr<const Value> resultOf(const Job& job)
{
    const auto* value = job.result ? std::get_if<Value>(job.result.get()) : nullptr;
    return value ? std::shared_ptr<const Value>(job.result, value) : nullptr;
}

/// What a job of this kind, which gives a Value, knows, whatever became of it; null: nothing.
template <typename Kind, typename Value>
std::shared_ptr<const Value> knownOf(const Job& job)
{
    if (auto result = resultOf<Value>(job))
        return result;
    const auto* request = std::get_if<Kind>(&job.request);
    return request && request->live ? request->live->known() : nullptr;
}

/// The rules of @p edited that are no exclusions of @p run's: those leave nothing to quantize.
std::vector<ExclusionRule> marksOf(const QuantConfig& edited, const QuantConfig& run)
{
    std::vector<ExclusionRule> marks;
    for (const ExclusionRule& rule : edited.exclude) {
        if (rule.enabled && std::find(run.exclude.begin(), run.exclude.end(), rule) == run.exclude.end())
            marks.push_back(rule);
    }
    for (const LayerRule& layer : edited.layers) {
        if (layer.match.enabled)
            marks.push_back(layer.match);
    }
    return marks;
}

} // namespace

template <typename Kind>
std::shared_ptr<const Job> AnalyseController::underWay() const
{
    for (const auto& [id, run] : m_runOfJob) {
        const std::shared_ptr<const Job> job = m_parts.jobs.job(id);
        if (run == m_run && job && !job->isOver() && std::holds_alternative<Kind>(job->request))
            return job;
    }
    return nullptr;
}

std::size_t AnalyseController::mostSamples() const
{
    return static_cast<std::size_t>(m_parts.settings.analysisSamples());
}

std::optional<AnalysisRequest> AnalyseController::request()
{
    Result<AnalysisRequest> request = m_parts.project.analysisOf(m_run, mostSamples());
    if (!request) {
        emit perspectiveRequested();
        emit refused(toQt(request.error().message));
        return std::nullopt;
    }
    request->threads = m_parts.settings.threads();
    if (m_parts.settings.memoryBudget() > 0)
        request->memoryBudget = std::uint64_t(m_parts.settings.memoryBudget()) << 20;
    return *request;
}

void AnalyseController::start(JobRequest job)
{
    const int run = m_run;
    const int id = m_parts.jobs.add(std::move(job));
    m_runOfJob[id] = run;
    emit jobAdded(id);
    emit perspectiveRequested();
    showState();
}

void AnalyseController::analyse()
{
    if (const auto about = request()) {
        // What lies at the paths may be other data than when the session was opened: the job opens it anew.
        m_histogram->setSession(nullptr);
        m_whatIf->clear();
        start(AnalyseJob{*about, m_parts.project.fileOfRun(m_run, "analysis"), m_sessions,
                         std::make_shared<LiveResult<LayerAnalysis>>()});
    }
}

void AnalyseController::load()
{
    if (const auto about = request())
        start(LoadJob{*about, m_sessions});
}

void AnalyseController::measureSensitivity()
{
    if (m_sensitivity->units() == SensitivityUnits::Group)
        measureMarks();
    else
        measureSensitivityOf({});
}

void AnalyseController::measureMarks()
{
    const RunSummary* run = m_parts.project.run(m_run);
    const std::vector<Node>& nodes = m_drawing->model().graph.nodes();
    NodeGroup selected{toStd(tr("selected nodes")), {}};
    for (const int node : m_parts.selection.nodes())
        selected.nodes.push_back(nodes[std::size_t(node)].name);
    m_matching.start(
        [model = m_drawing->modelPtr(), selected,
         marks = marksOf(m_parts.project.editor().recipe().config, run->recipe.config)](
            Feedback& feedback) -> Result<std::vector<NodeGroup>> {
            const auto found = findRules(model->graph, marks, "Mark", feedback);
            if (!found)
                return found.error();
            std::vector<NodeGroup> groups;
            for (std::size_t i = 0; i < marks.size(); ++i) {
                NodeGroup group{describe(marks[i]), {}};
                for (const std::size_t node : (*found)[i].nodes)
                    group.nodes.push_back(model->graph.nodes()[node].name);
                if (!group.nodes.empty())
                    groups.push_back(std::move(group));
            }
            if (!selected.nodes.empty())
                groups.push_back(selected);
            return groups;
        },
        [this](Result<std::vector<NodeGroup>> groups) {
            if (!groups)
                emit refused(toQt(groups.error().message));
            else if (groups->empty())
                emit refused(tr("Nothing is marked. Select nodes in the graph, or add rules to the recipe, to measure "
                                "them as one part."));
            else
                measureSensitivityOf(std::move(*groups));
        });
}

void AnalyseController::measureSensitivityOf(std::vector<NodeGroup> groups)
{
    const auto about = request();
    if (!about)
        return;
    SensitivityRequest what;
    what.per = groups.empty() ? m_sensitivity->units() : SensitivityUnits::Group; // matched for that
    what.groups = std::move(groups);
    what.metric = m_sensitivity->metric();
    what.directions = {m_sensitivity->direction()};
    what.mode = m_sensitivity->mode();
    what.hasCurve = true;
    start(SensitivityJob{*about, std::move(what), m_parts.project.fileOfRun(m_run, "sensitivity"), m_sessions,
                         std::make_shared<LiveResult<Sensitivity>>()});
}

void AnalyseController::advise()
{
    const Result<Gate> goal = m_advice->goal();
    if (!goal)
        return emit refused(toQt(goal.error().message));
    const auto about = request();
    if (!about)
        return;
    AdviceRequest what;
    what.goal = *goal;
    start(AdviseJob{*about, std::move(what), m_parts.project.fileOfRun(m_run, "advice"), m_sessions,
                    std::make_shared<LiveResult<Advice>>()});
}

bool AnalyseController::takeResults(const Job& job)
{
    RunFindings findings = m_findings;
    const auto sensitivity = knownOf<SensitivityJob, Sensitivity>(job);
    const bool hasSensitivity = sensitivity && sensitivity != m_takenSensitivity;
    if (hasSensitivity)
        findings.sensitivity = m_takenSensitivity = sensitivity;
    const auto advice = knownOf<AdviseJob, Advice>(job);
    const bool hasAdvice = advice && advice != m_takenAdvice;
    if (hasAdvice)
        findings.advice = m_takenAdvice = advice;
    const auto analysis = knownOf<AnalyseJob, LayerAnalysis>(job);
    const bool hasErrors = analysis && analysis != m_analysis;
    if (hasErrors) {
        m_analysis = analysis;
        findings.errors = {analysis, &analysis->errors};
        findings.allWeights =
            analysis->weights ? std::shared_ptr<const WeightAnalysis>(analysis, &*analysis->weights) : nullptr;
        findings.weights = analysis->weights ? weightFindings(*analysis->weights) : std::vector<WeightFinding>();
    }
    if (!hasErrors && !hasSensitivity && !hasAdvice)
        return false;
    findings.problem.clear();
    if (hasErrors) {
        setFindings(std::move(findings));
        return true;
    }
    if (const RunSummary* run = m_parts.project.run(m_run))
        refuseOthers(findings, *run);
    m_findings = std::move(findings);
    showState();
    return true;
}

void AnalyseController::onJobChanged(int id)
{
    const auto found = m_runOfJob.find(id);
    if (found == m_runOfJob.end() || found->second != m_run)
        return;
    const std::shared_ptr<const Job> job = m_parts.jobs.job(id);
    if (job && takeResults(*job))
        showStale();
    showProgress();
}

void AnalyseController::onJobEnded(int id)
{
    const auto found = m_runOfJob.find(id);
    const std::shared_ptr<const Job> job = m_parts.jobs.job(id);
    if (found == m_runOfJob.end() || !job)
        return;
    if (found->second == m_run) {
        takeResults(*job);
        showStale();
        updateWhatIf();
    }
    showState();
    emit sessionChanged();
}

QString AnalyseController::reasonAgainst(bool isUnderWay) const
{
    if (!m_drawing)
        return tr("No model is open");
    if (m_run == 0)
        return tr("There is no run yet");
    return isUnderWay ? tr("It is being done") : QString();
}

QString AnalyseController::emptyText(const QString& none, bool isUnderWay) const
{
    if (m_run == 0)
        return tr("There is no run yet. Quantize the model; then its layers can be analysed.");
    if (isUnderWay)
        return tr("Run %1 is being looked into.").arg(m_run);
    return m_findings.problem.isEmpty() ? none : none + QLatin1Char('\n') + m_findings.problem;
}

void AnalyseController::showState()
{
    const bool isAnalysed = underWay<AnalyseJob>() != nullptr;
    const bool isMeasured = underWay<SensitivityJob>() != nullptr;
    const bool isAdvised = underWay<AdviseJob>() != nullptr;
    ActionRegistry::setDisabledReason(m_analyse, reasonAgainst(isAnalysed));
    ActionRegistry::setDisabledReason(m_load, reasonAgainst(underWay<LoadJob>() != nullptr));
    ActionRegistry::setDisabledReason(m_measure, reasonAgainst(isMeasured));
    ActionRegistry::setDisabledReason(m_advise, reasonAgainst(isAdvised));
    const QString noErrors = m_findings.errors ? QString() : tr("The run was not analysed yet");
    for (QAction* action : std::as_const(m_tableActions))
        ActionRegistry::setDisabledReason(action, noErrors);
    ActionRegistry::setDisabledReason(m_copySensitivity,
                                      m_findings.sensitivity ? QString() : tr("The sensitivity was not measured yet"));
    ActionRegistry::setDisabledReason(m_report, m_findings.sensitivity || m_findings.advice ? QString() : noErrors);
    m_errors->setErrors(m_findings.errors, m_findings.weights,
                        emptyText(tr("No analysis of run %1 yet.").arg(m_run), isAnalysed));
    m_sensitivity->setSensitivity(
        m_findings.sensitivity,
        emptyText(tr("It is not known yet which parts of run %1 matter to its outputs.").arg(m_run), isMeasured));
    m_advice->setAdvice(m_findings.advice,
                        emptyText(tr("Which layers break run %1, why, and what mends it: each change is tried and "
                                     "measured.")
                                      .arg(m_run),
                                  isAdvised));
    showProgress();
}

void AnalyseController::showProgress()
{
    m_errors->setJob(underWay<AnalyseJob>());
    m_sensitivity->setJob(underWay<SensitivityJob>());
    m_advice->setJob(underWay<AdviseJob>());
}

void AnalyseController::updateWhatIf()
{
    const bool isAsked = m_isActive && m_run != 0 && m_parts.project.isStale(m_run);
    Result<AnalysisRequest> request = m_parts.project.analysisOf(m_run, mostSamples());
    if (isAsked && request)
        m_whatIf->ask(*request, m_parts.project.editor().recipe().config);
    else
        m_whatIf->clear();
}

void AnalyseController::showHistogram()
{
    const Result<AnalysisRequest> request = m_parts.project.analysisOf(m_run, mostSamples());
    m_histogram->setErrors(m_findings.errors);
    m_histogram->setSession(request ? m_sessions->findValues(*request) : nullptr);
    std::vector<std::size_t> tensors;
    if (m_tensor && m_findings.errors) {
        tensors = m_errors->selected();
        if (tensors.empty() || tensors.front() != *m_tensor) // the table is filtered, or follows in a moment
            tensors = {*m_tensor};
    }
    m_histogram->setTensors(tensors);
}

} // namespace quantiscope
