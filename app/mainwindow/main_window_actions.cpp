// SPDX-License-Identifier: GPL-3.0-or-later
// The window's actions and menus.
#include "app/mainwindow/main_window.h"

#include "app/mainwindow/palette_sources.h"
#include "app/mainwindow/preferences_dialog.h"
#include "app/mainwindow/shortcut_dialog.h"
#include "app/mainwindow/window_docks.h"
#include "app/mainwindow/window_toolbar.h"
#include "app/settings/settings.h"
#include "core/base/version.h"
#include "core/config/presets.h"
#include "core/runtime/runtime_environment.h"
#include "widgets/common/command_palette.h"
#include "widgets/common/engine_text.h"
#include "widgets/common/text.h"
#include "widgets/recipe/recipe_editor.h"
#include "widgets/recipe/recipe_panel.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QMenuBar>
#include <QMessageBox>
#include <QToolButton>
#include <QUndoStack>

namespace quantiscope {

void MainWindow::registerFileActions()
{
    const QString file = tr("File");
    m_actions->add({.id = QStringLiteral("file.open"),
                    .text = tr("&Open…"),
                    .category = file,
                    .shortcuts = {QKeySequence::Open},
                    .icon = QStringLiteral("open"),
                    .help = tr("Open a model, a recipe, a project or a run's report")},
                   [this] { chooseDocument(); });
    m_actions->add({.id = QStringLiteral("file.openSample"), .text = tr("Open the &sample"), .category = file},
                   [this] { openSample(); });
    m_actions->add({.id = QStringLiteral("file.save"),
                    .text = tr("&Save project"),
                    .category = file,
                    .shortcuts = {QKeySequence::Save},
                    .icon = QStringLiteral("save")},
                   [this] { save(); });
    m_actions->add({.id = QStringLiteral("file.saveAs"),
                    .text = tr("Save project &as…"),
                    .category = file,
                    .shortcuts = {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S)}},
                   [this] { saveAs(); });
    m_actions->add({.id = QStringLiteral("file.close"), .text = tr("&Close project"), .category = file}, [this] {
        if (mayLeave())
            showStart();
    });
    m_actions->add({.id = QStringLiteral("file.quit"),
                    .text = tr("&Quit"),
                    .category = file,
                    .shortcuts = {QKeySequence(Qt::CTRL | Qt::Key_Q)}},
                   [this] { close(); });
}

void MainWindow::registerEditActions()
{
    const QString edit = tr("Edit");
    QUndoStack& history = m_project->editor().undoStack();
    QAction* undo = m_actions->add({.id = QStringLiteral("edit.undo"),
                                    .text = tr("&Undo"),
                                    .category = edit,
                                    .shortcuts = {QKeySequence::Undo},
                                    .icon = QStringLiteral("undo")},
                                   [&history] { history.undo(); });
    QAction* redo = m_actions->add({.id = QStringLiteral("edit.redo"),
                                    .text = tr("&Redo"),
                                    .category = edit,
                                    .shortcuts = {QKeySequence::Redo},
                                    .icon = QStringLiteral("redo")},
                                   [&history] { history.redo(); });
    const auto follow = [this, undo, redo, &history] {
        ActionRegistry::setDisabledReason(undo, history.canUndo() ? QString() : tr("Nothing was changed yet"));
        ActionRegistry::setDisabledReason(redo, history.canRedo() ? QString() : tr("Nothing was undone"));
        undo->setText(history.canUndo() ? tr("&Undo: %1").arg(history.undoText()) : tr("&Undo"));
        redo->setText(history.canRedo() ? tr("&Redo: %1").arg(history.redoText()) : tr("&Redo"));
    };
    connect(&history, &QUndoStack::indexChanged, this, follow);
    connect(&history, &QUndoStack::undoTextChanged, this, follow);
    follow();
    m_actions->add({.id = QStringLiteral("edit.preferences"),
                    .text = tr("&Preferences…"),
                    .category = edit,
                    .shortcuts = {QKeySequence(Qt::CTRL | Qt::Key_Comma)}},
                   [this] {
                       PreferencesDialog(m_settings, this).exec();
                       setLimitsOfForecast();
                   });
}

void MainWindow::registerRunActions()
{
    const QString run = tr("Run");
    m_actions->add(
        {.id = QStringLiteral("run.quantize"),
         .text = tr("&Quantize"),
         .category = run,
         .shortcuts = {QKeySequence(Qt::CTRL | Qt::Key_Return)},
         .icon = QStringLiteral("play"),
         .help = tr("Quantize the model with this recipe, in the background. The result goes to a folder of runs "
                    "beside the project or model, and from there wherever you export it")},
        [this] { quantize(); });
    m_actions->add(
        {.id = QStringLiteral("run.calibrate"),
         .text = tr("&Collect statistics"),
         .category = run,
         .icon = QStringLiteral("calibrate"),
         .help =
             tr("Calibrate only. Later runs with this data use what was collected, also with other rules or another "
                "method; it is collected anew only where equalization decides otherwise for them")},
        [this] { calibrate(); });
    m_actions->add({.id = QStringLiteral("run.evaluate"),
                    .text = tr("&Evaluate"),
                    .category = run,
                    .icon = QStringLiteral("evaluate"),
                    .help = tr("Compare the newest run with the float model on the evaluation data")},
                   [this] { evaluate(); });
    m_actions->add({.id = QStringLiteral("run.pause"),
                    .text = tr("&Pause the running task"),
                    .category = run,
                    .icon = QStringLiteral("pause"),
                    .isCheckable = true},
                   [this] {
                       if (const auto running = m_jobs->running())
                           m_jobs->setPaused(running->id, running->status != JobStatus::Paused);
                   });
    m_actions->add({.id = QStringLiteral("run.cancel"),
                    .text = tr("Cance&l the running task"),
                    .category = run,
                    .icon = QStringLiteral("stop")},
                   [this] {
                       if (const auto running = m_jobs->running())
                           m_jobs->cancel(running->id);
                   });
    m_actions->add({.id = QStringLiteral("run.chooseFolder"),
                    .text = tr("Choose the &folder for runs…"),
                    .category = run,
                    .icon = QStringLiteral("folder"),
                    .help = tr("Where the next runs of this project go; kept in the project's file")},
                   [this] { chooseRunsFolder(); });
    m_actions->add({.id = QStringLiteral("run.copyCommandLine"),
                    .text = tr("Copy the &task as command line"),
                    .category = run,
                    .icon = QStringLiteral("terminal"),
                    .help = tr("Copy the qscope command that does what the running or the newest task does")},
                   [this] {
                       if (m_jobs->jobs().empty())
                           return;
                       const std::shared_ptr<const Job> running = m_jobs->running();
                       const std::shared_ptr<const Job> job = running ? running : m_jobs->jobs().back();
                       QGuiApplication::clipboard()->setText(commandLineOf(job->request));
                   });
}

void MainWindow::registerWindowActions()
{
    const QString window = tr("Window");
    int key = Qt::Key_1;
    for (const Perspective perspective : kPerspectives) {
        m_actions->add({.id = QStringLiteral("view.") + perspectiveKey(perspective),
                        .text = perspectiveText(perspective),
                        .category = window,
                        .shortcuts = {QKeySequence(Qt::CTRL | key++)},
                        .icon = perspectiveKey(perspective),
                        .isCheckable = true},
                       [this, perspective] { showPerspective(perspective); });
    }
    m_actions->add({.id = QStringLiteral("window.palette"),
                    .text = tr("&Commands…"),
                    .category = window,
                    .shortcuts = {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P)},
                    .icon = QStringLiteral("commands")},
                   [this] { m_palette->open(QLatin1Char('>')); });
    m_actions->add({.id = QStringLiteral("window.goTo"),
                    .text = tr("&Go to node…"),
                    .category = window,
                    .shortcuts = {QKeySequence(Qt::CTRL | Qt::Key_P)},
                    .icon = QStringLiteral("search")},
                   [this] { m_palette->open(QLatin1Char('@')); });
    m_actions->add({.id = QStringLiteral("window.resetLayout"), .text = tr("&Reset layout"), .category = window},
                   [this] { m_docks->reset(); });
    m_actions->add({.id = QStringLiteral("view.markBar"),
                    .text = tr("&Mark bar"),
                    .category = window,
                    .icon = QStringLiteral("between"),
                    .help = tr("The ways of marking nodes, above the graph"),
                    .isCheckable = true},
                   {});
    m_actions->add({.id = QStringLiteral("secondGraph.open"),
                    .text = tr("&Compare with a model…"),
                    .category = tr("Second graph"),
                    .icon = QStringLiteral("compare"),
                    .help = tr("Show the graph of another model beside this one, and what changed between them")},
                   [this] { chooseSecondGraph(); });
    m_actions->add({.id = QStringLiteral("view.toggleTheme"),
                    .text = tr("Light or &dark"),
                    .category = window,
                    .icon = QStringLiteral("theme"),
                    .help = tr("Switch between the light and the dark theme")},
                   [this] { m_settings.setTheme(Theme::current().isDark ? ThemeChoice::Light : ThemeChoice::Dark); });
    const QString help = tr("Help");
    m_actions->add({.id = QStringLiteral("help.shortcuts"),
                    .text = tr("&Keyboard shortcuts"),
                    .category = help,
                    .shortcuts = {QKeySequence(Qt::Key_F1)},
                    .icon = QStringLiteral("keyboard")},
                   [this] { ShortcutDialog(*m_actions, m_settings, this).exec(); });
    m_actions->add({.id = QStringLiteral("help.about"), .text = tr("&About Quantiscope"), .category = help}, [this] {
        QMessageBox::about(this, tr("About Quantiscope"),
                           tr("<b>Quantiscope %1</b><p>Quantizes ONNX models and shows where accuracy goes.</p>"
                              "<p>ONNX Runtime %2, onnx %3, Qt %4</p><p>GPL-3.0-or-later</p>")
                               .arg(toQt(kVersion), toQt(RuntimeEnvironment::libraryVersion()), toQt(kOnnxVersion),
                                    QString::fromLatin1(qVersion())));
    });
}

void MainWindow::makeMenus()
{
    const auto add = [this](QMenu* menu, std::initializer_list<const char*> ids) {
        for (const char* id : ids) {
            if (QAction* action = m_actions->action(QString::fromLatin1(id)))
                menu->addAction(action);
            else
                menu->addSeparator();
        }
    };
    /// All actions of a category that no list names, so that each is in some menu.
    const auto addRest = [this](QMenu* menu, const QString& prefix) {
        for (QAction* action : m_actions->actions()) {
            if (ActionRegistry::id(action).startsWith(prefix) && !menu->actions().contains(action))
                menu->addAction(action);
        }
    };
    QMenu* file = menuBar()->addMenu(tr("&File"));
    add(file, {"file.open"});
    m_recentMenu = file->addMenu(tr("Open &recent"));
    add(file,
        {"file.openSample", "-", "file.save", "file.saveAs", "file.close", "-", "recipe.import", "recipe.export", "-",
         "file.quit"});
    QMenu* edit = menuBar()->addMenu(tr("&Edit"));
    add(edit, {"edit.undo", "edit.redo", "-", "edit.preferences"});
    QMenu* view = menuBar()->addMenu(tr("&View"));
    add(view,
        {"view.inspect", "view.calibrate", "view.analyse", "view.compare", "-", "window.goTo", "window.palette", "-"});
    addRest(view, QStringLiteral("view."));
    QMenu* graph = menuBar()->addMenu(tr("&Graph"));
    addRest(graph, QStringLiteral("graph."));
    graph->addSeparator();
    QMenu* second = graph->addMenu(tr("&Second graph"));
    add(second,
        {"secondGraph.open", "secondGraph.changes", "secondGraph.moveTogether", "secondGraph.exportChanges", "-"});
    addRest(second, QStringLiteral("secondGraph."));
    QMenu* recipe = menuBar()->addMenu(tr("&Recipe"));
    recipe->addMenu(m_presetMenu);
    addRest(recipe, QStringLiteral("recipe."));
    recipe->addSeparator();
    addRest(recipe, QStringLiteral("mark."));
    addRest(recipe->addMenu(tr("Precision ru&les")), QStringLiteral("rule."));
    QMenu* run = menuBar()->addMenu(tr("R&un"));
    add(run, {"run.quantize", "run.calibrate", "run.evaluate", "-", "run.pause", "run.cancel", "-"});
    addRest(run, QStringLiteral("run"));
    addRest(menuBar()->addMenu(tr("&Analyse")), QStringLiteral("analyse."));
    QMenu* dataMenu = menuBar()->addMenu(tr("&Data"));
    addRest(dataMenu, QStringLiteral("data."));
    dataMenu->menuAction()->setVisible(!dataMenu->isEmpty());
    QMenu* window = menuBar()->addMenu(tr("&Window"));
    addRest(window, QStringLiteral("window.dock."));
    window->addSeparator();
    add(window, {"window.resetLayout"});
    QMenu* help = menuBar()->addMenu(tr("&Help"));
    addRest(help, QStringLiteral("help."));

    m_runMenu = new QMenu(this);
    add(m_runMenu, {"run.quantize", "run.calibrate", "run.evaluate", "-", "run.pause", "run.cancel"});
}

void MainWindow::makePresetMenu()
{
    m_presetMenu = new QMenu(tr("&Preset"), this);
    m_presetMenu->setToolTipsVisible(true);
    for (const Preset& preset : presets()) {
        const QString name = toQt(preset.name);
        QAction* action = m_presetMenu->addAction(QStringLiteral("%1 — %2").arg(name, engineText(preset.summary)));
        action->setToolTip(engineText(preset.when));
        connect(action, &QAction::triggered, this, [this, name] { m_recipePanel->setPreset(name); });
    }
}

} // namespace quantiscope
