// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/analysis_report.h"

#include "core/base/file_io.h"
#include "core/base/printable.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace quantiscope {

namespace {

enum class Format
{
    Html,
    Markdown,
    Csv,
};

Result<Format> formatOf(const std::filesystem::path& file)
{
    constexpr std::array<std::pair<const char*, Format>, 4> kEndings{
        {{".html", Format::Html}, {".htm", Format::Html}, {".md", Format::Markdown}, {".csv", Format::Csv}}};
    std::string ending = file.extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    for (const auto& [known, format] : kEndings) {
        if (ending == known)
            return format;
    }
    return Error{ErrorCode::InvalidArgument,
                 "A report is a .html, .md or .csv file, but '" + file.string() + "' is none of these.", file.string()};
}

} // namespace

std::string markdownText(const AnalysisReport& report)
{
    std::string text = "# " + wholePrintable(report.title) + "\n\n";
    if (!report.facts.empty()) {
        ReportTable facts{"run", "Run", {}, {{"what"}, {"value"}}, {}};
        for (const auto& [label, value] : report.facts)
            facts.rows.push_back({label, value});
        text += markdownText(facts);
    }
    for (const ReportTable& table : tablesOf(report))
        text += markdownText(table);
    return text;
}

Result<void> checkReportName(const std::filesystem::path& file)
{
    const Result<Format> format = formatOf(file);
    return format ? Result<void>() : format.error();
}

Result<std::vector<std::filesystem::path>> writeReport(const AnalysisReport& report, const std::filesystem::path& file)
{
    const Result<Format> format = formatOf(file);
    if (!format)
        return format.error();
    std::vector<std::pair<std::filesystem::path, std::string>> files;
    if (*format == Format::Csv) {
        const std::vector<ReportTable> tables = tablesOf(report);
        for (const ReportTable& table : tables) {
            std::filesystem::path path = file;
            if (tables.size() > 1)
                path.replace_filename(file.stem().string() + "-" + table.id + file.extension().string());
            files.emplace_back(std::move(path), csvText(table));
        }
    } else {
        files.emplace_back(file, *format == Format::Html ? htmlText(report) : markdownText(report));
    }
    std::vector<std::filesystem::path> written;
    for (const auto& [path, text] : files) {
        if (const Result<void> done = writeTextFileAtomically(path, text); !done)
            return done.error();
        written.push_back(path);
    }
    return written;
}

} // namespace quantiscope
