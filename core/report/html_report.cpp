// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/xml_text.h"
#include "core/report/analysis_report.h"
#include "core/report/html_page.h"

namespace quantiscope {

namespace {

/// Where the sections of a long page are.
std::string contentsText(const std::vector<ReportTable>& tables)
{
    constexpr std::size_t kFew = 3;
    if (tables.size() <= kFew)
        return {};
    std::string text = "<nav aria-label=\"Contents\">\n<ul>\n";
    for (const ReportTable& table : tables)
        text += "<li><a href=\"#" + xmlText(table.id) + "\">" + xmlText(table.title) + "</a></li>\n";
    return text + "</ul>\n</nav>\n";
}

} // namespace

std::string htmlText(const AnalysisReport& report)
{
    const std::vector<ReportTable> tables = tablesOf(report);
    std::string body = contentsText(tables);
    for (const ReportTable& table : tables)
        body += htmlSection(table);
    return htmlPage(report.title, report.facts, body);
}

} // namespace quantiscope
