// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Private to core/report.

#include <string>
#include <utility>
#include <vector>

namespace quantiscope {

/// A figure as SVG inside a page, which gives the classes their colours: frame, grid, s1 to s4, mark. Lengths are
/// pixels of a figure 860 wide; it grows and shrinks with the page.
class SvgPlot
{
public:
    enum class Scale
    {
        Linear,
        Log, ///< both ends above 0
    };

    struct Axis
    {
        std::string label; ///< with its unit
        double low = 0.0; ///< < high
        double high = 1.0;
        Scale scale = Scale::Linear;
    };

    using Points = std::vector<std::pair<double, double>>;

    /// A bar that lies: its name, its length, and the number behind it.
    struct Bar
    {
        std::string name;
        double value = 0.0; ///< drawn over the whole width where it is infinite; no NaN
        std::string text;
    };
    using Bars = std::vector<Bar>;

    /// @p description is what those hear who cannot see it.
    SvgPlot(std::string description, Axis x, Axis y, double height = 300.0);

    /// A line through @p points; what is not finite interrupts it, what lies outside is moved to the edge.
    void line(const Points& points, const std::string& style);
    /// A disc with a text that is shown when the pointer is over it.
    void point(double x, double y, const std::string& style, const std::string& title);
    /// A bar from the lower edge to @p y between @p left and @p right.
    void bar(double left, double right, double y, const std::string& style, const std::string& title);
    /// A line across the figure at @p y, and what it is.
    void level(double y, const std::string& label);
    /// A line from top to bottom at @p x, and what it is.
    void upright(double x, const std::string& label);
    /// Adds an entry to the legend above the figure.
    void legend(const std::string& name, const std::string& style);

    [[nodiscard]] std::string text() const;

private:
    [[nodiscard]] double horizontal(double x) const;
    [[nodiscard]] double vertical(double y) const;
    [[nodiscard]] std::string gridText() const;

    std::string m_description;
    Axis m_x;
    Axis m_y;
    double m_height;
    std::string m_content;
    std::string m_legend;
    double m_legendEnd;
};

/// Bars below each other, to both sides of 0; empty when there are none.
[[nodiscard]] std::string barFigure(const std::string& description, const SvgPlot::Bars& bars);

/// Round numbers from @p low to @p high, about @p count of them, none where the two are too near to each other; on a
/// logarithmic scale powers of 10.
[[nodiscard]] std::vector<double> roundTicks(double low, double high, int count, SvgPlot::Scale scale);

} // namespace quantiscope
