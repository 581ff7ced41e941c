// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/sensitivity.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

class QAction;
class QComboBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QStackedLayout;
class QTableView;
class QToolButton;

namespace quantiscope {

class BarDelegate;
class EmptyPage;
class SensitivityModel;
class TopKView;

/// The parts of the network by what quantizing each does to the outputs, and what it costs and gains to keep the worst
/// of them in float.
class SensitivityPanel final : public QWidget
{
    Q_OBJECT

public:
    /// @p measure begins to measure; it must outlive the panel.
    explicit SensitivityPanel(QAction* measure, QWidget* parent = nullptr);

    /// What measure is to do.
    [[nodiscard]] SensitivityUnits units() const;
    [[nodiscard]] SensitivityMetric metric() const;

    /// Null: nothing is known; then @p empty says so. What is selected stays selected.
    void setSensitivity(std::shared_ptr<const Sensitivity> sensitivity, const QString& empty);
    /// Where it is 0 of 0, nothing is going on.
    void setProgress(std::size_t done, std::size_t total);
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
    QWidget* makeHead(QAction* measure);
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
    QWidget* m_curveBox = nullptr;
    QPushButton* m_keep;
    QComboBox* m_units;
    QComboBox* m_metric;
    QToolButton* m_again;
    QLabel* m_caption;
    QLabel* m_stale;
    QProgressBar* m_progress;
    bool m_isFollowing = false; ///< the row changes because the selection did
};

} // namespace quantiscope
