// SPDX-License-Identifier: GPL-3.0-or-later
// What the perspective Analyse runs.
#include "app/analysis/analyse_controller.h"

#include "app/analysis/histogram_desk.h"
#include "app/analysis/layer_error_panel.h"
#include "app/analysis/sensitivity_panel.h"
#include "app/analysis/what_if.h"
#include "app/document/project.h"
#include "app/jobs/job_queue.h"
#include "app/jobs/live_sensitivity.h"
#include "app/jobs/session_store.h"
#include "app/settings/settings.h"
#include "widgets/common/action_registry.h"
#include "widgets/common/text.h"
#include "widgets/recipe/recipe_editor.h"

#include <QAction>

#include <algorithm>

namespace quantiscope {

namespace {

constexpr std::size_t kSamples = 32; ///< to measure with, at most

/// A result that a job holds, alive as long as it is looked at.
template <typename Value>
std::shared_ptr<const Value> resultOf(const Job& job)
{
    const auto* value = job.result ? std::get_if<Value>(job.result.get()) : nullptr;
    return value ? std::shared_ptr<const Value>(job.result, value) : nullptr;
}

/// What a job that measures sensitivities knows, whatever became of it; null: nothing.
std::shared_ptr<const Sensitivity> knownOf(const Job& job)
{
    if (auto result = resultOf<Sensitivity>(job))
        return result;
    const auto* request = std::get_if<SensitivityJob>(&job.request);
    return request && request->live ? request->live->known() : nullptr;
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

std::optional<AnalysisRequest> AnalyseController::request()
{
    Result<AnalysisRequest> request = m_parts.project.analysisOf(m_run, kSamples);
    m_findings.problem = request ? QString() : toQt(request.error().message);
    if (!request) {
        showState();
        emit perspectiveRequested();
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
    if (const auto about = request())
        start(AnalyseJob{*about, m_parts.project.fileOfRun(m_run, "analysis"), m_sessions});
}

void AnalyseController::measureSensitivity()
{
    const auto about = request();
    if (!about)
        return;
    SensitivityRequest what;
    what.per = m_sensitivity->units();
    what.metric = m_sensitivity->metric();
    what.hasCurve = true;
    start(SensitivityJob{*about, std::move(what), m_parts.project.fileOfRun(m_run, "sensitivity"), m_sessions,
                         std::make_shared<LiveSensitivity>()});
}

void AnalyseController::onJobChanged(int id)
{
    const auto found = m_runOfJob.find(id);
    if (found == m_runOfJob.end() || found->second != m_run)
        return;
    const std::shared_ptr<const Job> job = m_parts.jobs.job(id);
    if (const auto known = job ? knownOf(*job) : nullptr; known && known != m_findings.sensitivity) {
        m_findings.sensitivity = known;
        showState();
    }
    showProgress();
}

void AnalyseController::onJobEnded(int id)
{
    const auto found = m_runOfJob.find(id);
    const std::shared_ptr<const Job> job = m_parts.jobs.job(id);
    if (found == m_runOfJob.end() || !job)
        return;
    if (found->second == m_run) {
        RunFindings findings = m_findings;
        if (const auto known = knownOf(*job))
            findings.sensitivity = known;
        const auto errors = resultOf<LayerErrors>(*job);
        if (errors)
            findings.errors = errors;
        if (errors)
            setFindings(std::move(findings));
        else
            m_findings = std::move(findings);
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
    ActionRegistry::setDisabledReason(m_analyse, reasonAgainst(isAnalysed));
    ActionRegistry::setDisabledReason(m_measure, reasonAgainst(isMeasured));
    const QString noErrors = m_findings.errors ? QString() : tr("The run was not analysed yet");
    for (QAction* action : std::as_const(m_tableActions))
        ActionRegistry::setDisabledReason(action, noErrors);
    m_errors->setErrors(m_findings.errors, emptyText(tr("No analysis of run %1 yet.").arg(m_run), isAnalysed));
    m_sensitivity->setSensitivity(
        m_findings.sensitivity,
        emptyText(tr("It is not known yet which parts of run %1 matter to its outputs.").arg(m_run), isMeasured));
    showProgress();
}

void AnalyseController::showProgress()
{
    const std::shared_ptr<const Job> job = underWay<SensitivityJob>();
    m_sensitivity->setProgress(job ? job->progress.done : 0, job ? std::max<std::size_t>(job->progress.total, 1) : 0);
}

void AnalyseController::updateWhatIf()
{
    const bool isAsked = m_isActive && m_run != 0 && m_parts.project.isStale(m_run);
    Result<AnalysisRequest> request = m_parts.project.analysisOf(m_run, kSamples);
    if (isAsked && request)
        m_whatIf->ask(*request, m_parts.project.editor().recipe().config);
    else
        m_whatIf->clear();
}

void AnalyseController::showHistogram()
{
    const Result<AnalysisRequest> request = m_parts.project.analysisOf(m_run, kSamples);
    m_histogram->setSession(request ? m_sessions->find(*request) : nullptr);
    m_histogram->setTensor(m_tensor && m_findings.errors ? &m_findings.errors->tensors[*m_tensor] : nullptr);
}

void AnalyseController::keepRange(const QString& tensor, double low, double high)
{
    RecipeEditor& editor = m_parts.project.editor();
    Recipe recipe = editor.recipe();
    std::vector<TensorOverride>& overrides = recipe.config.tensorOverrides[toStd(tensor)];
    overrides.resize(1); // one for the whole of it
    overrides.front().range = TensorRange{float(low), float(high)};
    editor.apply(tr("Range of %1").arg(shownName(toStd(tensor))), std::move(recipe));
}

} // namespace quantiscope
