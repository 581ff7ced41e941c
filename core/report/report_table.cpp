// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/report_table.h"

#include "core/base/csv_text.h"
#include "core/base/number_text.h"
#include "core/base/printable.h"
#include "core/base/xml_text.h"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace quantiscope {

namespace {

constexpr std::size_t kMostLetters = 400; ///< bytes of a cell that people read; lists of names may be very long

/// The beginning of a text that is long; whole characters.
std::string shortened(const std::string& text)
{
    if (text.size() <= kMostLetters)
        return text;
    std::size_t end = kMostLetters;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80)
        --end;
    return text.substr(0, end) + " …";
}

std::string leftOutText(std::size_t count)
{
    return countedText(count, "more row") + " left out here; a CSV report has all.";
}

/// Text of a name from a file between the marks of Markdown.
std::string markdownField(const std::string& text)
{
    constexpr std::string_view kMarks = "\\`*_{}[]<>#|~&";
    std::string field;
    for (const char c : wholePrintable(text)) {
        if (kMarks.find(c) != std::string_view::npos)
            field += '\\';
        field += c;
    }
    return field;
}

bool isNumeric(const ReportTable& table, std::size_t column)
{
    return std::any_of(table.rows.begin(), table.rows.end(),
                       [column](const std::vector<ReportCell>& row) { return row[column].value.has_value(); });
}

/// A number that sorts; those that are none come last in an ascending order.
std::string sortKey(double value)
{
    if (std::isnan(value))
        return {};
    return std::isinf(value) ? (value > 0 ? "1e999" : "-1e999") : shortestText(value);
}

} // namespace

std::string csvText(const ReportTable& table)
{
    std::string text;
    for (std::size_t i = 0; i < table.columns.size(); ++i)
        text += (i > 0 ? "," : "") + csvField(table.columns[i].name);
    text += "\r\n";
    for (const std::vector<ReportCell>& row : table.rows) {
        for (std::size_t i = 0; i < row.size(); ++i)
            text += (i > 0 ? "," : "") + (row[i].value ? csvNumber(*row[i].value) : csvField(row[i].text));
        text += "\r\n";
    }
    return text;
}

std::string markdownText(const ReportTable& table, std::size_t most)
{
    std::string text = "## " + markdownField(table.title) + "\n\n";
    for (const std::string& note : table.notes)
        text += markdownField(note) + "\n\n";
    if (table.rows.empty())
        return text;
    std::string rule = "|";
    text += "|";
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        text += " " + markdownField(table.columns[i].name) + " |";
        rule += isNumeric(table, i) ? " ---: |" : " --- |";
    }
    text += "\n" + rule + "\n";
    for (std::size_t r = 0; r < std::min(most, table.rows.size()); ++r) {
        text += "|";
        for (const ReportCell& cell : table.rows[r])
            text += " " + markdownField(shortened(cell.text)) + " |";
        text += "\n";
    }
    text += "\n";
    if (table.rows.size() > most)
        text += leftOutText(table.rows.size() - most) + "\n\n";
    return text;
}

std::string htmlSection(const ReportTable& table, std::size_t most)
{
    const std::string id = xmlText(table.id);
    std::string text = "<section id=\"" + id + "\">\n<h2 id=\"" + id + "-title\">" + xmlText(table.title) + "</h2>\n";
    for (const std::string& note : table.notes)
        text += "<p>" + xmlText(note) + "</p>\n";
    for (const ReportFigure& figure : table.figures) {
        if (!figure.svg.empty())
            text += "<figure>\n<figcaption>" + xmlText(figure.caption) + "</figcaption>\n<div class=\"plot\">"
                + figure.svg + "</div>\n</figure>\n";
    }
    if (table.rows.empty())
        return text + "</section>\n";
    text += "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-labelledby=\"" + id
        + "-title\"><table class=\"sortable\" aria-labelledby=\"" + id + "-title\">\n<thead><tr>";
    std::vector<bool> numeric;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        numeric.push_back(isNumeric(table, i));
        text += std::string("<th scope=\"col\"") + (numeric[i] ? " class=\"n\"" : "")
            + (table.columns[i].meaning.empty() ? "" : " title=\"" + xmlText(table.columns[i].meaning) + "\"") + ">"
            + xmlText(shortened(table.columns[i].name)) + "</th>";
    }
    text += "</tr></thead>\n<tbody>\n";
    for (std::size_t r = 0; r < std::min(most, table.rows.size()); ++r) {
        const std::vector<ReportCell>& row = table.rows[r];
        text += "<tr>";
        for (std::size_t i = 0; i < row.size(); ++i) {
            text += numeric[i] ? "<td class=\"n\"" : "<td";
            if (row[i].value)
                text += " data-v=\"" + sortKey(*row[i].value) + "\"";
            text += ">" + xmlText(shortened(wholePrintable(row[i].text))) + "</td>";
        }
        text += "</tr>\n";
    }
    text += "</tbody>\n</table></div>\n";
    if (table.rows.size() > most)
        text += "<p>" + leftOutText(table.rows.size() - most) + "</p>\n";
    return text + "</section>\n";
}

} // namespace quantiscope
