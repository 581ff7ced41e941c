// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plots/plot_legend.h"
#include "widgets/plots/plot_view.h"

#include <optional>

namespace quantiscope {

/// Own and accumulated error of the tensors of a graph in the order in which they are computed, as SQNR: where it goes
/// wrong, and how far that is carried on. Tens of thousands are drawn with their extremes for each pixel. A click, or
/// the arrow keys, select one.
class ErrorStrip final : public PlotView
{
    Q_OBJECT

public:
    struct Point
    {
        QString name; ///< of the tensor's node
        double own = 0.0; ///< dB; +inf where nothing is lost, NaN where it is not known
        double accumulated = 0.0; ///< the same
        QString tensor = {}; ///< its own name
    };
    /// Where a block of the graph begins.
    struct Block
    {
        std::size_t first = 0; ///< place of its first point
        QString name;
    };

    explicit ErrorStrip(QWidget* parent = nullptr);

    /// For the legend above it.
    [[nodiscard]] static std::vector<PlotLegend::Entry> legend();

    void setPoints(std::vector<Point> points, std::vector<Block> blocks);
    [[nodiscard]] const std::vector<Point>& points() const { return m_points; }
    /// Nothing: none. Says nothing back.
    void setSelected(std::optional<std::size_t> point);
    [[nodiscard]] std::optional<std::size_t> selected() const { return m_selected; }
    /// The names that stand under the axis now, those with room.
    [[nodiscard]] QStringList shownBlocks() const;

    [[nodiscard]] QString valuesAt(double x) const override;
    /// tensor,node,own,accumulated: a row for each tensor, "inf" where nothing is lost, empty where it is not known.
    [[nodiscard]] QString csv() const override;

signals:
    /// By a click or a key; it is selected already.
    void picked(std::size_t point);

protected:
    void applyTheme() override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void pick(std::ptrdiff_t point);
    void placeBlocks();
    void placeSelection();
    [[nodiscard]] std::size_t nearest(double x) const;

    std::vector<Point> m_points;
    std::vector<Block> m_blocks;
    std::optional<std::size_t> m_selected;
    QPoint m_pressed;
    QCPItemLine* m_line;
    QCPItemText* m_text;
};

} // namespace quantiscope
