// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/mainwindow/main_window.h"

#include "app/analysis/analyse_controller.h"
#include "app/document/document_opener.h"
#include "app/document/recent_files.h"
#include "app/document/recovery.h"
#include "app/jobs/engine_log.h"
#include "app/jobs/log_model.h"
#include "app/jobs/log_panel.h"
#include "app/jobs/task_centre.h"
#include "app/jobs/task_status.h"
#include "app/mainwindow/changes_panel.h"
#include "app/mainwindow/closing_status.h"
#include "app/mainwindow/mark_bar.h"
#include "app/mainwindow/message_strip.h"
#include "app/mainwindow/opening_status.h"
#include "app/mainwindow/palette_sources.h"
#include "app/mainwindow/second_graph_pane.h"
#include "app/mainwindow/shortcut_dialog.h"
#include "app/mainwindow/window_docks.h"
#include "app/mainwindow/window_toolbar.h"
#include "app/pages/runs_page.h"
#include "app/pages/start_page.h"
#include "app/settings/settings.h"
#include "widgets/common/command_palette.h"
#include "widgets/common/page_stack.h"
#include "widgets/common/text.h"
#include "widgets/common/themed_icon.h"
#include "widgets/data/data_desk.h"
#include "widgets/data/data_session.h"
#include "widgets/data/data_source_panel.h"
#include "widgets/graph/graph_pane.h"
#include "widgets/inspectors/model_tree_panel.h"
#include "widgets/inspectors/node_inspector.h"
#include "widgets/recipe/effect_card.h"
#include "widgets/recipe/effect_lines.h"
#include "widgets/recipe/effect_watcher.h"
#include "widgets/recipe/findings_list.h"
#include "widgets/recipe/mark_controller.h"
#include "widgets/recipe/new_rule_panel.h"
#include "widgets/recipe/recipe_editor.h"
#include "widgets/recipe/recipe_exchange.h"
#include "widgets/recipe/recipe_panel.h"
#include "widgets/recipe/rule_view.h"

#include <QAction>
#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QMenuBar>
#include <QMimeData>
#include <QScreen>
#include <QSplitter>
#include <QStackedWidget>
#include <QStatusBar>
#include <QToolButton>
#include <QUndoView>
#include <QVBoxLayout>

#include <utility>

namespace quantiscope {

MainWindow::MainWindow(Settings& settings, const RuntimeEnvironment& environment)
    : m_settings(settings)
    , m_environment(environment)
    , m_actions(new ActionRegistry(this))
    , m_selection(new NodeSelection(this))
    , m_project(new Project(this))
    , m_jobs(new JobQueue(environment, this))
    , m_effect(new EffectWatcher(m_project->editor(), environment, this))
    , m_opener(new DocumentOpener(this))
    , m_recent(new RecentFiles(settings, this))
    , m_autosave(std::make_unique<Autosave>(*m_project, recoveryFolder()))
{
    setObjectName(QStringLiteral("mainWindow"));
    m_untilAnswered.setSingleShot(true);
    m_untilAnswered.setInterval(50);
    connect(&m_untilAnswered, &QTimer::timeout, this, &MainWindow::bringUp);
    setAcceptDrops(true);
    m_docks = new WindowDocks(*this, m_settings, *m_actions);
    registerFileActions();
    registerEditActions();
    registerRunActions();
    registerWindowActions();
    makeViews();
    makeDocks();
    makePresetMenu();
    makeMenus();
    m_toolBar = new WindowToolBar(*m_actions, this);
    addToolBar(m_toolBar);
    m_toolBar->setMenus(m_runMenu, m_runsPage->exportMenu());
    for (QAction* action : m_actions->actions()) {
        // Those of a view belong to it: their letters must not act while one types elsewhere.
        if (action->associatedObjects().isEmpty()
            || (action->shortcutContext() == Qt::WindowShortcut && !QWidget::actions().contains(action)))
            addAction(action);
    }
    setLimitsOfForecast();
    ShortcutDialog::applyStored(*m_actions, m_settings);
    connectViews();

    constexpr QSize kFrame(16, 64); // what the desktop draws around a window, about
    resize(QSize(1440, 900).boundedTo(screen()->availableSize() - kFrame));
    restoreGeometry(m_settings.windowGeometry());
    showStart();
}

MainWindow::~MainWindow()
{
    // Children tell their end; what they would tell it to is half gone by then.
    for (QObject* child : findChildren<QObject*>())
        child->disconnect(this);
    m_jobs->cancelAllAndWait();
}

void MainWindow::makeViews()
{
    m_message = new MessageStrip(this);
    m_pages = new PageStack(this);
    m_start = new StartPage(m_pages);
    m_inspectPage = new QWidget(m_pages);
    m_graphs = new QSplitter(Qt::Horizontal, m_inspectPage);
    m_graphPane = new GraphPane(*m_actions, QStringLiteral("graph"), m_graphs);
    m_graphPane->setSelection(m_selection);
    m_graphs->addWidget(m_graphPane);
    m_secondPane = new SecondGraphPane(*m_actions, *m_graphPane, m_graphs);
    m_secondPane->hide();
    m_graphs->addWidget(m_secondPane);
    m_graphs->setChildrenCollapsible(false);
    auto* inspect = new QVBoxLayout(m_inspectPage);
    inspect->setContentsMargins(0, 0, 0, 0);
    inspect->setSpacing(0);
    auto* rows = new QSplitter(Qt::Vertical, m_inspectPage);
    rows->addWidget(m_graphs);
    rows->addWidget(m_secondPane->changes());
    rows->setChildrenCollapsible(false);
    rows->setStretchFactor(0, 3);
    rows->setStretchFactor(1, 1);
    inspect->addWidget(rows, 1);
    for (QWidget* pane : {static_cast<QWidget*>(m_graphPane), static_cast<QWidget*>(m_secondPane)})
        pane->setMinimumWidth(fontMetrics().averageCharWidth() * 36); // two beside each other must not widen the window
    m_dataDesk = new DataDesk(m_project->editor(), m_pages);
    m_dataDesk->registerActions(*m_actions);
    m_runsPage = new RunsPage(*m_project, *m_actions, m_pages);
    for (QWidget* page : {static_cast<QWidget*>(m_start), m_inspectPage, static_cast<QWidget*>(m_dataDesk),
                          static_cast<QWidget*>(m_runsPage)})
        m_pages->addWidget(page);
    auto* central = new QWidget(this);
    auto* layout = new QVBoxLayout(central);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_message);
    layout->addWidget(m_pages, 1);
    setCentralWidget(central);

    m_palette = new CommandPalette(this);
    const auto model = [this] { return m_drawing ? m_drawing->modelPtr() : nullptr; };
    const auto more = [this] {
        std::vector<PaletteEntry> entries =
            presetEntries([this](const QString& preset) { m_recipePanel->setPreset(preset); },
                          m_drawing ? QString() : tr("No model is open"));
        for (PaletteEntry& entry : recentEntries(m_recent->documents(), [this](const QString& path) { open(path); }))
            entries.push_back(std::move(entry));
        return entries;
    };
    m_palette->setSources({commandSource(*m_actions, model, *m_selection, more),
                           nodeSource([this] { return m_drawing; }, *m_selection), tensorSource(model, *m_selection),
                           optionSource([this](const std::string& option) {
                               showPerspective(Perspective::Inspect);
                               m_docks->reveal(QStringLiteral("recipe"));
                               m_recipePanel->showOption(toQt(option));
                           })});

    m_modelFacts = new QLabel(this);
    m_selectionFacts = new QLabel(this);
    m_problem = new QLabel(this);
    m_problem->setTextFormat(Qt::RichText);
    m_taskStatus = new TaskStatus(*m_jobs, this);
    m_opening = new OpeningStatus(this);
    m_closing = new ClosingStatus(this);
    connect(m_opening, &OpeningStatus::cancelRequested, this, &MainWindow::cancelOpening);
    m_dataWarnings = new QLabel(this);
    m_dataWarnings->setTextFormat(Qt::RichText);
    const int gap = fontMetrics().averageCharWidth();
    for (QLabel* label : {m_modelFacts, m_selectionFacts, m_problem, m_dataWarnings}) {
        label->setContentsMargins(gap, 0, gap, 0);
        statusBar()->addWidget(label);
    }
    statusBar()->setSizeGripEnabled(false); // the window's edges do
    statusBar()->addPermanentWidget(m_opening);
    statusBar()->addPermanentWidget(m_closing);
    statusBar()->addPermanentWidget(m_taskStatus);

    auto* corner = new QWidget(menuBar());
    auto* row = new QHBoxLayout(corner);
    row->setContentsMargins(0, 0, 8, 0);
    row->setSpacing(2);
    for (const Perspective perspective : kPerspectives) {
        auto* button = new QToolButton(corner);
        button->setDefaultAction(m_actions->action(QStringLiteral("view.") + perspectiveKey(perspective)));
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setProperty("tab", true);
        row->addWidget(button);
    }
    menuBar()->setCornerWidget(corner);
}

void MainWindow::makeDocks()
{
    using enum Perspective;
    m_modelTree = new ModelTreePanel(*m_selection, this);
    m_inspector = new NodeInspector(*m_selection, this);
    m_marks = new MarkController(m_project->editor(), *m_effect, *m_selection, this);
    m_marks->registerActions(*m_actions, &m_graphPane->view());
    m_modelTree->addNodeActions(m_marks->actions());
    m_markBar = new MarkBar(*m_actions, *m_marks, m_graphPane);
    m_graphPane->addBar(m_markBar);
    QAction* showMarkBar = m_actions->action(QStringLiteral("view.markBar"));
    connect(showMarkBar, &QAction::toggled, m_markBar, &MarkBar::setWanted);
    connect(m_markBar, &MarkBar::closeRequested, showMarkBar, [showMarkBar] { showMarkBar->setChecked(false); });
    m_inspector->setLineSource([this](int node) -> NodeInspector::Lines {
        const std::shared_ptr<const EffectPreview> preview = m_effect->preview();
        if (!preview || !m_effect->model())
            return {};
        return effectLines(m_effect->model()->graph, *preview, m_effect->previewedRecipe(), node);
    });
    m_inspector->setNodeActions(
        {m_actions->action(QStringLiteral("mark.float")), m_actions->action(QStringLiteral("mark.int16")),
         m_actions->action(QStringLiteral("mark.int8")), m_actions->action(QStringLiteral("mark.remove"))});
    m_recipePanel = new RecipePanel(m_project->editor(), *m_effect, *m_marks, *m_selection, this);
    m_recipePanel->rules().registerActions(*m_actions);
    m_exchange = new RecipeExchange(m_project->editor(), this);
    m_exchange->registerActions(*m_actions, this);
    m_recipeStack = new QStackedWidget(this);
    m_recipeStack->addWidget(m_recipePanel);
    m_recipeStack->addWidget(new NewRulePanel(*m_marks, *m_selection, m_recipeStack));
    m_effectCard = new EffectCard(*m_effect, &m_graphPane->view());
    m_effectCard->hide();
    m_graphPane->view().installEventFilter(this);
    m_effectCard->installEventFilter(this);
    m_log = new LogModel(this);
    m_log->follow(*m_jobs);
    sendEngineLogTo(*m_log);
    m_logPanel = new LogPanel(*m_log, this);
    m_taskCentre = new TaskCentre(*m_jobs, this);
    auto* history = new QUndoView(&m_project->editor().undoStack(), this);
    history->setEmptyLabel(tr("As it was opened"));
    history->setCleanIcon(themedIcon(QStringLiteral("save")));
    history->setIconSize({fontMetrics().height(), fontMetrics().height()});
    history->setSpacing(3);
    history->setAccessibleName(tr("History of edits"));
    m_docks->add({.id = QStringLiteral("model"),
                  .title = tr("Model"),
                  .icon = QStringLiteral("layers"),
                  .area = Qt::LeftDockWidgetArea,
                  .shownIn = {Inspect},
                  .width = 33,
                  .narrowWidth = 26},
                 m_modelTree);
    m_docks->add({.id = QStringLiteral("data"),
                  .title = tr("Data"),
                  .icon = QStringLiteral("data"),
                  .area = Qt::LeftDockWidgetArea,
                  .shownIn = {Calibrate},
                  .width = 31,
                  .narrowWidth = 30},
                 &m_dataDesk->sourcePanel());
    m_docks->add({.id = QStringLiteral("recipe"),
                  .title = tr("Recipe"),
                  .icon = QStringLiteral("recipe"),
                  .area = Qt::RightDockWidgetArea,
                  .shownIn = {Inspect},
                  .width = 42,
                  .narrowWidth = 38},
                 m_recipeStack);
    m_docks->add({.id = QStringLiteral("selection"),
                  .title = tr("Selection"),
                  .icon = QStringLiteral("info"),
                  .area = Qt::RightDockWidgetArea,
                  .shownIn = {Inspect},
                  .width = 42,
                  .narrowWidth = 38,
                  .below = QStringLiteral("recipe")},
                 m_inspector);
    m_docks->add({.id = QStringLiteral("findings"),
                  .title = tr("Findings"),
                  .icon = QStringLiteral("warning"),
                  .area = Qt::RightDockWidgetArea,
                  .shownIn = {Inspect},
                  .tabbedWith = QStringLiteral("selection")},
                 new FindingsList(*m_effect, this));
    m_docks->add({.id = QStringLiteral("history"),
                  .title = tr("History"),
                  .icon = QStringLiteral("history"),
                  .area = Qt::RightDockWidgetArea,
                  .shownIn = {Inspect},
                  .tabbedWith = QStringLiteral("recipe")},
                 history);
    m_docks->add({.id = QStringLiteral("tasks"),
                  .title = tr("Tasks"),
                  .icon = QStringLiteral("tasks"),
                  .area = Qt::RightDockWidgetArea,
                  .shownIn = {Calibrate}, // elsewhere the status bar tells enough, and leads here
                  .width = 37,
                  .narrowWidth = 33,
                  .tabbedWith = QStringLiteral("selection")}, // a third below each other would make the window higher
                 m_taskCentre);
    m_analyse = new AnalyseController(
        {*m_project, *m_jobs, *m_actions, *m_selection, *m_marks, *m_graphPane, *m_docks, m_settings}, this);
    m_inspectPage->layout()->addWidget(m_analyse->strip());
    m_docks->add({.id = QStringLiteral("log"),
                  .title = tr("Log"),
                  .icon = QStringLiteral("log"),
                  .area = Qt::BottomDockWidgetArea,
                  .shownIn = {}},
                 m_logPanel);
}

void MainWindow::connectViews()
{
    connect(m_start, &StartPage::openRequested, this, &MainWindow::chooseDocument);
    connect(m_start, &StartPage::pathChosen, this, &MainWindow::open);
    connect(m_start, &StartPage::sampleRequested, this, &MainWindow::openSample);
    connect(m_start, &StartPage::cancelRequested, this, &MainWindow::cancelOpening);
    connect(m_start, &StartPage::commandsRequested, m_actions->action(QStringLiteral("window.palette")),
            &QAction::trigger);
    connect(m_toolBar, &WindowToolBar::presetsRequested, m_recipePanel, &RecipePanel::choosePreset);
    connect(m_start, &StartPage::presetsRequested, this, [this] { m_recipePanel->showPresetHelp(); });
    const auto showRecent = [this] {
        m_start->setRecent(m_recent->documents());
        m_recentMenu->clear();
        for (const RecentDocument& document : m_recent->documents()) {
            QString text = document.path;
            connect(m_recentMenu->addAction(text.replace(QLatin1Char('&'), QLatin1String("&&"))), &QAction::triggered,
                    this, [this, path = document.path] { open(path); });
        }
        m_recentMenu->setEnabled(!m_recentMenu->isEmpty());
    };
    connect(m_recent, &RecentFiles::changed, this, showRecent);
    showRecent();
    connect(m_opener, &DocumentOpener::started, this, &MainWindow::showOpening);
    connect(m_opener, &DocumentOpener::opened, this, &MainWindow::adopt);
    connect(m_opener, &DocumentOpener::failed, this,
            [this](const QString& path, const QString& message) { showLoadError(path, message); });

    connect(m_project, &Project::titleChanged, this, &MainWindow::updateTitle);
    connect(m_project, &Project::modifiedChanged, this, &MainWindow::updateTitle);
    connect(m_project, &Project::runsChanged, this, &MainWindow::updateActions);
    m_project->keepConfirmedFoldersIn(m_settings.store());
    connect(m_project, &Project::titleChanged, this, [this] {
        const bool isUnsaved = m_project->path().empty() && !m_project->modelPath().empty();
        m_folderUse.set(isUnsaved ? m_project->runsFolder() : m_project->ownRunsFolder());
    });
    connect(&m_project->editor(), &RecipeEditor::recipeChanged, this, &MainWindow::updateTitle);
    connect(m_autosave.get(), &Autosave::failed, this, [this](const QString& message) {
        m_message->showMessage(MessageStrip::Kind::Warning, tr("Unsaved work cannot be kept safe."), message);
    });
    connect(&m_settings, &Settings::themeChanged, this, [this] { applyTheme(*qApp, m_settings.theme()); });

    connect(m_effect, &EffectWatcher::previewChanged, this, &MainWindow::updateEffect);
    connect(m_marks, &MarkController::marksChanged, this,
            [this](const std::set<int>& caught, const std::set<int>& starts, const std::set<int>& ends) {
                m_graphPane->setMarks({caught, starts, ends});
            });
    connect(m_selection, &NodeSelection::selectionChanged, this, &MainWindow::updateStatus);
    connect(m_graphPane, &GraphPane::contextMenuRequested, this, &MainWindow::openNodeMenu);
    connect(m_graphPane, &GraphPane::nodeActivated, this, [this](int node) {
        m_secondPane->openBodies(m_drawing ? m_drawing->modelPtr() : nullptr, node, m_graphPane->currentPlace());
    });
    connect(m_modelTree, &ModelTreePanel::contextMenuRequested, this, &MainWindow::openNodeMenu);
    connect(m_inspector, &NodeInspector::nodeActivated, m_selection, qOverload<int>(&NodeSelection::reveal));
    connect(m_selection, &NodeSelection::revealRequested, this, [this] {
        if (m_perspective != Perspective::Analyse) // which has the graph as well
            showPerspective(Perspective::Inspect);
    });
    connect(m_analyse, &AnalyseController::perspectiveRequested, this,
            [this] { showPerspective(Perspective::Analyse); });
    connect(m_analyse, &AnalyseController::sessionChanged, m_runsPage, &RunsPage::readAgain);
    connect(m_analyse, &AnalyseController::jobAdded, this, [this](int job) { m_ownJobs.insert(job); });
    connect(m_analyse, &AnalyseController::refused, this, [this](const QString& sentence) {
        m_message->showMessage(MessageStrip::Kind::Error, tr("That was not done."), sentence);
    });
    connect(m_analyse, &AnalyseController::reportWritten, this, [this](const QStringList& files) {
        m_message->showMessage(MessageStrip::Kind::Done, tr("The report was written."),
                               files.join(QStringLiteral(", ")));
    });

    connect(m_jobs, &JobQueue::jobEnded, this, &MainWindow::onJobEnded);
    // Later: what the last task gave becomes a run only when its end is told.
    connect(m_jobs, &JobQueue::idleChanged, this, &MainWindow::closeWhenDone, Qt::QueuedConnection);
    connect(m_jobs, &JobQueue::jobAdded, this, &MainWindow::updateActions);
    connect(m_jobs, &JobQueue::jobChanged, this, &MainWindow::updateActions);
    connect(m_jobs, &JobQueue::jobRemoved, this, &MainWindow::updateActions);
    connect(m_taskStatus, &TaskStatus::clicked, this, [this] { m_docks->reveal(QStringLiteral("tasks")); });
    connect(m_taskCentre, &TaskCentre::logRequested, this, [this](int job) {
        m_logPanel->showJob(job);
        m_docks->reveal(QStringLiteral("log"));
    });
    connect(m_taskCentre, &TaskCentre::resultRequested, this, &MainWindow::showResult);
    connect(m_logPanel, &LogPanel::subjectActivated, this, [this](const QString& subject) {
        if (!m_drawing)
            return;
        if (const auto node = m_drawing->model().graph.nodeNamed(toStd(subject)))
            m_selection->reveal(int(*node));
    });
    connect(m_dataDesk, &DataDesk::shown, this, [this] {
        showPerspective(Perspective::Calibrate);
        m_docks->reveal(QStringLiteral("data"));
    });
    const auto showTensor = [this](const QString& name) {
        showPerspective(Perspective::Inspect);
        m_docks->reveal(QStringLiteral("selection"));
        m_selection->selectTensor(toStd(name));
    };
    connect(m_dataDesk, &DataDesk::inputRequested, this, showTensor);
    connect(m_runsPage, &RunsPage::outputRequested, this, showTensor);
    connectRunsPage();
    connect(m_secondPane, &SecondGraphPane::shown, this, &MainWindow::makeRoomForSecondGraph);
    connect(m_secondPane, &SecondGraphPane::closeRequested, this, &MainWindow::closeSecondGraph);
    connect(m_secondPane, &SecondGraphPane::failed, this, [this](const QString& path, const QString& message) {
        m_orphan.reset();
        showLoadError(path, message);
    });
    const auto tellWritten = [this](const QString& message) {
        m_message->showMessage(MessageStrip::Kind::Done, tr("Written."), message);
    };
    const auto tellNotWritten = [this](const QString& message) {
        m_message->showMessage(MessageStrip::Kind::Error, tr("The graph was not written."), message);
    };
    connect(m_graphPane, &GraphPane::exported, this, tellWritten);
    connect(m_graphPane, &GraphPane::exportFailed, this, tellNotWritten);
    connect(m_secondPane, &SecondGraphPane::exported, this, tellWritten);
    connect(m_secondPane, &SecondGraphPane::exportFailed, this, tellNotWritten);
    connect(m_marks, &MarkController::draftChanged, this, &MainWindow::followDraft);
    connect(&m_graphPane->view(), &GraphView::escapePressed, m_marks, &MarkController::cancel);
    connect(m_marks, &MarkController::ruleOffered, this, [this](const RuleRef& ref, const QString& sentence) {
        m_docks->reveal(QStringLiteral("recipe"));
        m_recipePanel->showRule(ref, sentence);
    });
    connect(m_exchange, &RecipeExchange::failed, this, [this](const QString& sentence) {
        m_message->showMessage(MessageStrip::Kind::Error, tr("The recipe was not exchanged."), sentence);
    });
    connect(m_exchange, &RecipeExchange::imported, this, [this](const QString& path, const QString& note) {
        m_message->showMessage(MessageStrip::Kind::Done,
                               tr("The recipe of %1 was taken.").arg(QFileInfo(path).fileName()), note);
    });
    connect(m_exchange, &RecipeExchange::exported, this, [this](const QString& path, const QStringList& warnings) {
        m_message->showMessage(warnings.isEmpty() ? MessageStrip::Kind::Done : MessageStrip::Kind::Warning,
                               tr("%1 was written.").arg(QFileInfo(path).fileName()), warnings.join(QLatin1Char(' ')));
    });
    connect(&m_dataDesk->session(), &DataSession::inspectionChanged, this, &MainWindow::updateStatus);
    connect(m_dataWarnings, &QLabel::linkActivated, this, [this] { showPerspective(Perspective::Calibrate); });
    connect(m_problem, &QLabel::linkActivated, this, [this] {
        showPerspective(Perspective::Inspect);
        m_docks->reveal(QStringLiteral("recipe"));
    });
}

void MainWindow::showStart()
{
    cancelOpening();
    leaveProject();
    closeSecondGraph();
    m_docks->leave();
    m_perspective.reset();
    m_project->start({}, {});
    setModelOfViews({});
    m_pages->setCurrentWidget(m_start);
    updateActions();
}

void MainWindow::setModelOfViews(const GraphDrawingPtr& drawing)
{
    const OpenedModelPtr model = drawing ? drawing->modelPtr() : nullptr;
    m_drawing = drawing;
    m_selection->clear();
    m_modelTree->setDrawing(drawing);
    m_inspector->setModel(model);
    m_graphPane->setPrecisions({});
    m_graphPane->setEdgeFacts({});
    m_graphPane->setDrawing(drawing, model ? pathText(model->model.path().stem()) : QString());
    closeSecondGraph();
    showRunFacts(m_runsPage->currentRun());
    m_analyse->setDrawing(drawing);
    m_effect->setModel(model);
    m_dataDesk->setModel(model);
    m_recipePanel->setModel(model);
    m_exchange->setFolder(model ? pathText(model->model.path().parent_path()) : QString());
    // The scopes live in the drawing, which the pointer keeps.
    m_marks->setModel(model, drawing ? std::shared_ptr<const ScopeTree>(drawing, &drawing->scopes()) : nullptr);
    updateTitle();
    updateStatus();
}

void MainWindow::showPerspective(Perspective perspective)
{
    if (m_drawing) {
        // That the tree makes room for a second graph is no layout that is kept.
        QDockWidget* tree = m_docks->dock(QStringLiteral("model"));
        if (m_isTreeHidden && m_perspective == Perspective::Inspect)
            tree->show();
        m_perspective = perspective;
        if (perspective == Perspective::Analyse)
            closeSecondGraph(); // there is no room for it
        m_docks->enter(perspective);
        m_analyse->setActive(perspective == Perspective::Analyse);
        if (m_isTreeHidden && perspective == Perspective::Inspect)
            tree->hide();
        m_pages->setCurrentWidget(perspective == Perspective::Calibrate     ? static_cast<QWidget*>(m_dataDesk)
                                      : perspective == Perspective::Compare ? static_cast<QWidget*>(m_runsPage)
                                                                            : m_inspectPage);
    }
    updateActions();
}

void MainWindow::changeEvent(QEvent* event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_drawing)
        updateStatus(); // the warnings have the theme's colour
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    // An export is a file that was asked for: the window stays until it is written. Whoever closes again means it.
    if (m_runsPage->isExporting() && !std::exchange(m_closesAfterExports, true)) {
        m_message->showMessage(MessageStrip::Kind::Warning, tr("An export is being written."),
                               tr("The window closes when it is done. Close it again to cancel the export."));
        event->ignore();
        return;
    }
    if (!mayClose()) {
        m_closesAfterExports = false;
        event->ignore();
        return;
    }
    leaveProject(); // what ends from now on was to be cancelled
    closeSecondGraph();
    m_docks->leave();
    m_settings.setWindowGeometry(saveGeometry());
    hide(); // it may take a moment
    m_jobs->cancelAllAndWait();
    event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->mimeData()->hasUrls())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    for (const QUrl& url : event->mimeData()->urls()) {
        if (url.isLocalFile()) {
            event->acceptProposedAction();
            open(url.toLocalFile());
            return;
        }
    }
}

} // namespace quantiscope
