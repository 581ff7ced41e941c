// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/runs/difference_tables.h"
#include "widgets/common/background_task.h"

#include <QWidget>

#include <array>

class QAction;
class QSortFilterProxyModel;
class QStackedWidget;
class QTabBar;

namespace quantiscope {

class RecipeDifferenceModel;

/// What is different between the current run and its baseline: recipe, scales, errors of outputs and of tensors; and
/// time and memory of all runs side by side. Compared in the background.
class DifferencePanel final : public QWidget
{
    Q_OBJECT

public:
    enum class Tab
    {
        Recipe,
        Scales,
        Errors,
        Tensors,
        Stages,
    };

    /// @p restore makes the current run's recipe the edited one; it must outlive the panel.
    explicit DifferencePanel(QAction* restore, QWidget* parent = nullptr);

    void setRuns(std::vector<RunInView> runs);
    void setTab(Tab tab);
    /// Of Recipe the page's own table.
    [[nodiscard]] QTableView& table(Tab tab) const { return *m_pages[std::size_t(tab)].table; }
    [[nodiscard]] bool isComparing() const { return m_task.isRunning(); }
    /// What the tables of Scales and Errors were made of; nothing without two runs with reports.
    [[nodiscard]] const std::optional<RunComparison>& comparison() const { return m_comparison; }

signals:
    void tensorPicked(const QString& name); ///< a row of a tensor was chosen
    void tensorRequested(const QString& name); ///< bring it into sight

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Page
    {
        QTableView* table = nullptr;
        QLabel* empty = nullptr; ///< instead of the table
        CellTableModel* model = nullptr; ///< null for Recipe
        QSortFilterProxyModel* sorted = nullptr;
        qsizetype count = 0; ///< of what differs; 0: not to be told
    };

    struct Compared
    {
        RunComparison comparison;
        CellTable scales, errors, tensors;
        bool areTensorsKnown = false; ///< both runs were analysed
    };

    void makePages();
    void openMenu(Tab tab);
    void showRecipe();
    void compare();
    void take(Compared compared);
    void fill(Tab tab, CellTable table, const QString& empty);
    void showEmpty(Tab tab, const QString& text);
    void showTitles();
    void fitRecipe();
    /// The run that the current one is compared with; null: none.
    [[nodiscard]] const RunInView* baseline() const;

    std::vector<RunInView> m_runs;
    RecipeDifferenceModel* m_recipe;
    QTabBar* m_tabs;
    QStackedWidget* m_stack;
    QLabel* m_title;
    QLabel* m_notes;
    std::array<Page, 5> m_pages;
    std::optional<RunComparison> m_comparison;
    BackgroundTask m_task;
};

} // namespace quantiscope
