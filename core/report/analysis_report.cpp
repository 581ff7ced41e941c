// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/analysis_report.h"

#include "core/base/file_io.h"
#include "core/base/printable.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cctype>
#include <iterator>

namespace quantiscope {

namespace {

enum class Format
{
    Html,
    Markdown,
    Csv,
};

/// Of all tables that reports can have; those of one report differ.
constexpr const char* kTableIds[] = {
    "gates",   "culprits",    "fixes",     "plan",    "outputs", "accuracy",   "flipped", "samples", "files",
    "skipped", "sensitivity", "exclude",   "tensors", "weights", "warnings",   "recipe",  "stages",  "operators",
    "rules",   "preparation", "quantized", "scales",  "errors",  "accuracies", "whatif"};

std::filesystem::path fileOfTable(const std::filesystem::path& file, const std::string& id)
{
    std::filesystem::path path = file;
    path.replace_filename(file.stem().string() + "-" + id + file.extension().string());
    return path;
}

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
                 "A report is a .html, .md, .csv or .json file, but '" + file.string() + "' is none of these.",
                 file.string()};
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

std::vector<std::filesystem::path> filesOfReport(const std::filesystem::path& file)
{
    std::vector<std::filesystem::path> files{file};
    const Result<Format> format = formatOf(file);
    if (format && *format == Format::Csv) {
        for (const char* id : kTableIds)
            files.push_back(fileOfTable(file, id));
    }
    return files;
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
            assert(std::any_of(std::begin(kTableIds), std::end(kTableIds),
                               [&table](const char* id) { return table.id == id; }));
            files.emplace_back(tables.size() > 1 ? fileOfTable(file, table.id) : file, csvText(table));
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
