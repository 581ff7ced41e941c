// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/sensitivity.h"
#include "core/pipeline/gates.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

class QAction;
class QComboBox;
class QLabel;
class QPushButton;
class QStackedLayout;
class QTableView;
class QToolButton;

namespace quantiscope {

class BarDelegate;
class EmptyPage;
class JobQueue;
class JobStrip;
class SensitivityModel;
class TopKView;
struct Job;

/// The parts of the network by what quantizing each does to the outputs, and what it costs and gains to keep the worst
/// of them in float.
class SensitivityPanel final : public QWidget
{
    Q_OBJECT

public:
    /// @p measure begins to measure, @p copy copies the table. All must outlive the panel.
    SensitivityPanel(QAction* measure, QAction* copy, JobQueue& jobs, QWidget* parent = nullptr);

    /// What measure is to do.
    [[nodiscard]] SensitivityUnits units() const;
    [[nodiscard]] SensitivityMetric metric() const;
    [[nodiscard]] SensitivityMode mode() const;
    [[nodiscard]] SensitivityDirection direction() const;

    /// Null: nothing is known; then @p empty says so. What is selected stays selected.
    void setSensitivity(std::shared_ptr<const Sensitivity> sensitivity, const QString& empty);
    /// Null: nothing is going on.
    void setJob(const std::shared_ptr<const Job>& job);
    /// What the outputs are to reach, where that is a bound of the metric that is shown; drawn in the curve.
    void setGates(std::vector<Gate> gates);
    void setStale(const QString& text);

    /// Selects the part that node is in; says nothing back. An empty name: none.
    void setCurrentNode(const std::string& node);

    [[nodiscard]] QTableView& table() const { return *m_table; }
    [[nodiscard]] TopKView& curve() const { return *m_curve; }

signals:
    /// The user chose a part.
    void unitChosen(const std::vector<std::string>& nodes);
    /// These nodes, of the first @p k parts, are to stay float.
    void keepWanted(const std::vector<std::string>& nodes, int k);

private:
    QWidget* makeHead(QAction* measure, QAction* copy);
    void makeTable();
    void showCurve();
    void showKeep();
    void keep();
    void choose(const QModelIndex& row);

    SensitivityModel* m_model;
    QStackedLayout* m_stack;
    EmptyPage* m_empty;
    QTableView* m_table;
    BarDelegate* m_bars;
    TopKView* m_curve;
    QPushButton* m_keep;
    QComboBox* m_units;
    QComboBox* m_metric;
    QComboBox* m_direction;
    QToolButton* m_copying;
    QToolButton* m_again;
    QLabel* m_caption;
    QLabel* m_stale;
    QComboBox* m_mode;
    JobStrip* m_job;
    std::vector<Gate> m_gates;
    bool m_isFollowing = false; ///< the row changes because the selection did
};

} // namespace quantiscope
