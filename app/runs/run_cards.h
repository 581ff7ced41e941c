// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/runs/panel_parts.h"

#include <QFrame>

#include <array>

class QLabel;

namespace quantiscope {

class StackedBar;

/// The key figures of the current run beside each other: its size, what of nodes, work and weights is quantized, its
/// gates, its time and memory.
class RunCards final : public QFrame
{
    Q_OBJECT

public:
    explicit RunCards(QWidget* parent = nullptr);

    /// The first one is shown, against the second where that is the baseline. Empty: nothing is.
    void setRuns(const std::vector<RunInView>& runs);

private:
    struct Card
    {
        QLabel* title = nullptr;
        QLabel* figure = nullptr;
        QLabel* caption = nullptr;
        StackedBar* bar = nullptr;
    };

    void showSize(const RunSummary& run, const RunSummary* baseline);
    void showShares(const RunInView& run);
    void showGates(const RunInView& run);
    void showTime(const RunInView& run);

    std::array<Card, 4> m_cards;
};

} // namespace quantiscope
