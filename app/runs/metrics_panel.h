// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/runs/panel_parts.h"

#include <QWidget>

class QComboBox;

namespace quantiscope {

class LanePlot;

/// The metrics of every output and part of the runs side by side, and how one of them lies over the samples.
class MetricsPanel final : public QWidget
{
    Q_OBJECT

public:
    explicit MetricsPanel(QWidget* parent = nullptr);

    void setRuns(std::vector<RunInView> runs);

    /// What the plot shows: an output or part, and a metric of it.
    [[nodiscard]] std::string output() const;
    [[nodiscard]] OutputMetric metric() const;
    void setOutput(const std::string& output);
    void setMetric(OutputMetric metric);

    /// Empty: none. Says nothing back.
    void setSelectedSample(const QString& sample);
    [[nodiscard]] QTableView& table() const { return *m_table; }

signals:
    void shownChanged(); ///< output() or metric()
    void samplePicked(const QString& sample);
    void outputRequested(const QString& name); ///< show the model's output of this name

private:
    void openMenu();
    void showPlot();
    void showColumns();
    [[nodiscard]] QString missingText() const;

    std::vector<RunInView> m_runs;
    RunOutputsModel* m_model;
    QLabel* m_measured;
    QLabel* m_plotTitle;
    QLabel* m_missing;
    QTableView* m_table;
    QComboBox* m_metric;
    LanePlot* m_plot;
    bool m_isFollowing = false; ///< the row changes because the runs did
    bool m_areColumnsChosen = false; ///< once there was something to choose by
};

/// "Cosine, no unit": the title of an axis.
[[nodiscard]] QString metricTitle(OutputMetric metric);
/// "cosine", "SQNR": in a sentence.
[[nodiscard]] QString metricWord(OutputMetric metric);
/// A value of it, with its unit where it has one.
[[nodiscard]] QString metricValue(OutputMetric metric, double value);
/// What stands beside values of single samples where not all are kept (EvaluationDetail::keptSamples).
[[nodiscard]] QString firstSamplesText(const Evaluation& evaluation);

} // namespace quantiscope
