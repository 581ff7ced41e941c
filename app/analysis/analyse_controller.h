// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/analysis/run_findings.h"
#include "app/analysis/tensor_places.h"
#include "app/jobs/job.h"
#include "widgets/common/background_task.h"
#include "widgets/graph/graph_drawing.h"

#include <QObject>
#include <QStringList>

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>

class QAction;
class QKeySequence;

namespace quantiscope {

class ActionRegistry;
class AdvicePanel;
class ErrorStripBox;
class GraphPane;
class HistogramDesk;
class JobQueue;
class LayerErrorPanel;
class MarkController;
class Project;
class SensitivityPanel;
class SessionStore;
class Settings;
class WindowDocks;
class WhatIf;
struct AnalysisReport;
struct NamedFile;
struct NodeGroup;
struct RunFiles;
struct WantedRange;

/// The perspective Analyse: its docks, its actions "analyse.…", what is known of a run and of where it loses accuracy,
/// and one selection among all that shows it.
class AnalyseController final : public QObject
{
    Q_OBJECT

public:
    /// What the window has already; all must outlive the controller.
    struct Parts
    {
        Project& project;
        JobQueue& jobs;
        ActionRegistry& actions;
        NodeSelection& selection;
        MarkController& marks;
        GraphPane& graph;
        WindowDocks& docks;
        const Settings& settings;
    };

    /// Adds its docks and registers its actions. @p window owns it.
    AnalyseController(const Parts& parts, QWidget* window);
    ~AnalyseController() override;

    /// For below the graph; shown while the perspective is.
    [[nodiscard]] QWidget* strip() const;

    /// Null: none is open. What belongs to the model before is forgotten.
    void setDrawing(const GraphDrawingPtr& drawing);
    /// The run to show; of one that is not there, the newest.
    void setRun(int run);
    [[nodiscard]] int run() const { return m_run; } ///< 0: there is none
    /// Is the perspective in force?
    void setActive(bool isActive);
    /// GraphPane::coloringId() of the graph in the perspective, once there are errors; and what it is outside.
    [[nodiscard]] const QString& coloring() const { return m_coloring; }
    [[nodiscard]] QString coloringOutside() const;
    /// @p id of an error; another one changes nothing.
    void setColoring(const QString& id);

    /// Shows what a job of its own gave; false when it is another's.
    [[nodiscard]] bool showResult(int job);

    [[nodiscard]] const RunFindings& findings() const { return m_findings; }
    /// Place of the selected one in the errors.
    [[nodiscard]] std::optional<std::size_t> currentTensor() const { return m_tensor; }

signals:
    /// A job of the project that is open.
    void jobAdded(int job);
    /// The perspective is to be shown.
    void perspectiveRequested();
    void currentTensorChanged();
    /// The user chose it here.
    void runChosen(int run);
    /// A job has ended that may have left its session.
    void sessionChanged();
    /// What was asked for was not begun, or not done; a sentence says why.
    void refused(const QString& sentence);
    /// The report of a run is written.
    void reportWritten(const QStringList& files);

private:
    // analyse_controller_views.cpp
    void registerActions();
    QAction* addTableAction(const char* id, const QString& text, const QString& icon, const QKeySequence& key,
                            const QString& help, const std::function<void()>& run);
    void addDocks();
    void addHistogramDock();
    void addSensitivityDock();
    void addAdviceDock();
    /// The keys of the perspective act in its views, too.
    void addKeys(QWidget* view) const;
    void reveal(const std::vector<std::string>& nodes);

    // analyse_controller_jobs.cpp
    /// To measure with; 0: all.
    [[nodiscard]] std::size_t mostSamples() const;
    /// What there is to look into the run with; nothing when that cannot be, which is told then.
    [[nodiscard]] std::optional<AnalysisRequest> request();
    void load();
    void analyse();
    void measureSensitivity();
    void measureSensitivityOf(std::vector<NodeGroup> groups);
    void measureMarks();
    void advise();
    void start(JobRequest job);
    void onJobChanged(int id);
    void onJobEnded(int id);
    /// Takes over what @p job knows; false when that is nothing new.
    bool takeResults(const Job& job);
    /// A job of this kind for run() that is not over; null: none.
    template <typename Kind>
    [[nodiscard]] std::shared_ptr<const Job> underWay() const;
    [[nodiscard]] QString reasonAgainst(bool isUnderWay) const;
    void showProgress();
    void updateWhatIf();
    void showHistogram();

    // analyse_controller_edits.cpp
    void keepRange(const WantedRange& range);
    void applyAdvice(const QString& title, const QuantConfig& config);
    void askForReport();
    /// With what the run of @p measured was measured to give. None of @p inputs may be written over.
    void writeReportTo(const std::filesystem::path& file, AnalysisReport report, const RunFiles& measured,
                       std::vector<NamedFile> inputs);

    void reloadRuns();
    void readFindingsOfRun();
    void setFindings(RunFindings findings);
    void showState();
    void showStale();
    void colorGraph();
    void choose(std::size_t tensor);
    /// Other rows of the errors are selected than before: all of them are chosen if that is the user's doing.
    void chooseSelected(bool isByUser);
    /// Nodes of m_tensor and, where its row is the current one, of the other rows that are selected.
    [[nodiscard]] std::set<int> selectedNodes() const;
    void followSelection();
    void selectNextWorst();
    /// Why there is nothing to see: @p none, or what is going on; and what is wrong with the file of it.
    [[nodiscard]] QString emptyText(const QString& none, bool isUnderWay) const;

    Parts m_parts;
    QWidget* m_window;
    GraphDrawingPtr m_drawing;
    int m_run = 0;
    std::filesystem::path m_file; ///< of what analysing m_run gave
    bool m_isActive = false;
    QString m_coloringBefore; ///< of the graph, before the perspective was entered
    QString m_coloring = QStringLiteral("ownError"); ///< of the graph in the perspective
    bool m_isColoring = false; ///< the colours change by themselves, not because the user chose others
    std::map<int, int> m_runOfJob; ///< jobs of its own, for the project that is open
    std::shared_ptr<SessionStore> m_sessions;
    RunFindings m_findings; ///< of m_run
    std::shared_ptr<const LayerAnalysis> m_analysis; ///< of a job, that was taken last
    std::shared_ptr<const Sensitivity> m_takenSensitivity; ///< likewise, since the run was chosen
    std::shared_ptr<const Advice> m_takenAdvice; ///< likewise
    TensorPlaces m_places; ///< of m_findings' errors
    std::optional<std::size_t> m_tensor;
    BackgroundTask m_reading;
    BackgroundTask m_matching; ///< of marks, before their sensitivity is measured
    BackgroundTask m_reporting;

    WhatIf* m_whatIf;
    LayerErrorPanel* m_errors = nullptr;
    HistogramDesk* m_histogram = nullptr;
    SensitivityPanel* m_sensitivity = nullptr;
    AdvicePanel* m_advice = nullptr;
    ErrorStripBox* m_strip = nullptr;
    QAction* m_analyse = nullptr;
    QAction* m_load = nullptr;
    QAction* m_measure = nullptr;
    QAction* m_advise = nullptr;
    QAction* m_report = nullptr;
    QAction* m_copySensitivity = nullptr;
    QList<QAction*> m_tableActions; ///< need layer errors
};

} // namespace quantiscope
