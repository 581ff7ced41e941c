// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/svg_plot.h"

#include "core/base/number_text.h"
#include "core/base/printable.h"
#include "core/base/xml_text.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace quantiscope {

namespace {

constexpr double kWidth = 860.0;
constexpr double kLeft = 64.0;
constexpr double kRight = 16.0;
constexpr double kTop = 28.0; ///< with the legend
constexpr double kBottom = 44.0; ///< with numbers and label
constexpr double kLetter = 7.0; ///< width of a letter, about

std::string number(double value)
{
    return fixedText(std::abs(value) < 0.005 ? 0.0 : value, 2);
}

/// Share of the axis in front of @p value, 0 … 1.
double fraction(const SvgPlot::Axis& axis, double value)
{
    if (axis.scale == SvgPlot::Scale::Log)
        return std::clamp(std::log(std::max(value, axis.low) / axis.low) / std::log(axis.high / axis.low), 0.0, 1.0);
    return std::clamp((value - axis.low) / (axis.high - axis.low), 0.0, 1.0);
}

std::string label(double x, double y, const char* anchor, const std::string& text, const char* style = "label")
{
    return "<text x=\"" + number(x) + "\" y=\"" + number(y) + "\" class=\"" + style + "\" text-anchor=\"" + anchor
        + "\">" + xmlText(text) + "</text>\n";
}

std::string straight(double x1, double y1, double x2, double y2, const std::string& style)
{
    return "<line x1=\"" + number(x1) + "\" y1=\"" + number(y1) + "\" x2=\"" + number(x2) + "\" y2=\"" + number(y2)
        + "\" class=\"" + style + "\"/>\n";
}

/// With more digits where neighbours would read alike.
std::string tickText(const std::vector<double>& ticks, std::size_t i)
{
    const auto isAsBefore = [&ticks](std::size_t k) { return roundedText(ticks[k]) == roundedText(ticks[k - 1]); };
    bool areAlike = false;
    for (std::size_t k = 1; k < ticks.size(); ++k)
        areAlike = areAlike || isAsBefore(k);
    if (!areAlike)
        return roundedText(ticks[i]);
    return fixedText(ticks[i], std::max(0, static_cast<int>(std::ceil(-std::log10(ticks[1] - ticks[0]) - 1e-9))));
}

} // namespace

SvgPlot::SvgPlot(std::string description, Axis x, Axis y, double height)
    : m_description(std::move(description)), m_x(std::move(x)), m_y(std::move(y)), m_height(height), m_legendEnd(kLeft)
{
}

double SvgPlot::horizontal(double x) const
{
    return kLeft + fraction(m_x, x) * (kWidth - kLeft - kRight);
}

double SvgPlot::vertical(double y) const
{
    return m_height - kBottom - fraction(m_y, y) * (m_height - kTop - kBottom);
}

void SvgPlot::line(const Points& points, const std::string& style)
{
    std::string run;
    const auto finish = [&] {
        if (!run.empty())
            m_content += "<polyline class=\"line " + style + "\" points=\"" + run + "\"/>\n";
        run.clear();
    };
    for (const auto& [x, y] : points) {
        if (std::isnan(x) || std::isnan(y)) {
            finish();
            continue;
        }
        run += (run.empty() ? "" : " ") + number(horizontal(x)) + "," + number(vertical(y));
    }
    finish();
}

void SvgPlot::point(double x, double y, const std::string& style, const std::string& title)
{
    if (std::isnan(x) || std::isnan(y))
        return;
    m_content += "<circle cx=\"" + number(horizontal(x)) + "\" cy=\"" + number(vertical(y)) + "\" r=\"3\" class=\"dot "
        + style + "\"><title>" + xmlText(title) + "</title></circle>\n";
}

void SvgPlot::bar(double left, double right, double y, const std::string& style, const std::string& title)
{
    if (std::isnan(y))
        return;
    const double top = vertical(y);
    m_content += "<rect x=\"" + number(horizontal(left)) + "\" y=\"" + number(top) + "\" width=\""
        + number(std::max(0.5, horizontal(right) - horizontal(left))) + "\" height=\""
        + number(m_height - kBottom - top) + "\" class=\"bar " + style + "\"><title>" + xmlText(title)
        + "</title></rect>\n";
}

void SvgPlot::level(double y, const std::string& name)
{
    m_content += straight(kLeft, vertical(y), kWidth - kRight, vertical(y), "mark");
    m_content += label(kWidth - kRight - 4.0, vertical(y) - 4.0, "end", name, "marked");
}

void SvgPlot::upright(double x, const std::string& name)
{
    const double at = horizontal(x);
    const bool isLeft = at > kWidth / 2.0;
    m_content += straight(at, kTop, at, m_height - kBottom, "mark");
    m_content += label(isLeft ? at - 4.0 : at + 4.0, kTop + 12.0, isLeft ? "end" : "start", name, "marked");
}

void SvgPlot::legend(const std::string& name, const std::string& style)
{
    m_legend += "<rect x=\"" + number(m_legendEnd) + "\" y=\"8\" width=\"12\" height=\"8\" class=\"bar " + style
        + "\"/>\n" + label(m_legendEnd + 17.0, 16.0, "start", name);
    m_legendEnd += 17.0 + kLetter * static_cast<double>(name.size()) + 24.0;
}

std::string SvgPlot::gridText() const
{
    std::string text;
    const std::vector<double> upright = roundTicks(m_y.low, m_y.high, 6, m_y.scale);
    for (std::size_t i = 0; i < upright.size(); ++i) {
        const double y = vertical(upright[i]);
        text += straight(kLeft, y, kWidth - kRight, y, "grid");
        text += label(kLeft - 6.0, y + 4.0, "end", tickText(upright, i));
    }
    const std::vector<double> along = roundTicks(m_x.low, m_x.high, 9, m_x.scale);
    for (std::size_t i = 0; i < along.size(); ++i) {
        const double x = horizontal(along[i]);
        text += straight(x, m_height - kBottom, x, m_height - kBottom + 4.0, "frame");
        text += label(x, m_height - kBottom + 17.0, "middle", tickText(along, i));
    }
    text += straight(kLeft, m_height - kBottom, kWidth - kRight, m_height - kBottom, "frame");
    text += straight(kLeft, kTop, kLeft, m_height - kBottom, "frame");
    text += label((kLeft + kWidth - kRight) / 2.0, m_height - 8.0, "middle", m_x.label);
    const std::string middle = number((kTop + m_height - kBottom) / 2.0);
    return text + "<text x=\"14\" y=\"" + middle
        + "\" class=\"label\" text-anchor=\"middle\" transform=\"rotate(-90 14 " + middle + ")\">" + xmlText(m_y.label)
        + "</text>\n";
}

std::string SvgPlot::text() const
{
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + number(kWidth) + " " + number(m_height)
        + "\" role=\"img\" aria-label=\"" + xmlText(m_description) + "\">\n" + gridText() + m_content + m_legend
        + "</svg>\n";
}

std::string barFigure(const std::string& description, const SvgPlot::Bars& bars)
{
    constexpr double kRow = 20.0;
    constexpr double kNames = 300.0;
    constexpr double kNumbers = 80.0;
    constexpr std::size_t kMostLetters = 40;
    if (bars.empty())
        return {};
    double low = 0.0;
    double high = 0.0;
    for (const SvgPlot::Bar& bar : bars) {
        if (std::isfinite(bar.value)) {
            low = std::min(low, bar.value);
            high = std::max(high, bar.value);
        }
    }
    const SvgPlot::Axis axis{{}, low, high > low ? high : low + 1.0};
    const auto place = [&axis](double value) { return kNames + fraction(axis, value) * (kWidth - kNames - kNumbers); };
    std::string text = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + number(kWidth) + " "
        + number(kRow * static_cast<double>(bars.size()) + 4.0) + "\" role=\"img\" aria-label=\"" + xmlText(description)
        + "\">\n";
    double top = 2.0;
    for (const SvgPlot::Bar& bar : bars) {
        const bool isFinite = std::isfinite(bar.value);
        const double left = place(isFinite ? std::min(0.0, bar.value) : axis.low);
        const double right = place(isFinite ? std::max(0.0, bar.value) : axis.high);
        text += label(kNames - 8.0, top + 14.0, "end", printable(bar.name, kMostLetters));
        text += "<rect x=\"" + number(left) + "\" y=\"" + number(top + 3.0) + "\" width=\""
            + number(std::max(0.5, right - left)) + "\" height=\"" + number(kRow - 6.0) + "\" class=\"bar "
            + (isFinite ? "s1" : "s2") + "\"><title>" + xmlText(bar.name + ": " + bar.text) + "</title></rect>\n";
        text += label(kWidth - kNumbers + 8.0, top + 14.0, "start", bar.text);
        top += kRow;
    }
    return text + "</svg>\n";
}

std::vector<double> roundTicks(double low, double high, int count, SvgPlot::Scale scale)
{
    std::vector<double> ticks;
    if (scale == SvgPlot::Scale::Log) {
        const double first = std::ceil(std::log10(low) - 1e-9);
        const double last = std::floor(std::log10(high) + 1e-9);
        const double step = std::max(1.0, std::ceil((last - first + 1.0) / count));
        for (double power = first; power <= last; power += step)
            ticks.push_back(std::pow(10.0, power));
        return ticks;
    }
    const double wanted = (high - low) / count;
    const double power = std::pow(10.0, std::floor(std::log10(wanted)));
    double step = 10.0 * power;
    for (const double factor : {5.0, 2.0, 1.0}) {
        if (factor * power >= wanted)
            step = factor * power;
    }
    // Between numbers that hardly differ there is no round one, and counting in such steps would not come forward.
    constexpr double kLeastStep = 16.0 * std::numeric_limits<double>::epsilon();
    if (!(step > kLeastStep * std::max(std::abs(low), std::abs(high))))
        return ticks;
    const double first = std::ceil(low / step - 1e-9);
    const auto last = static_cast<int>(std::floor(high / step + 1e-9) - first);
    for (int i = 0; i <= last; ++i)
        ticks.push_back((first + i) * step + 0.0); // not -0
    return ticks;
}

} // namespace quantiscope
