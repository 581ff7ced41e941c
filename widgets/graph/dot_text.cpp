// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph/dot_text.h"

#include "widgets/graph/picture_metrics.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <utility>

namespace quantiscope {

namespace {

constexpr double kPointsPerInch = 72.0;

/// Independent of the locale.
std::string number(double value)
{
    char buffer[32];
    const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed, 4);
    return error == std::errc() ? std::string(buffer, end) : "0";
}

std::string inches(double points)
{
    return number(points / kPointsPerInch);
}

std::string cell(int width, int height, const std::string& port = {})
{
    return "<TD FIXEDSIZE=\"TRUE\" WIDTH=\"" + std::to_string(width) + "\" HEIGHT=\"" + std::to_string(height) + "\""
        + (port.empty() ? "" : " PORT=\"" + port + "\"") + "></TD>";
}

std::string table(int width, int height, const std::string& rows)
{
    return "<TABLE BORDER=\"0\" CELLBORDER=\"0\" CELLSPACING=\"0\" CELLPADDING=\"0\" FIXEDSIZE=\"TRUE\" WIDTH=\""
        + std::to_string(width) + "\" HEIGHT=\"" + std::to_string(height) + "\">" + rows + "</TABLE>";
}

/// A row of a table in which each port is in the middle of a narrow cell.
std::string portRow(int width, int height, const std::vector<double>& ports, char letter)
{
    std::vector<std::size_t> order(ports.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return ports[a] < ports[b]; });
    constexpr int kPortWidth = 2;
    std::string cells;
    int x = 0;
    for (std::size_t k = 0; k < order.size(); ++k) {
        const int roomBehind = kPortWidth * int(order.size() - k);
        const int left =
            std::clamp(int(std::lround(ports[order[k]])) - kPortWidth / 2, x, std::max(x, width - roomBehind));
        if (left > x)
            cells += cell(left - x, height);
        cells += cell(kPortWidth, height, letter + std::to_string(order[k]));
        x = left + kPortWidth;
    }
    if (width > x)
        cells += cell(width - x, height);
    return "<TR><TD>" + table(width, height, "<TR>" + cells + "</TR>") + "</TD></TR>";
}

/// The ends of a line, as they are told to dot and as it writes them.
std::string startText(const LevelGraph::Line& line)
{
    return "n" + std::to_string(line.from) + (line.exit >= 0 ? ":o" + std::to_string(line.exit) + ":s" : "");
}

std::string endText(const LevelGraph::Line& line)
{
    return "n" + std::to_string(line.to) + (line.entry >= 0 ? ":i" + std::to_string(line.entry) + ":n" : "");
}

std::string boxText(const LevelGraph::Box& box)
{
    if (box.role != LevelGraph::Role::Box)
        return "shape=point,width=0.01,height=0.01";
    if (box.entries.empty() && box.exits.empty())
        return "width=" + inches(box.size.width()) + ",height=" + inches(box.size.height());
    constexpr int kRow = 2;
    const int width = int(std::lround(box.size.width()));
    const int height = int(std::lround(box.size.height()));
    return "shape=plain,fixedsize=false,label=<"
        + table(width, height,
                portRow(width, kRow, box.entries, 'i') + "<TR>" + cell(width, height - 2 * kRow) + "</TR>"
                    + portRow(width, kRow, box.exits, 'o'))
        + ">";
}

/// The words of one line of "plain"; what is quoted may hold spaces.
std::vector<std::string_view> wordsOf(std::string_view line)
{
    std::vector<std::string_view> words;
    std::size_t at = 0;
    while (at < line.size()) {
        const std::size_t end = std::min(line.find(' ', at), line.size());
        if (end > at)
            words.push_back(line.substr(at, end - at));
        at = end + 1;
    }
    return words;
}

std::optional<double> parsed(std::string_view word)
{
    double value = 0.0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size() || !std::isfinite(value))
        return std::nullopt;
    return value * kPointsPerInch;
}

/// The point at words @p at and behind it, y growing downwards.
std::optional<QPointF> pointAt(const std::vector<std::string_view>& words, std::size_t at)
{
    if (at + 1 >= words.size())
        return std::nullopt;
    const auto x = parsed(words[at]);
    const auto y = parsed(words[at + 1]);
    return x && y ? std::optional(QPointF(*x, -*y)) : std::nullopt;
}

std::optional<std::size_t> boxNamed(std::string_view word, std::size_t count)
{
    std::size_t box = 0;
    if (word.size() < 2 || word.front() != 'n')
        return std::nullopt;
    const auto [end, error] = std::from_chars(word.data() + 1, word.data() + word.size(), box);
    return error == std::errc() && end == word.data() + word.size() && box < count ? std::optional(box) : std::nullopt;
}

/// dot quotes ports: n9:"o0:s".
std::string unquoted(std::string_view word)
{
    std::string text(word);
    text.erase(std::remove(text.begin(), text.end(), '"'), text.end());
    return text;
}

/// Ports were told to dot in whole points: takes the ends of @p spline to where they are.
void snapToPorts(const LevelGraph& graph, const LevelGraph::Line& line, const LevelLayout& layout, Spline& spline)
{
    if (spline.empty())
        return;
    if (line.exit >= 0) {
        const LevelGraph::Box& box = graph.boxes[std::size_t(line.from)];
        const QPointF port =
            layout.places[std::size_t(line.from)] + QPointF(exitOffset(graph, line), box.size.height());
        spline[1] += port - spline.front();
        spline.front() = port;
    }
    if (line.entry >= 0) {
        const QPointF port = layout.places[std::size_t(line.to)] + QPointF(entryOffset(graph, line), 0.0);
        spline[spline.size() - 2] += port - spline.back();
        spline.back() = port;
    }
}

Spline splineFrom(const std::vector<std::string_view>& words)
{
    Spline spline;
    std::size_t count = 0;
    if (words.size() < 4
        || std::from_chars(words[3].data(), words[3].data() + words[3].size(), count).ec != std::errc())
        return {};
    for (std::size_t i = 0; i < count; ++i) {
        const auto point = pointAt(words, 4 + 2 * i);
        if (!point)
            return {};
        spline.push_back(*point);
    }
    return spline.size() >= 4 && spline.size() % 3 == 1 ? spline : Spline();
}

} // namespace

std::string dotText(const LevelGraph& graph)
{
    std::string text = "digraph{graph[nodesep=" + inches(picture::kBoxGap) + ",ranksep=" + inches(picture::kRankGap)
        + ",nslimit=4,nslimit1=4];node[shape=box,fixedsize=true,label=\"\"];edge[arrowhead=none];\n";
    std::string sources;
    std::string sinks;
    for (std::size_t i = 0; i < graph.boxes.size(); ++i) {
        const std::string name = "n" + std::to_string(i);
        text += name + "[" + boxText(graph.boxes[i]) + "];\n";
        if (graph.boxes[i].role == LevelGraph::Role::Entry)
            sources += name + ";";
        else if (graph.boxes[i].role == LevelGraph::Role::Exit)
            sinks += name + ";";
    }
    if (!sources.empty())
        text += "{rank=source;" + sources + "}\n";
    if (!sinks.empty())
        text += "{rank=sink;" + sinks + "}\n";
    for (const LevelGraph::Line& line : graph.lines) {
        text += startText(line) + "->" + endText(line);
        if (!line.label.isEmpty()) {
            const int width = int(line.label.width());
            const int height = int(line.label.height());
            text += "[label=<" + table(width, height, "<TR>" + cell(width, height) + "</TR>") + ">]";
        }
        text += ";\n";
    }
    return text + "}\n";
}

std::optional<LevelLayout> layoutFromPlain(const LevelGraph& graph, std::string_view plain)
{
    LevelLayout layout;
    layout.places.resize(graph.boxes.size());
    layout.splines.resize(graph.lines.size());
    layout.labels.resize(graph.lines.size());
    std::size_t found = 0;
    std::map<std::pair<std::string, std::string>, std::size_t> lineOf; // dot writes edges in an order of its own
    for (std::size_t i = 0; i < graph.lines.size(); ++i)
        lineOf.emplace(std::pair(startText(graph.lines[i]), endText(graph.lines[i])), i);

    for (std::size_t at = 0; at < plain.size();) {
        const std::size_t end = std::min(plain.find('\n', at), plain.size());
        const std::vector<std::string_view> words = wordsOf(plain.substr(at, end - at));
        at = end + 1;
        if (words.size() >= 4 && words[0] == "node") {
            const auto box = boxNamed(words[1], graph.boxes.size());
            const auto middle = pointAt(words, 2);
            if (!box || !middle)
                return std::nullopt;
            const QSizeF& size = graph.boxes[*box].size;
            layout.places[*box] = *middle - QPointF(size.width(), size.height()) / 2;
            ++found;
        } else if (words.size() >= 4 && words[0] == "edge") {
            const auto known = lineOf.find({unquoted(words[1]), unquoted(words[2])});
            if (known == lineOf.end())
                return std::nullopt;
            const std::size_t line = known->second;
            layout.splines[line] = splineFrom(words);
            layout.labels[line] = splineMiddle(layout.splines[line]);
            // "… label x y style colour"
            if (!graph.lines[line].label.isEmpty() && words.size() >= 8) {
                if (const auto label = pointAt(words, words.size() - 4))
                    layout.labels[line] = *label;
            }
        }
    }
    if (found != graph.boxes.size())
        return std::nullopt;
    for (std::size_t i = 0; i < graph.lines.size(); ++i) {
        const LevelGraph::Line& line = graph.lines[i];
        snapToPorts(graph, line, layout, layout.splines[i]);
        if (!layout.splines[i].empty())
            continue;
        const QPointF start = layout.places[std::size_t(line.from)]
            + QPointF(exitOffset(graph, line), graph.boxes[std::size_t(line.from)].size.height());
        const QPointF finish = layout.places[std::size_t(line.to)] + QPointF(entryOffset(graph, line), 0.0);
        layout.splines[i] = {start, start, finish, finish};
        layout.labels[i] = (start + finish) / 2;
    }
    fitToOrigin(graph, layout);
    return layout;
}

} // namespace quantiscope
