// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plots/plot_view.h"

#include <array>

class QCPItemRect;

namespace quantiscope {

class ClipGrip;

/// A bound of a range.
enum class Bound
{
    Low,
    High,
};

/// A range to compare with, drawn as two dashed lines.
struct RangeMark
{
    QString name;
    double low = 0.0;
    double high = 0.0;
    std::optional<std::size_t> series = {}; ///< place in Theme::series; else the accent
};

/// A plot over values with the two lines of a range, what lies outside of them tinted, and other ranges dashed. Lines
/// are dragged by their grips or anywhere along them; a line outside of the view has its grip at the edge. What a drag
/// means is for the owner to say: it sets the range.
class RangePlot final : public PlotView
{
    Q_OBJECT

public:
    explicit RangePlot(QWidget* parent = nullptr);

    /// Nothing: no lines.
    void setRange(std::optional<std::pair<double, double>> range);
    [[nodiscard]] const std::optional<std::pair<double, double>>& range() const { return m_range; }
    void setMarks(std::vector<RangeMark> marks);
    [[nodiscard]] const std::vector<RangeMark>& marks() const { return m_marks; }
    /// What showAll() shows.
    void setWhole(double low, double high);

    [[nodiscard]] ClipGrip& grip(Bound bound) const { return *m_grips[std::size_t(bound)]; }
    /// Pixels of the plot's width, and where @p value lies in them.
    [[nodiscard]] int plotWidth() const;
    [[nodiscard]] double pixelOf(double value) const;

signals:
    void dragged(quantiscope::Bound bound, double value);
    void stepped(quantiscope::Bound bound, int steps);
    /// The end of a drag, or of steps with a key held.
    void released();

protected:
    void applyTheme() override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    [[nodiscard]] std::pair<double, double> wholeX() const override;

private:
    void makeItems();
    void place();
    void placeClips();
    void placeMarks();
    [[nodiscard]] std::optional<Bound> lineAt(const QPoint& at) const;

    std::optional<std::pair<double, double>> m_range;
    std::pair<double, double> m_whole{0.0, 1.0};
    std::vector<RangeMark> m_marks;
    std::optional<Bound> m_dragged; ///< by its line
    std::array<ClipGrip*, 2> m_grips{};
    std::array<QCPItemLine*, 2> m_lines{};
    std::array<QCPItemText*, 2> m_values{}; ///< above the lines
    std::array<QCPItemRect*, 2> m_tints{};
    std::array<QCPItemText*, 2> m_clipped{}; ///< in the tints
    std::vector<std::array<QCPItemLine*, 2>> m_markLines;
    std::vector<std::array<QCPItemText*, 2>> m_markTexts;
};

} // namespace quantiscope
