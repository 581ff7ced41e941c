// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/run_export.h"

#include <QWidget>

#include <vector>

class QAction;
class QComboBox;
class QLabel;
class QMenu;
class QPushButton;
class QSortFilterProxyModel;
class QStackedLayout;
class QTableView;
class QToolButton;

namespace quantiscope {

class ActionRegistry;
class Project;
class RecipeDifferenceModel;
class RunExporter;
class RunOutputsModel;
class RunsModel;
enum class TableFormat;

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

    /// Writes @p part of the current run in the background, after what is being exported already; tells exported(), or
    /// exportFailed() and shows what went wrong in place.
    void exportTo(RunPart part, const QString& file);
    [[nodiscard]] bool isExporting() const;

signals:
    void quantizeRequested(); ///< there is no run yet
    void graphRequested(const QString& model); ///< show a quantized model's graph beside the float one
    void evaluationRequested(int run); ///< measure it (again)
    void currentRunChanged(int run);
    void exported(const QStringList& files); ///< all that an export wrote
    void exportFailed(int run, const QString& message); ///< also seen where the page is not
    void outputRequested(const QString& name); ///< show the model's output of this name
    void restored(int run); ///< its recipe is the edited one now
    void exportsEnded(bool allWritten); ///< none is waiting or being written any more

private:
    QWidget* makeHead();
    QWidget* makeTables();
    QWidget* makeEmpty();
    void registerActions(ActionRegistry& actions);
    void addExport(ActionRegistry& actions, RunPart part, const QString& id, const QString& text, const QString& icon);
    void askAndExport(RunPart part);
    void askAndDelete();
    void copyTable(TableFormat format);
    void openMenus();
    [[nodiscard]] std::vector<int> selectedRuns() const; ///< their numbers, rising
    void reload();
    void showCurrent();
    void showStale();
    void showError(const QString& message);
    void updateActions();
    [[nodiscard]] int baseline() const; ///< 0: none

    Project& m_project;
    RunExporter* m_exporter;
    RunsModel* m_runs;
    QSortFilterProxyModel* m_sorted; ///< of m_runs, as the table shows them
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
    QLabel* m_measured; ///< what the current run was measured on
    QLabel* m_differenceTitle;
    QLabel* m_noDifference;
    QMenu* m_exportMenu;
    QMenu* m_rowMenu;
    QAction* m_copyCell = nullptr;
    std::vector<QAction*> m_runActions; ///< need a current run
};

} // namespace quantiscope
