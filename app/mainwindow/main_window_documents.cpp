// SPDX-License-Identifier: GPL-3.0-or-later
// What the window opens and saves.
#include "app/mainwindow/main_window.h"

#include "app/document/document_opener.h"
#include "app/document/project_file.h"
#include "app/document/recent_files.h"
#include "app/document/recovery.h"
#include "app/document/sample_files.h"
#include "app/jobs/job.h"
#include "app/mainwindow/closing_status.h"
#include "app/mainwindow/message_strip.h"
#include "app/mainwindow/opening_status.h"
#include "app/pages/start_page.h"
#include "app/settings/settings.h"
#include "core/base/file_io.h"
#include "core/pipeline/recipe.h"
#include "widgets/common/text.h"
#include "widgets/recipe/recipe_editor.h"

#include <QApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QLocale>
#include <QMessageBox>
#include <QPushButton>

#include <cmath>
#include <utility>

namespace quantiscope {

void MainWindow::open(const QString& path)
{
    cancelOpening(); // of what was asked for before
    m_orphan.reset();
    m_message->dismiss();
    m_opener->open(path);
}

void MainWindow::openSample()
{
    const std::filesystem::path folder = toPath(sampleFolder());
    Result<Recipe> recipe = loadRecipe(folder / "recipe.json");
    if (!recipe) {
        showLoadError(pathText(folder), toQt(recipe.error().message));
        return;
    }
    DataSpec test = *recipe->calibration;
    test.source = (folder / "test").string();
    test.samples = 0;
    recipe->evaluation = EvaluationRequest{test, folder / "test" / "labels.tsv"};
    m_opener->cancel();
    m_orphan.reset();
    loadModel(folder / "fashion_cnn.onnx",
              [this, recipe = std::move(*recipe)](const auto& model) { m_project->start(model, recipe); });
}

void MainWindow::cancelOpening()
{
    m_opener->cancel();
    m_drawingTask.cancel();
    m_untilAnswered.stop();
    m_comesUp = nullptr;
    m_start->showOpening({});
    m_opening->setPath({});
}

void MainWindow::chooseDocument()
{
    const QString path = QFileDialog::getOpenFileName(
        this, tr("Open"), m_settings.folder(QStringLiteral("model")),
        tr("Models, recipes, projects (*.onnx *.json *.qsproj);;Models (*.onnx);;Projects (*.qsproj);;Recipes and "
           "reports (*.json);;All files (*)"));
    if (path.isEmpty())
        return;
    m_settings.setFolder(QStringLiteral("model"), QFileInfo(path).path());
    open(path);
}

void MainWindow::adopt(const std::shared_ptr<const OpenedDocument>& document)
{
    const ProjectFile& file = document->project;
    const bool isRecipe =
        document->kind == OpenedDocument::Kind::Recipe || document->kind == OpenedDocument::Kind::Report;
    if (isRecipe && file.model.empty()) {
        cancelOpening();
        // A recipe that names no model is for the one that is open.
        if (m_drawing)
            m_project->editor().apply(tr("Take the recipe %1").arg(pathText(document->path.filename())), file.recipe);
        else
            showLoadError(pathText(document->path),
                          tr("The recipe names no model. Open the model first, then this recipe."));
        return;
    }
    const BeginProject begin = [this, document](const auto& model) { beginProject(*document, model); };
    if (document->model) {
        showModel(document->model, begin);
    } else if (document->modelError) {
        m_orphan = Orphan{file.model, document->path.parent_path(), begin};
        showLoadError(pathText(file.model), toQt(document->modelError->message));
    } else { // a project that was saved before a model was chosen
        cancelOpening();
        if (!mayLeave())
            return;
        showStart();
        begin({});
    }
}

void MainWindow::beginProject(const OpenedDocument& document, const std::filesystem::path& model)
{
    switch (document.kind) {
    case OpenedDocument::Kind::Model:
        m_project->start(model, standInRecipe());
        break;
    case OpenedDocument::Kind::Recipe:
    case OpenedDocument::Kind::Report:
        m_project->start(model, document.project.recipe);
        break;
    case OpenedDocument::Kind::Project:
        m_project->open(document.path, document.project);
        if (model != document.project.model)
            m_project->setModel(model);
        tellRefusedRecipe();
        break;
    }
    remember();
}

void MainWindow::tellRefusedRecipe()
{
    if (const std::optional<RefusedRecipe>& refused = m_project->refusedRecipe())
        m_message->showMessage(MessageStrip::Kind::Warning, tr("The project's recipe cannot be used."),
                               tr("%1\nModel and runs are here, and a new recipe begins. The project's file keeps the "
                                  "old one.")
                                   .arg(toQt(refused->error.message)));
}

void MainWindow::locateModel()
{
    if (!m_orphan)
        return;
    const QString path = QFileDialog::getOpenFileName(this, tr("Locate %1").arg(pathText(m_orphan->model.filename())),
                                                      pathText(m_orphan->folder), tr("Models (*.onnx);;All files (*)"));
    if (!path.isEmpty())
        loadModel(toPath(path), m_orphan->begin);
}

void MainWindow::loadModel(const std::filesystem::path& path, BeginProject begin)
{
    showOpening(pathText(path));
    m_drawingTask.start([path](Feedback& feedback) { return openModel(path, feedback); },
                        [this, path, begin = std::move(begin)](Result<OpenedModelPtr> model) {
                            if (model)
                                showModel(*model, begin);
                            else
                                showLoadError(pathText(path), toQt(model.error().message));
                        });
}

void MainWindow::showModel(const OpenedModelPtr& model, BeginProject begin)
{
    showOpening(pathText(model->model.path()));
    m_drawingTask.start(
        [model](Feedback& feedback) -> Result<GraphDrawingPtr> { return makeDrawing(model, feedback); },
        [this, path = model->model.path(), begin = std::move(begin)](const Result<GraphDrawingPtr>& drawing) {
            if (!drawing) { // no memory for it
                showLoadError(pathText(path), toQt(drawing.error().message));
                return;
            }
            m_comesUp = [this, path, begin, drawing = *drawing] {
                cancelOpening(); // that has ended
                // Only now: until here one could go on working, and may have made what is unsaved.
                if (!mayLeave())
                    return;
                m_message->dismiss();
                m_orphan.reset();
                leaveProject();
                begin(path);
                showLater(drawing);
                setModelOfViews(drawing);
                updateActions(); // one may close it before it shows
                findOrphans();
            };
            bringUp();
        });
}

void MainWindow::showLater(const GraphDrawingPtr& drawing)
{
    // Views, docks and their first picture in one turn of the event loop would hold the window up for as long as all
    // three take. Asked for before the views have the model: nothing that they begin in the background, a layout say,
    // comes back to a page without its size.
    const auto show = [this, drawing] {
        if (m_drawing != drawing) // the next one was opened, or this one closed
            return;
        showPerspective(Perspective::Inspect);
        restoreView();
    };
    QMetaObject::invokeMethod(this, show, Qt::QueuedConnection);
}

void MainWindow::bringUp()
{
    // What a dialog asks, or a menu offers, is about what is open: its answer must not reach another project.
    if (QApplication::activeModalWidget() || QApplication::activePopupWidget())
        m_untilAnswered.start();
    else if (const std::function<void()> comesUp = std::exchange(m_comesUp, nullptr))
        comesUp();
}

void MainWindow::showOpening(const QString& path)
{
    m_start->showOpening(path);
    m_opening->setPath(m_perspective ? path : QString());
}

void MainWindow::showLoadError(const QString& path, const QString& message)
{
    cancelOpening();
    m_start->showError(path, message);
    // The start page tells it in place, where another file can be chosen.
    if (!m_perspective && !m_orphan)
        return;
    const MessageStrip::Action action = m_orphan
        ? MessageStrip::Action{tr("Locate the model…"), [this] { locateModel(); }}
        : MessageStrip::Action{tr("Open another…"), [this] { chooseDocument(); }};
    m_message->showMessage(MessageStrip::Kind::Error, tr("%1 could not be opened.").arg(QFileInfo(path).fileName()),
                           message, {action});
}

bool MainWindow::save()
{
    if (m_project->path().empty())
        return saveAs();
    if (!m_project->isOvertaken())
        return saveTo(m_project->path());
    QMessageBox question(
        QMessageBox::Warning, tr("Save project"),
        tr("%1 was changed by another window or program since it was opened here.").arg(m_project->title()),
        QMessageBox::Cancel, this);
    question.setTextFormat(Qt::PlainText);
    question.setInformativeText(tr("Overwriting loses what was saved there, for example its runs."));
    const QAbstractButton* overwrite = question.addButton(tr("Overwrite"), QMessageBox::DestructiveRole);
    QPushButton* elsewhere = question.addButton(tr("Save as…"), QMessageBox::AcceptRole);
    const QAbstractButton* reload = question.addButton(tr("Open it anew"), QMessageBox::ActionRole);
    question.setDefaultButton(elsewhere);
    question.exec();
    if (question.clickedButton() == overwrite)
        return saveTo(m_project->path());
    if (question.clickedButton() == elsewhere)
        return saveAs();
    if (question.clickedButton() == reload)
        open(pathText(m_project->path())); // asks about what is unsaved here
    return false;
}

bool MainWindow::saveAs()
{
    std::filesystem::path suggested = m_project->path();
    if (suggested.empty())
        suggested = std::filesystem::path(m_project->modelPath()).replace_extension(kProjectEnding);
    QFileDialog dialog(this, tr("Save project"), pathText(suggested.parent_path()),
                       tr("Quantiscope projects (*.qsproj)"));
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setDefaultSuffix(QString::fromLatin1(kProjectEnding).mid(1)); // so that it asks before it replaces one
    dialog.selectFile(pathText(suggested.filename()));
    return dialog.exec() == QDialog::Accepted && saveTo(toPath(dialog.selectedFiles().front()));
}

bool MainWindow::saveTo(const std::filesystem::path& path)
{
    if (m_drawing)
        m_project->setView(currentView());
    if (const Result<void> saved = m_project->save(path); !saved) {
        m_message->showMessage(MessageStrip::Kind::Error, tr("The project was not saved."),
                               toQt(saved.error().message));
        return false;
    }
    remember();
    return true;
}

bool MainWindow::askAboutChanges()
{
    if (!m_project->isModified())
        return true;
    QMessageBox question(QMessageBox::Question, tr("Unsaved changes"),
                         tr("%1 has changes that are not saved.").arg(m_project->title()),
                         QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, this);
    question.setTextFormat(Qt::PlainText); // a title is a file's name
    question.setInformativeText(tr("Models and reports of runs stay where they are in any case."));
    question.setDefaultButton(QMessageBox::Save);
    switch (question.exec()) {
    case QMessageBox::Save:
        return save();
    case QMessageBox::Discard:
        return true;
    default:
        return false;
    }
}

bool MainWindow::mayLeaveProject()
{
    // A task may end, and give a run that is not saved, while a question stands.
    bool hasNews = false;
    const QMetaObject::Connection news =
        connect(m_project, &Project::runsChanged, this, [&hasNews] { hasNews = true; });
    const bool mayLeave = askAboutChanges();
    disconnect(news);
    return mayLeave && (!hasNews || askAboutChanges());
}

bool MainWindow::mayLeave()
{
    return askAboutJobs(Leaving::Project) != JobsAnswer::Stay && mayLeaveProject();
}

bool MainWindow::mayClose()
{
    m_hasFailedTask = false;
    const JobsAnswer answer = askAboutJobs(Leaving::Window);
    if (answer == JobsAnswer::Done && m_closing->isWaiting()) { // it was asked to finish before
        QTimer::singleShot(0, this, &MainWindow::closeWhenDone);
        return false;
    }
    m_closing->setWaiting(false);
    // Of what failed behind the question nobody would learn, else.
    if (answer == JobsAnswer::Stay || (answer != JobsAnswer::Stop && m_hasFailedTask))
        return false;
    if (answer != JobsAnswer::Finish)
        return mayLeaveProject();
    // Now, while somebody is there to say where. Who takes that back does not mean to leave.
    const bool isSaved = !m_drawing || (!m_project->isModified() && !m_project->path().empty()) || save();
    if (!isSaved || m_hasFailedTask)
        return false;
    m_closing->setWaiting(true);
    if (const std::shared_ptr<const Job> running = m_jobs->running())
        m_jobs->setPaused(running->id, false); // else it would wait for ever
    else
        QTimer::singleShot(0, this, &MainWindow::closeWhenDone); // they ended in the meantime
    return false;
}

void MainWindow::closeWhenDone()
{
    if (!m_closing->isWaiting() || !m_jobs->isIdle())
        return;
    if (QApplication::activeModalWidget() || QApplication::activePopupWidget()) { // that is answered first
        QTimer::singleShot(m_untilAnswered.interval(), this, &MainWindow::closeWhenDone);
        return;
    }
    m_closing->setWaiting(false);
    // What cannot be saved without a question is asked about by close().
    if (m_project->isModified() && !m_project->path().empty() && !m_project->isOvertaken()
        && !saveTo(m_project->path()))
        return;
    close();
}

void MainWindow::leaveProject()
{
    m_orphansTask.cancel();
    m_closing->setWaiting(false); // which was about the tasks of this one
    // What still runs is about the project that is left: no run of it may get into the next one.
    m_ownJobs.clear();
    m_evaluated.clear();
    m_runOfJob.clear();
    const std::vector<std::shared_ptr<const Job>> jobs = m_jobs->jobs();
    for (const std::shared_ptr<const Job>& job : jobs) {
        if (!job->isOver())
            m_jobs->discard(job->id); // what it gives would belong to no run
    }
}

MainWindow::JobsAnswer MainWindow::askAboutJobs(Leaving what)
{
    if (m_jobs->isIdle())
        return JobsAnswer::Done;
    QMessageBox question(QMessageBox::Question, tr("Tasks are running"), tr("Cancel the tasks that run or wait?"),
                         QMessageBox::NoButton, this);
    const QAbstractButton* stop = question.addButton(tr("Cancel the tasks"), QMessageBox::DestructiveRole);
    const QAbstractButton* finish = nullptr;
    if (what == Leaving::Window) {
        question.setText(tr("Finish the tasks that run or wait before the window closes?"));
        question.setInformativeText(tr("The project is saved with what they give; then the window closes by itself."));
        finish = question.addButton(tr("Finish, then close"), QMessageBox::AcceptRole);
    }
    QPushButton* stay = question.addButton(tr("Stay"), QMessageBox::RejectRole);
    question.setDefaultButton(stay);
    connect(m_jobs, &JobQueue::idleChanged, &question, &QDialog::accept); // then there is nothing left to ask
    question.exec();
    const QAbstractButton* clicked = question.clickedButton();
    if (!clicked)
        return m_jobs->isIdle() ? JobsAnswer::Done : JobsAnswer::Stay;
    if (clicked == finish)
        return JobsAnswer::Finish;
    return clicked == stop ? JobsAnswer::Stop : JobsAnswer::Stay;
}

void MainWindow::remember()
{
    RecentDocument document;
    document.path = pathText(m_project->path().empty() ? m_project->modelPath() : m_project->path());
    if (!m_project->path().empty()) {
        document.preset = toQt(m_project->editor().recipe().config.preset);
        document.runs = int(m_project->runs().size());
        if (!m_project->runs().empty())
            document.cosine = lowestCosine(m_project->runs().back());
        if (document.cosine && std::isnan(*document.cosine)) // which settings do not keep
            document.cosine.reset();
        m_recent->remove(pathText(m_project->modelPath())); // it is found by its project
    }
    document.opened = QDateTime::currentDateTime();
    m_recent->add(std::move(document));
}

bool MainWindow::offerRecovery()
{
    for (const RecoveredWork& work : recoverableWork(recoveryFolder())) {
        QMessageBox question(QMessageBox::Question, tr("Unsaved work was found"),
                             tr("%1 was not saved when Quantiscope ended on %2.")
                                 .arg(work.title, QLocale().toString(work.time, QLocale::ShortFormat)),
                             QMessageBox::NoButton, this);
        question.setTextFormat(Qt::PlainText);
        QPushButton* restore = question.addButton(tr("Restore"), QMessageBox::AcceptRole);
        QPushButton* discard = question.addButton(tr("Discard"), QMessageBox::DestructiveRole);
        question.addButton(tr("Ask again later"), QMessageBox::RejectRole);
        question.setDefaultButton(restore);
        question.exec();
        if (question.clickedButton() == static_cast<QAbstractButton*>(discard)) {
            discardRecovered(work);
        } else if (question.clickedButton() == static_cast<QAbstractButton*>(restore)) {
            Result<ProjectFile> file = readRecovered(work);
            if (!file) {
                showLoadError(work.file, toQt(file.error().message));
                continue;
            }
            const std::filesystem::path model = file->model;
            const BeginProject begin = [this, work, file = std::move(*file)](const auto& found) mutable {
                file.model = found;
                m_project->recover(work.project, file);
                tellRefusedRecipe();
                m_autosave->takeOver(work);
            };
            if (model.empty()) {
                begin({});
            } else {
                m_orphan = Orphan{model, model.parent_path(), begin};
                loadModel(model, begin);
            }
            return true;
        }
    }
    return false;
}

} // namespace quantiscope
