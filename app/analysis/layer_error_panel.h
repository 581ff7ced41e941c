// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layer_errors.h"
#include "core/analysis/weight_findings.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

class QAction;
class QComboBox;
class QLabel;
class QLineEdit;
class QMenu;
class QSortFilterProxyModel;
class QStackedLayout;
class QTableView;

namespace quantiscope {

class EmptyPage;
class JobQueue;
class JobStrip;
class LayerErrorModel;
struct Job;
enum class TableFormat;

/// The table of the errors of a run, worst first, with its run, its filter and where the run first goes wrong.
class LayerErrorPanel final : public QWidget
{
    Q_OBJECT

public:
    /// @p analyse gets the errors, @p copies are offered beside the table; both must outlive the panel.
    LayerErrorPanel(QAction* analyse, const QList<QAction*>& copies, JobQueue& jobs, QWidget* parent = nullptr);

    /// The runs to choose from, the newest last, by number and name.
    void setRuns(const std::vector<std::pair<int, QString>>& runs, int current);
    /// Null: not analysed; then @p empty says so. @p weights: what is wrong with which.
    void setErrors(std::shared_ptr<const LayerErrors> errors, const std::vector<WeightFinding>& weights,
                   const QString& empty);
    /// Null: nothing is going on.
    void setJob(const std::shared_ptr<const Job>& job);
    /// On the plate beside the run: the recipe was edited since. Empty: none.
    void setStale(const QString& text);
    /// Of the recipe as it is edited now. Empty: none.
    void setWhatIf(const QString& text, const QString& toolTip);

    /// Selects a tensor's row and brings it into sight; says nothing back.
    void setCurrent(std::optional<std::size_t> tensor);
    /// The weight or tensor at which it first goes wrong; where nothing stands out, the tensor that is lowest.
    [[nodiscard]] std::optional<std::size_t> firstWrong() const;
    /// The tensors of the selected rows, the current one first.
    [[nodiscard]] std::vector<std::size_t> selected() const;
    /// The tensor that comes after the current one in the table as it is sorted; the first one behind the last.
    [[nodiscard]] std::optional<std::size_t> next() const;

    [[nodiscard]] QTableView& table() const { return *m_table; }
    void focusTable();

signals:
    void runChosen(int run);
    /// The user chose a row.
    void tensorChosen(std::size_t tensor);
    /// selected() is another, because the user chose other rows or because the panel follows what was chosen elsewhere.
    void selectedChanged(bool isByUser);

protected:
    void changeEvent(QEvent* event) override;

private:
    QWidget* makeHead(QAction* analyse, const QList<QAction*>& copies);
    void makeTable();
    void makeColumnMenu();
    void showFirstWrong();
    void choose(const QModelIndex& row);
    [[nodiscard]] std::optional<std::size_t> tensorAt(const QModelIndex& row) const;

    LayerErrorModel* m_model;
    QSortFilterProxyModel* m_sorted;
    QStackedLayout* m_stack;
    EmptyPage* m_empty;
    JobStrip* m_job;
    QTableView* m_table;
    QComboBox* m_runs;
    QLabel* m_caption;
    QLabel* m_stale;
    QLabel* m_whatIf;
    QLineEdit* m_filter;
    QMenu* m_columns;
    QLabel* m_firstWrong;
    std::optional<std::size_t> m_current; ///< also while the filter hides its row
    bool m_isFollowing = false; ///< the row changes because the selection did
};

} // namespace quantiscope
