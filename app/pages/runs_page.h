// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/run_export.h"
#include "app/runs/dashboard_report.h"

#include <QWidget>

#include <functional>
#include <map>
#include <set>
#include <vector>

class QAction;
class QComboBox;
class QLabel;
class QMenu;
class QProgressBar;
class QSortFilterProxyModel;
class QStackedLayout;
class QTableView;

namespace quantiscope {

class AccuracyPanel;
class ActionRegistry;
class DifferencePanel;
class MetricsPanel;
class Project;
class RunCards;
class RunExporter;
class RunShelf;
class RunsModel;
class SamplesPanel;
enum class TableFormat;

/// The page of the perspective Compare: every run of the project, and a dashboard of those side by side. The current
/// row is the run that it is about; it is compared with a baseline, and others are ticked to stand beside them.
class RunsPage final : public QWidget
{
    Q_OBJECT

public:
    /// Both must outlive the page. Registers the actions "runs.…".
    RunsPage(Project& project, ActionRegistry& actions, QWidget* parent = nullptr);

    /// The run that is shown; 0 when there is none or it is the float model.
    [[nodiscard]] int currentRun() const;
    void setCurrentRun(int number);

    /// What can be written of the current run; stays the page's.
    [[nodiscard]] QMenu* exportMenu() const { return m_exportMenu; }

    [[nodiscard]] bool isExporting() const;

    /// Files of the runs may say something else now.
    void readAgain();

    /// The runs of the dashboard: the current one, its baseline, those that are ticked.
    [[nodiscard]] const std::vector<RunInView>& shownRuns() const { return m_shownRuns; }
    /// Those that are ticked, by number; setting says nothing back. Runs that are not there are passed over.
    [[nodiscard]] const std::set<int>& tickedRuns() const { return m_ticked; }
    void setTickedRuns(const std::set<int>& runs);
    [[nodiscard]] MetricsPanel& metrics() const { return *m_metrics; }
    [[nodiscard]] SamplesPanel& samples() const { return *m_samples; }
    [[nodiscard]] DifferencePanel& differences() const { return *m_differences; }

signals:
    void quantizeRequested(); ///< there is no run yet
    void graphRequested(const QString& model); ///< show a quantized model's graph beside the float one
    void evaluationRequested(int run); ///< measure it (again)
    void currentRunChanged(int run);
    void exported(const QStringList& files); ///< all that an export wrote
    void exportFailed(int run, const QString& message); ///< told in place already; also seen where the page is not
    void outputRequested(const QString& name); ///< show the model's value of this name
    void tensorPicked(const QString& name); ///< a row about it was chosen: select it
    void samplePicked(const QString& sample); ///< by its name among the current run's
    /// Show samples in the perspective Calibrate: one with its preprocessing, or, with a @p title, these alone.
    void samplesRequested(const QString& title, const QStringList& samples,
                          quantiscope::RunSummary::MeasuredOn measuredOn);
    void restored(int run); ///< its recipe is the edited one now
    void exportsEnded(bool allWritten); ///< none is waiting or being written any more

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeHead();
    void makeRunsTable();
    QWidget* makeDashboard();
    QWidget* makeEmpty();
    void connectAll();

    // runs_page_actions.cpp
    void registerActions(ActionRegistry& actions);
    void addBaselineActions(ActionRegistry& actions);
    void addExport(ActionRegistry& actions, RunPart part, const QString& id, const QString& text, const QString& icon);
    void askAndExport(RunPart part);
    void askAndExportDashboard();
    [[nodiscard]] Dashboard dashboard() const;
    void askAndDelete();
    void copyTable(TableFormat format);
    void showError(const QString& message);
    void updateActions();
    /// Calls @p then later, once all that is shown is read; at most one waits. Forgotten when another run becomes the
    /// current one or another project is opened.
    void whenRead(std::function<void()> then);
    void goOnWhenRead();
    [[nodiscard]] std::vector<int> selectedRuns() const; ///< their numbers, rising

    void reload();
    void showCurrent();
    void chooseShown();
    void showDetails(int number);
    void showStale();
    void pickSample(const QString& sample);
    [[nodiscard]] int baseline() const; ///< 0: none
    [[nodiscard]] RunSummary::MeasuredOn measuredOn() const; ///< of the current run

    Project& m_project;
    RunExporter* m_exporter;
    RunShelf* m_shelf;
    std::function<void()> m_whenRead; ///< null: nobody waits
    int m_runWhenRead = 0; ///< the current one when it was asked for
    RunsModel* m_runs;
    QSortFilterProxyModel* m_sorted; ///< of m_runs, as the table shows them
    std::vector<RunInView> m_shownRuns; ///< the current one first
    std::set<int> m_ticked; ///< by the user
    std::map<int, std::size_t> m_slots; ///< of the shown runs: their marks
    bool m_isReloading = false;
    QStackedLayout* m_stack;
    QLabel* m_count;
    QLabel* m_stale;
    QProgressBar* m_reading;
    QWidget* m_errorBar;
    QLabel* m_error;
    QComboBox* m_baseline;
    QTableView* m_table;
    RunCards* m_cards;
    MetricsPanel* m_metrics;
    SamplesPanel* m_samples;
    AccuracyPanel* m_accuracy;
    DifferencePanel* m_differences;
    QMenu* m_exportMenu;
    QMenu* m_rowMenu;
    QAction* m_copyCell = nullptr;
    QAction* m_pin = nullptr;
    QAction* m_restore = nullptr;
    QAction* m_dashboard = nullptr;
    std::vector<QAction*> m_runActions; ///< need a current run
};

} // namespace quantiscope
