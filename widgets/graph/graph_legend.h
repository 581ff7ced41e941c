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

    /// A strip in one or more lines, as wide as there is room, instead of a card.
    void setStrip(bool isStrip);
    [[nodiscard]] bool isStrip() const { return m_isStrip; }
    /// Takes the size and the visibility that fit what it says and where it is.
    void refresh();

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] bool hasHeightForWidth() const override { return m_isStrip; }
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    /// What stands together in a line.
    struct Piece
    {
        enum class Kind
        {
            Title,
            Entry,
            Scale,
            Direction,
        };
        Kind kind = Kind::Title;
        std::size_t entry = 0;
        QRect place;
    };
    struct Arrangement
    {
        std::vector<Piece> pieces;
        QSize size;
    };

    [[nodiscard]] Arrangement arrange(int width) const;
    [[nodiscard]] QString entryText(const ColorLegend::Entry& entry) const;
    void paintScale(QPainter& painter, QRect area) const;

    NodeColoringPtr m_coloring;
    ColorLegend m_legend;
    bool m_isStrip = false;
};

} // namespace quantiscope
