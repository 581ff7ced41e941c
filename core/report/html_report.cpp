// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/weight_findings.h"
#include "core/base/xml_text.h"
#include "core/report/analysis_report.h"
#include "core/report/html_page.h"
#include "core/report/report_plots.h"

namespace quantiscope {

namespace {

constexpr std::size_t kMostWeights = 4; ///< whose channels are drawn

std::string layerFigure(const LayerErrors& errors)
{
    return figureSection("Error along the graph", errors.firstWrong ? errors.firstWrong->sentence : std::string(),
                         errorPlot(errors));
}

/// Of the weights that suffer most from what their channels are like.
std::string channelFigures(const WeightAnalysis& analysis)
{
    std::string text;
    std::size_t drawn = 0;
    for (const WeightFinding& finding : weightFindings(analysis)) {
        if (finding.kind != WeightFindingKind::ChannelRanges || drawn == kMostWeights)
            break;
        text += "<p>" + xmlText(finding.sentence) + "</p>\n" + channelPlot(*analysis.find(finding.weight));
        ++drawn;
    }
    return figureSection("Ranges of channels", {}, text);
}

} // namespace

std::string htmlText(const AnalysisReport& report)
{
    std::string body;
    if (report.layers)
        body += layerFigure(*report.layers);
    if (report.sensitivity) {
        const std::string metric = name(report.sensitivity->metric);
        body +=
            figureSection("The most sensitive units", metric + (report.sensitivity->isEstimate ? ", estimated" : ""),
                          sensitivityPlot(*report.sensitivity));
        body +=
            figureSection("Units left in float", "Each point was really evaluated.", curvePlot(*report.sensitivity));
    }
    if (report.weights)
        body += channelFigures(*report.weights);
    for (const ReportTable& table : tablesOf(report))
        body += htmlSection(table);
    return htmlPage(report.title, report.facts, body);
}

} // namespace quantiscope
