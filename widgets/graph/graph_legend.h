// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/graph/node_coloring.h"

#include <QWidget>

namespace quantiscope {

/// Says what the colours of a graph mean: swatches with counts, or a scale with ticks and direction.
class GraphLegend final : public QWidget
{
    Q_OBJECT

public:
    explicit GraphLegend(QWidget* parent = nullptr);

    /// Null: nothing is shown, and the widget hides.
    void setColoring(NodeColoringPtr coloring);

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void refresh();
    [[nodiscard]] QString entryText(const ColorLegend::Entry& entry) const;
    void paintScale(QPainter& painter, QRect area) const;

    NodeColoringPtr m_coloring;
    ColorLegend m_legend;
};

} // namespace quantiscope
