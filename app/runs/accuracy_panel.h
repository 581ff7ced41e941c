// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/runs/panel_parts.h"

#include <QWidget>

namespace quantiscope {

class LanePlot;

/// Top-1 accuracy of the float model and of the runs side by side on labelled samples, with its 95 % interval, and how
/// many answers flipped.
class AccuracyPanel final : public QWidget
{
    Q_OBJECT

public:
    explicit AccuracyPanel(QWidget* parent = nullptr);

    void setRuns(const std::vector<RunInView>& runs);

signals:
    void flippedRequested(); ///< list the samples whose answer flipped

private:
    void showPlot(const std::vector<RunInView>& runs);

    QLabel* m_caption;
    QWidget* m_content;
    LanePlot* m_plot;
    QLabel* m_sentence;
    QToolButton* m_show;
    QLabel* m_empty;
};

} // namespace quantiscope
