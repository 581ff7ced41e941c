// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/pipeline/advisor.h"

#include <QWidget>

#include <memory>

class QAction;
class QLabel;
class QLineEdit;
class QPushButton;
class QStackedLayout;
class QTableView;
class QToolButton;

namespace quantiscope {

class AdviceModel;
class EmptyPage;
class JobQueue;
class JobStrip;
struct Job;

/// Which layers break a run, why, and the recipes that mend it, with what each was measured to gain; one click makes
/// one the edited recipe.
class AdvicePanel final : public QWidget
{
    Q_OBJECT

public:
    /// @p advise begins to look for advice. Both must outlive the panel.
    AdvicePanel(QAction* advise, JobQueue& jobs, QWidget* parent = nullptr);

    /// What is to be reached; the error of the text as it is typed.
    [[nodiscard]] Result<Gate> goal() const;
    void setGoal(const Gate& goal);

    /// Null: nothing is known; then @p empty says so.
    void setAdvice(std::shared_ptr<const Advice> advice, const QString& empty);
    /// Null: nothing is going on.
    void setJob(const std::shared_ptr<const Job>& job);

    [[nodiscard]] QTableView& table() const { return *m_table; }

signals:
    /// The layer at fault is to be shown.
    void culpritChosen(const std::vector<std::string>& nodes);
    /// The recipe is to be what was measured under the name of @p title.
    void applyWanted(const QString& title, const quantiscope::QuantConfig& config);

protected:
    void changeEvent(QEvent* event) override;

private:
    QWidget* makeHead(QAction* advise);
    void makeTable();
    void showStory();
    void showApply();
    void apply();

    AdviceModel* m_model;
    QStackedLayout* m_stack;
    EmptyPage* m_empty;
    QLineEdit* m_goal;
    QToolButton* m_again;
    JobStrip* m_job;
    QLabel* m_story; ///< the goal, what the recipe reaches, the culprits, what is left
    QTableView* m_table;
    QPushButton* m_apply;
};

} // namespace quantiscope
