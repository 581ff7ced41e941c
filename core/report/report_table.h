// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace quantiscope {

/// One figure or name of a table.
struct ReportCell
{
    ReportCell(std::string words) : text(std::move(words)) { }
    ReportCell(const char* words) : text(words) { }
    /// A number and the text that people read.
    ReportCell(double number, std::string words) : text(std::move(words)), value(number) { }

    std::string text;
    std::optional<double> value; ///< nothing for words; may be infinite, NaN where there is none
};

struct ReportColumn
{
    std::string name;
    std::string meaning = {}; ///< one sentence, with the unit; may be empty
};

/// A drawing of a page.
struct ReportFigure
{
    std::string caption;
    std::string svg; ///< empty: there is nothing to draw
};

/// A table of a report: what all formats are made from.
struct ReportTable
{
    std::string id; ///< lower-case letters; part of file names and addresses
    std::string title;
    std::vector<std::string> notes; ///< sentences in front of it
    std::vector<ReportColumn> columns;
    std::vector<std::vector<ReportCell>> rows; ///< each as many as columns
    std::vector<ReportFigure> figures = {}; ///< of pages only, in front of the rows
};

/// RFC 4180: a line with the columns' names, then one for each row, numbers in full ("inf" and "-inf" where they are
/// infinite, nothing where there is none).
[[nodiscard]] std::string csvText(const ReportTable& table);

/// A table of GitHub's Markdown with title and notes; at most @p most rows, and how many more there are. Long cells are
/// cut.
[[nodiscard]] std::string markdownText(const ReportTable& table, std::size_t most = 100);

/// A `<section>` of XHTML with title, notes, figures and the table, for htmlText(); at most @p most rows, and how many
/// more there are. Long cells are cut.
[[nodiscard]] std::string htmlSection(const ReportTable& table, std::size_t most = 1000);

} // namespace quantiscope
