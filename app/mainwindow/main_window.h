// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/project.h"
#include "app/document/runs_folder_use.h"
#include "app/jobs/job_queue.h"
#include "app/mainwindow/perspective.h"
#include "widgets/common/action_registry.h"
#include "widgets/common/background_task.h"
#include "widgets/common/node_selection.h"
#include "widgets/graph/graph_drawing.h"

#include <QMainWindow>
#include <QMenu>
#include <QTimer>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>

class QLabel;
class QSplitter;
class QStackedWidget;

namespace quantiscope {

class AnalyseController;
class Autosave;
class ClosingStatus;
class CommandPalette;
class DataDesk;
class DocumentOpener;
class EffectWatcher;
class GraphPane;
class LogModel;
class LogPanel;
class MarkBar;
class MarkController;
class EffectCard;
class MessageStrip;
class ModelTreePanel;
class NodeInspector;
class OpeningStatus;
class SecondGraphPane;
class RecentFiles;
class RecipeExchange;
class RecipePanel;
class RunsPage;
class RuntimeEnvironment;
class Settings;
class StartPage;
class TaskCentre;
class TaskStatus;
class WindowDocks;
class WindowToolBar;
struct OpenedDocument;

/// The window: one project, its views, and everything that can be done with them.
class MainWindow final : public QMainWindow
{
    Q_OBJECT

public:
    /// Both must outlive it; the latter also all background work (BackgroundTask::waitForAll()).
    MainWindow(Settings& settings, const RuntimeEnvironment& environment);
    ~MainWindow() override;

    /// Opens a model, recipe, project or report in the background. What was open stays until it is read; only then the
    /// user is asked what becomes of unsaved changes and running tasks.
    void open(const QString& path);
    /// Opens the bundled sample with its recipe, its pictures and their labels.
    void openSample();
    /// Unsaved work of a window that ended without being closed: offers it. Call it once, before anything is opened.
    /// True when some is being restored: nothing else is to be opened then.
    [[nodiscard]] bool offerRecovery();

    void showPerspective(Perspective perspective);

    [[nodiscard]] Project& project() const { return *m_project; }
    [[nodiscard]] JobQueue& jobs() const { return *m_jobs; }
    [[nodiscard]] const ActionRegistry& actions() const { return *m_actions; }
    [[nodiscard]] NodeSelection& selection() const { return *m_selection; }
    [[nodiscard]] EffectWatcher& effect() const { return *m_effect; }
    [[nodiscard]] GraphPane& graphPane() const { return *m_graphPane; }
    /// Null while no model is shown.
    [[nodiscard]] const GraphDrawingPtr& drawing() const { return m_drawing; }

protected:
    void changeEvent(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    // main_window.cpp
    void makeViews();
    void makeDocks();
    void connectViews();
    void updateTitle();
    void updateActions();
    void updateStatus();
    void showStatusParts();
    void updateEffect();
    void showStart();

    // main_window_actions.cpp
    void registerFileActions();
    void registerEditActions();
    void registerRunActions();
    void registerWindowActions();
    void makeMenus();
    void makePresetMenu();

    // main_window_documents.cpp
    /// Makes the project of a document, with the model at this path (which may have been located elsewhere).
    using BeginProject = std::function<void(const std::filesystem::path& model)>;
    /// What could not be opened for want of its model.
    struct Orphan
    {
        std::filesystem::path model; ///< where it should be
        std::filesystem::path folder; ///< where to look for it first
        BeginProject begin;
    };
    void chooseDocument();
    void adopt(const std::shared_ptr<const OpenedDocument>& document);
    /// The project of @p document, with @p model as its float model.
    void beginProject(const OpenedDocument& document, const std::filesystem::path& model);
    void tellRefusedRecipe();
    /// Another file for the model of a document that was not found.
    void locateModel();
    /// What is open stays until the model can be shown and may be left; only then @p begin starts its project.
    void loadModel(const std::filesystem::path& path, BeginProject begin);
    void showModel(const OpenedModelPtr& model, BeginProject begin);
    /// Shows the views of what is opened as the project was left, in the next turn of the event loop.
    void showLater(const GraphDrawingPtr& drawing);
    /// Brings up what was opened, as soon as no dialog stands.
    void bringUp();
    void showOpening(const QString& path);
    void cancelOpening();
    void showLoadError(const QString& path, const QString& message);
    bool save();
    bool saveAs();
    bool saveTo(const std::filesystem::path& path);
    /// Asks what becomes of unsaved changes, and of what tasks give while the question stands; false: the user wants to
    /// stay.
    [[nodiscard]] bool mayLeaveProject();
    [[nodiscard]] bool askAboutChanges();
    /// What becomes of tasks that are not over.
    enum class JobsAnswer
    {
        Stop,
        Done, ///< there are none, or the last one ended while the question stood
        Stay,
        Finish, ///< then close; offered only for closing
    };
    enum class Leaving
    {
        Project,
        Window,
    };
    [[nodiscard]] JobsAnswer askAboutJobs(Leaving what);
    /// Asks both.
    [[nodiscard]] bool mayLeave();
    /// mayLeave() for closing; false also when the window closes by itself later.
    [[nodiscard]] bool mayClose();
    /// Saves and closes when the tasks are done for which the window waits.
    void closeWhenDone();
    void leaveProject();
    [[nodiscard]] nlohmann::json currentView() const; ///< for Project::setView()
    void restoreView();
    void remember();

    // main_window_runs.cpp
    void setLimitsOfForecast();
    void quantize();
    void calibrate();
    void showTasks();
    void evaluate();
    void onJobEnded(int id);
    void showDone(const Job& job, int run, const QString& model);
    void evaluateRun(int run);
    void chooseRunsFolder();
    /// Tells of files in the project's folder of runs that belong to no run, as a program leaves them that is killed.
    void findOrphans();
    void connectRunsPage();
    /// Shows measured samples in the perspective Calibrate; see RunsPage::samplesRequested().
    void showSamples(const QString& title, const QStringList& samples, RunSummary::MeasuredOn measuredOn);
    void showSample(const QString& sample);
    void tellMissing(const QString& sample); ///< that the recipe's data lack it
    void showResult(int job); ///< the run that it made or measured
    void showQuantizedGraph(const std::filesystem::path& model);
    void chooseSecondGraph();
    void makeRoomForSecondGraph();
    void closeSecondGraph();
    void showRunFacts(int run);
    void followDraft();
    void placeEffectCard();
    void setModelOfViews(const GraphDrawingPtr& drawing);
    void openNodeMenu(int node, const QPoint& place);

    Settings& m_settings;
    const RuntimeEnvironment& m_environment;
    ActionRegistry* m_actions;
    NodeSelection* m_selection;
    Project* m_project;
    RunsFolderUse m_folderUse{runsFolderNotes()}; ///< that of m_project
    JobQueue* m_jobs;
    EffectWatcher* m_effect;
    DocumentOpener* m_opener;
    RecentFiles* m_recent;
    std::unique_ptr<Autosave> m_autosave;
    BackgroundTask m_drawingTask;
    BackgroundTask m_factsTask;
    BackgroundTask m_orphansTask;
    GraphDrawingPtr m_drawing;

    QStackedWidget* m_pages = nullptr;
    StartPage* m_start = nullptr;
    QWidget* m_inspectPage = nullptr;
    MarkBar* m_markBar = nullptr;
    QSplitter* m_graphs = nullptr;
    GraphPane* m_graphPane = nullptr;
    SecondGraphPane* m_secondPane = nullptr; ///< beside it, hidden until there is one to show
    bool m_isTreeHidden = false; ///< for the second graph
    DataDesk* m_dataDesk = nullptr;
    RunsPage* m_runsPage = nullptr;
    ModelTreePanel* m_modelTree = nullptr;
    NodeInspector* m_inspector = nullptr;
    AnalyseController* m_analyse = nullptr;
    RecipeExchange* m_exchange = nullptr;
    RecipePanel* m_recipePanel = nullptr;
    MarkController* m_marks = nullptr;
    TaskCentre* m_taskCentre = nullptr;
    LogModel* m_log = nullptr;
    LogPanel* m_logPanel = nullptr;
    TaskStatus* m_taskStatus = nullptr;
    CommandPalette* m_palette = nullptr;
    WindowToolBar* m_toolBar = nullptr;
    WindowDocks* m_docks = nullptr;
    bool m_closesAfterExports = false;
    bool m_hasFailedTask = false; ///< since the window was asked to close
    QMetaObject::Connection m_wantedSample; ///< a sample of the page Compare, of data that are being listed
    MessageStrip* m_message = nullptr; ///< above the pages: what could not be done
    std::optional<Orphan> m_orphan;
    std::function<void()> m_comesUp; ///< what was opened and waits for m_untilAnswered
    QTimer m_untilAnswered;
    OpeningStatus* m_opening = nullptr;
    ClosingStatus* m_closing = nullptr;
    QLabel* m_modelFacts = nullptr;
    QLabel* m_selectionFacts = nullptr;
    QLabel* m_problem = nullptr;
    QLabel* m_dataWarnings = nullptr;
    QMenu* m_recentMenu = nullptr;
    QMenu* m_presetMenu = nullptr;
    QMenu* m_runMenu = nullptr;
    QStackedWidget* m_recipeStack = nullptr; ///< the recipe, or the rule that is being made
    EffectCard* m_effectCard = nullptr; ///< over the graph while a rule is made
    std::set<int> m_ownJobs; ///< of the project that is open; what others give is dropped
    std::map<int, int> m_evaluated; ///< run that an evaluation is of, by job
    std::map<int, int> m_runOfJob; ///< run of this project that a finished job made or measured, by job
    std::optional<Perspective> m_perspective; ///< nothing on the start page
};

} // namespace quantiscope
