// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/run_export.h"
#include "widgets/common/background_task.h"

#include <QWidget>

#include <deque>

class QAction;
class QComboBox;
class QLabel;
class QMenu;
class QPushButton;
class QStackedLayout;
class QTableView;
class QToolButton;

namespace quantiscope {

class ActionRegistry;
class Project;
class RecipeDifferenceModel;
class RunOutputsModel;
class RunsModel;

/// The page of the perspective Compare: every run of the project, what its recipe says differently, how near its
/// outputs are to the float model's. The current row is the run that is shown; it is compared with a baseline.
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

    /// Writes @p part of the current run in the background, after what is being exported already; tells exported() or
    /// shows what went wrong in place.
    void exportTo(RunPart part, const QString& file);
    [[nodiscard]] bool isExporting() const { return !m_exports.empty(); }

signals:
    void quantizeRequested(); ///< there is no run yet
    void graphRequested(const QString& model); ///< show a quantized model's graph beside the float one
    void evaluationRequested(int run); ///< measure it (again)
    void currentRunChanged(int run);
    void exported(const QString& file);
    void exportsEnded(bool allWritten); ///< none is waiting or being written any more

private:
    QWidget* makeHead();
    QWidget* makeTables();
    QWidget* makeEmpty();
    void registerActions(ActionRegistry& actions);
    void addExport(ActionRegistry& actions, RunPart part, const QString& id, const QString& text, const QString& icon);
    void askAndExport(RunPart part);
    [[nodiscard]] QString suggestedFile(RunPart part, const RunSummary& run) const;
    void queueExport(const RunSummary& run, RunPart part, const QString& file);
    void startNextExport();
    void askAndDelete();
    void reload();
    void showCurrent();
    void showStale();
    void showError(const QString& message);
    void updateActions();
    [[nodiscard]] int baseline() const; ///< 0: none

    Project& m_project;
    RunsModel* m_runs;
    RunOutputsModel* m_outputs;
    RecipeDifferenceModel* m_difference;
    QStackedLayout* m_stack;
    QLabel* m_count;
    QLabel* m_stale;
    QWidget* m_errorBar;
    QLabel* m_error;
    QComboBox* m_baseline;
    QTableView* m_table;
    QTableView* m_outputsTable;
    QTableView* m_differenceTable;
    QLabel* m_differenceTitle;
    QLabel* m_noDifference;
    QMenu* m_exportMenu;
    QMenu* m_rowMenu;
    std::vector<QAction*> m_runActions; ///< need a current run
    struct Export
    {
        RunSummary run;
        std::filesystem::path model;
        RunPart part;
        QString file;
    };

    std::deque<Export> m_exports; ///< the first one is being written
    bool m_hasExportFailed = false; ///< one since the first that was queued
    BackgroundTask m_export;
};

} // namespace quantiscope
