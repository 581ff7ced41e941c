// SPDX-License-Identifier: GPL-3.0-or-later
// What the window runs, and what it shows of it.
#include "app/mainwindow/main_window.h"

#include "app/analysis/analyse_controller.h"
#include "app/document/orphaned_runs.h"
#include "app/document/recovery.h"
#include "app/jobs/log_panel.h"
#include "app/mainwindow/closing_status.h"
#include "app/mainwindow/message_strip.h"
#include "app/mainwindow/second_graph_pane.h"
#include "app/mainwindow/window_docks.h"
#include "app/pages/runs_page.h"
#include "app/settings/settings.h"
#include "widgets/common/text.h"
#include "widgets/data/data_desk.h"
#include "widgets/data/data_session.h"
#include "widgets/graph/graph_pane.h"
#include "widgets/graph/quantized_facts.h"
#include "widgets/inspectors/node_inspector.h"
#include "widgets/recipe/effect_card.h"
#include "widgets/recipe/effect_watcher.h"
#include "widgets/recipe/mark_controller.h"
#include "widgets/recipe/recipe_editor.h"

#include <QApplication>
#include <QDesktopServices>
#include <QDockWidget>
#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QUndoStack>
#include <QUrl>

#include <algorithm>
#include <optional>
#include <utility>

namespace quantiscope {

namespace {

/// The resources of the settings, which do not change what a job gives.
template <typename Request>
void setResources(Request& request, const Settings& settings)
{
    request.threads = settings.threads();
    if (settings.memoryBudget() > 0)
        request.memoryBudget = std::uint64_t(settings.memoryBudget()) << 20;
}

/// Of a sample among those at the data's path; nothing when it is not there.
std::optional<std::size_t> placeOf(const DataListing& listing, const QString& sample)
{
    const auto found = std::find(listing.names.begin(), listing.names.end(), toStd(sample));
    if (found == listing.names.end())
        return std::nullopt;
    return std::size_t(found - listing.names.begin());
}

} // namespace

void MainWindow::connectRunsPage()
{
    connect(m_runsPage, &RunsPage::graphRequested, this,
            [this](const QString& model) { showQuantizedGraph(toPath(model)); });
    connect(m_runsPage, &RunsPage::evaluationRequested, this, &MainWindow::evaluateRun);
    connect(m_runsPage, &RunsPage::exportsEnded, this, [this](bool allWritten) {
        if (std::exchange(m_closesAfterExports, false) && allWritten && !QApplication::activeModalWidget())
            close();
    });
    connect(m_runsPage, &RunsPage::quantizeRequested, this, &MainWindow::quantize);
    connect(m_runsPage, &RunsPage::currentRunChanged, this, &MainWindow::showRunFacts);
    connect(m_runsPage, &RunsPage::samplesRequested, this, &MainWindow::showSamples);
    connect(m_runsPage, &RunsPage::samplePicked, this, [this](const QString& sample) {
        DataSession& session = m_dataDesk->session();
        if (const auto place = placeOf(session.listing(), sample))
            session.setCurrentSample(*place);
    });
    connect(m_runsPage, &RunsPage::tensorPicked, this,
            [this](const QString& name) { m_selection->selectTensor(toStd(name)); });
    connect(m_runsPage, &RunsPage::currentRunChanged, m_analyse, &AnalyseController::setRun);
    connect(m_analyse, &AnalyseController::runChosen, m_runsPage, &RunsPage::setCurrentRun); // one run everywhere
    connect(m_runsPage, &RunsPage::exported, this, [this](const QStringList& files) {
        m_message->showMessage(MessageStrip::Kind::Done, tr("Written."), files.join(QLatin1Char('\n')));
    });
    connect(m_runsPage, &RunsPage::exportFailed, this, [this](int run, const QString& message) {
        if (m_perspective != Perspective::Compare) // which tells it in place
            m_message->showMessage(MessageStrip::Kind::Error, tr("Run %1 was not exported.").arg(run), message);
    });
    connect(m_runsPage, &RunsPage::restored, this, [this](int run) {
        m_message->showMessage(MessageStrip::Kind::Done, tr("The recipe of run %1 is restored.").arg(run), {},
                               {{tr("Undo"), [this, restored = m_project->editor().undoStack().index()] {
                                     QUndoStack& history = m_project->editor().undoStack();
                                     if (history.index() == restored) // not what was edited since
                                         history.undo();
                                     m_message->dismiss();
                                 }}});
    });
}

void MainWindow::showSamples(const QString& title, const QStringList& samples, RunSummary::MeasuredOn measuredOn)
{
    DataSession& session = m_dataDesk->session();
    session.setPurpose(measuredOn == RunSummary::MeasuredOn::Evaluation ? DataPurpose::Evaluation
                                                                        : DataPurpose::Calibration);
    DataSession::Excerpt excerpt{title, {}};
    for (const QString& sample : samples)
        excerpt.names.insert(toStd(sample));
    session.setExcerpt(title.isEmpty() ? DataSession::Excerpt() : std::move(excerpt));
    showPerspective(Perspective::Calibrate);
    m_docks->reveal(QStringLiteral("data"));
    disconnect(m_wantedSample);
    if (!session.listing().names.empty())
        return showSample(samples.value(0));
    if (!session.data())
        return tellMissing(samples.value(0));
    // Of other data the list comes later; what is chosen instead of them has other samples.
    m_wantedSample = connect(&session, &DataSession::listingChanged, this,
                             [this, &session, sample = samples.value(0), source = session.data()->source] {
                                 const bool isOther = !session.data() || session.data()->source != source;
                                 if (!isOther && session.listing().names.empty())
                                     return;
                                 disconnect(m_wantedSample);
                                 if (!isOther)
                                     showSample(sample);
                             });
}

void MainWindow::showSample(const QString& sample)
{
    DataSession& session = m_dataDesk->session();
    if (const auto place = placeOf(session.listing(), sample))
        session.setCurrentSample(*place);
    else
        tellMissing(sample);
}

void MainWindow::tellMissing(const QString& sample)
{
    m_message->showMessage(MessageStrip::Kind::Warning, tr("%1 is not among the data of the recipe.").arg(sample),
                           tr("The run was measured on others; restore its recipe to see them."));
}

void MainWindow::setLimitsOfForecast()
{
    CalibrationLimits limits;
    setResources(limits, m_settings);
    limits.cache.folder = statisticsCacheFolder();
    m_effect->setLimits(std::move(limits));
}

void MainWindow::quantize()
{
    const Recipe& recipe = m_project->editor().recipe();
    if (recipe.config.needsStatistics() && !recipe.calibration && recipe.statistics.empty()
        && !recipe.config.calibration.useRandomData) {
        showPerspective(Perspective::Calibrate);
        m_message->showMessage(
            MessageStrip::Kind::Warning, tr("Calibration data are missing."),
            tr("%1 needs typical inputs of the model. Choose a folder of pictures or arrays here, or "
               "random data for a first try, then quantize.")
                .arg(toQt(recipe.config.preset)));
        connect(&m_project->editor(), &RecipeEditor::recipeChanged, m_message, &MessageStrip::dismiss,
                Qt::SingleShotConnection); // data, or a preset that needs none
        return;
    }
    m_message->dismiss();
    m_orphansTask.cancel(); // it knows nothing of the run that comes
    QuantizeJob job = m_project->nextRun();
    if (const DataInspection* inspection = m_dataDesk->session().inspection())
        job.dataWarnings = inspection->warnings();
    setResources(job.request, m_settings);
    m_ownJobs.insert(m_jobs->add(std::move(job))); // another recipe waits its turn
    showTasks();
}

void MainWindow::showTasks()
{
    // Numbers are being looked at there, which need the room; the status bar shows the progress.
    if (m_perspective != Perspective::Analyse && m_perspective != Perspective::Compare)
        m_docks->reveal(QStringLiteral("tasks"));
}

void MainWindow::calibrate()
{
    CalibrateJob job = m_project->calibration();
    setResources(job.request, m_settings);
    m_ownJobs.insert(m_jobs->add(std::move(job), QStringLiteral("calibrate")));
    showTasks();
}

void MainWindow::evaluate()
{
    if (!m_project->runs().empty())
        evaluateRun(m_project->runs().back().number);
}

void MainWindow::evaluateRun(int run)
{
    Result<EvaluateJob> job = m_project->evaluationOf(run);
    if (!job) {
        m_message->showMessage(MessageStrip::Kind::Error, tr("The run cannot be evaluated."),
                               toQt(job.error().message));
        return;
    }
    job->request.threads = m_settings.threads();
    const int id = m_jobs->add(std::move(*job));
    m_ownJobs.insert(id);
    m_evaluated[id] = run;
    showTasks();
}

void MainWindow::onJobEnded(int id)
{
    updateActions();
    const std::shared_ptr<const Job> job = m_jobs->job(id);
    if (!job || m_ownJobs.erase(id) == 0)
        return;
    const auto evaluated = m_evaluated.find(id);
    if (job->status == JobStatus::Failed && job->error) {
        m_closing->setWaiting(false); // else nobody would learn of it
        m_hasFailedTask = true;
        std::vector<MessageStrip::Action> actions;
        if (job->error->code == ErrorCode::DiskError && std::holds_alternative<QuantizeJob>(job->request))
            actions.push_back({tr("Choose another folder…"), [this] { chooseRunsFolder(); }});
        m_message->showMessage(MessageStrip::Kind::Error, tr("%1 failed.").arg(job->title), toQt(job->error->message),
                               std::move(actions));
    } else if (job->status == JobStatus::Finished && job->result) {
        if (const auto* report = std::get_if<RunReport>(job->result.get())) {
            const int run = m_runOfJob[id] =
                m_project->addRun(std::get<QuantizeJob>(job->request), *report, job->seconds);
            showRunFacts(run);
            remember();
            if (m_perspective != Perspective::Compare) // where the run's row says it all
                showDone(*job, run, pathText(report->outputPath));
        } else if (const auto* evaluation = std::get_if<Evaluation>(job->result.get());
                   evaluation && evaluated != m_evaluated.end()) {
            m_runOfJob[id] = evaluated->second;
            m_project->setEvaluation(evaluated->second, std::get<EvaluateJob>(job->request), *evaluation);
        }
    }
    if (evaluated != m_evaluated.end())
        m_evaluated.erase(evaluated);
}

void MainWindow::chooseRunsFolder()
{
    const QString folder =
        QFileDialog::getExistingDirectory(this, tr("Folder for runs"), pathText(m_project->runsFolder().parent_path()));
    if (folder.isEmpty())
        return;
    m_project->setRunsFolder(toPath(folder));
    m_message->showMessage(MessageStrip::Kind::Done, tr("The next runs go to %1.").arg(folder), {},
                           {{tr("Quantize"), [this] { quantize(); }}});
}

void MainWindow::findOrphans()
{
    m_orphansTask.cancel();
    // What is still being cancelled deletes its files itself.
    if (m_project->path().empty() || !m_jobs->isIdle())
        return;
    const auto work = [project = m_project->path(), folder = m_project->ownRunsFolder(), runs = m_project->runs(),
                       own = m_folderUse.note()](Feedback& feedback) -> std::vector<std::filesystem::path> {
        std::vector<std::filesystem::path> files = orphanedFiles(folder, runs);
        if (files.empty() || isUsedElsewhere(runsFolderNotes(), folder, own) || mayBeShared(folder, project, feedback))
            return {};
        // What is kept of a session that was not closed may hold the runs that the project's file lacks.
        for (const RecoveredWork& kept : recoverableWork(recoveryFolder())) {
            if (kept.project.empty() || kept.project == project)
                return {};
        }
        return files;
    };
    m_orphansTask.start(work, [this](const std::vector<std::filesystem::path>& files) {
        if (files.empty() || m_message->isVisible()) // what it says is more urgent
            return;
        const std::filesystem::path folder = files.front().parent_path();
        m_message->showMessage(
            MessageStrip::Kind::Note,
            tr("%n file(s) in %1 belong to no run of the project.", nullptr, int(files.size()))
                .arg(pathText(folder.filename())),
            {}, {{tr("Open folder"), [folder] { QDesktopServices::openUrl(QUrl::fromLocalFile(pathText(folder))); }}});
    });
}

void MainWindow::showResult(int id)
{
    const std::shared_ptr<const Job> job = m_jobs->job(id);
    const auto run = m_runOfJob.find(id);
    if (run != m_runOfJob.end() && m_project->run(run->second)) {
        m_runsPage->setCurrentRun(run->second);
        showPerspective(Perspective::Compare);
    } else if (m_analyse->showResult(id)) {
        // It has shown it.
    } else if (job && std::holds_alternative<CalibrateJob>(job->request)) {
        m_logPanel->showJob(id); // statistics are for runs; what was collected stands in the log
        m_docks->reveal(QStringLiteral("log"));
    } else {
        m_message->showMessage(MessageStrip::Kind::Warning, tr("There is no run of this task here."),
                               tr("It was deleted, or belongs to a project that was open before."));
    }
}

void MainWindow::showDone(const Job& job, int run, const QString& model)
{
    // A result that is worthless or was made of doubtful data must not look like a plain success.
    const int warnings = int(std::get<QuantizeJob>(job.request).dataWarnings);
    const RunSummary* summary = m_project->run(run);
    const bool isFar = summary && isFarFromFloat(*summary);
    std::vector<MessageStrip::Action> actions{
        {tr("Compare"),
         [this, run] {
             m_message->dismiss();
             m_runsPage->setCurrentRun(run);
             showPerspective(Perspective::Compare);
         }},
        {tr("Show the folder"), [model] { QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(model).path())); }},
    };
    QString text = tr("The model is %1.").arg(model);
    if (isFar)
        text += QLatin1Char(' ') + tr("Its outputs are far from those of the float model.");
    if (warnings > 0) {
        text += QLatin1Char(' ') + tr("There are %n warning(s) about the data.", nullptr, warnings);
        actions.insert(actions.begin(), {tr("See the warnings"), [this] { showPerspective(Perspective::Calibrate); }});
    }
    m_message->showMessage(warnings > 0 || isFar ? MessageStrip::Kind::Warning : MessageStrip::Kind::Done,
                           tr("%1 is done.").arg(job.title), text, std::move(actions));
}

void MainWindow::showRunFacts(int run)
{
    const RunSummary* summary = m_project->run(run);
    if (!summary) {
        m_factsTask.cancel();
        m_graphPane->setEdgeFacts({});
        m_inspector->setEdgeFacts({});
        return;
    }
    using Facts = std::shared_ptr<const EdgeFacts>;
    m_factsTask.start(
        [model = summary->output](Feedback& feedback) -> Facts {
            const Result<OpenedModelPtr> opened = openModel(model, feedback);
            return opened ? quantizedFacts(*opened) : nullptr; // a model that has gone: the edges only say less
        },
        [this](const Facts& facts) {
            m_graphPane->setEdgeFacts(facts);
            m_inspector->setEdgeFacts(facts);
        });
}

void MainWindow::showQuantizedGraph(const std::filesystem::path& model)
{
    if (!m_drawing)
        return;
    m_secondPane->showQuantized(model, m_drawing->modelPtr());
}

void MainWindow::chooseSecondGraph()
{
    const QString file = QFileDialog::getOpenFileName(
        this, tr("Compare with a model"), pathText(m_project->modelPath().parent_path()), tr("ONNX models (*.onnx)"));
    if (!file.isEmpty())
        showQuantizedGraph(toPath(file));
}

void MainWindow::makeRoomForSecondGraph()
{
    showPerspective(Perspective::Inspect);
    if (!m_secondPane->isHidden())
        return;
    // Two graphs need the width that the tree of the first takes.
    QDockWidget* tree = m_docks->dock(QStringLiteral("model"));
    m_isTreeHidden = !tree->isHidden();
    tree->hide();
    m_secondPane->show();
    m_graphs->setSizes({1, 1});
}

void MainWindow::closeSecondGraph()
{
    m_secondPane->hide();
    m_secondPane->clear();
    if (std::exchange(m_isTreeHidden, false) && m_perspective == Perspective::Inspect)
        m_docks->dock(QStringLiteral("model"))->show();
}

void MainWindow::followDraft()
{
    const bool isDrafting = m_marks->draft().has_value();
    m_recipeStack->setCurrentIndex(isDrafting ? 1 : 0);
    if (isDrafting) {
        showPerspective(Perspective::Inspect);
        m_docks->reveal(QStringLiteral("recipe"));
    }
    m_effectCard->setVisible(isDrafting);
    placeEffectCard();
}

void MainWindow::placeEffectCard()
{
    const int margin = fontMetrics().height();
    m_effectCard->adjustSize();
    const QWidget* view = m_effectCard->parentWidget();
    m_effectCard->move(view->width() - m_effectCard->width() - margin,
                       view->height() - m_effectCard->height() - margin);
    m_effectCard->raise();
}

bool MainWindow::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize && watched == m_effectCard->parentWidget() && m_effectCard->isVisible())
        placeEffectCard();
    if (event->type() == QEvent::LayoutRequest && watched == m_effectCard)
        placeEffectCard();
    return QMainWindow::eventFilter(watched, event);
}

void MainWindow::openNodeMenu(int node, const QPoint& place)
{
    if (!m_drawing)
        return;
    QMenu menu(this);
    m_secondPane->addSubgraphActions(&menu, m_drawing->modelPtr(), node);
    if (!menu.isEmpty())
        menu.addSeparator();
    m_marks->fillNodeMenu(&menu, node);
    menu.exec(place);
}

} // namespace quantiscope
