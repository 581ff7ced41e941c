// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/junit_report.h"

#include "core/base/xml_text.h"

#include <algorithm>
#include <cstdio>

namespace quantiscope {

namespace {

/// One <testcase>; @p problem is empty when it passed, @p element "failure" or "error".
std::string testCase(const std::string& suite, const std::string& name, double seconds, const char* element,
                     const std::string& problem)
{
    char time[32];
    std::snprintf(time, sizeof time, "%.3f", seconds);
    std::string text =
        "  <testcase classname=\"" + xmlText(suite) + "\" name=\"" + xmlText(name) + "\" time=\"" + time + "\"";
    if (problem.empty())
        return text + "/>\n";
    return text + ">\n    <" + element + " message=\"" + xmlText(problem) + "\"/>\n  </testcase>\n";
}

} // namespace

std::string junitText(const std::string& name, const RunReport& report, const Error* failure)
{
    const auto missed =
        std::count_if(report.gates.begin(), report.gates.end(), [](const GateResult& result) { return !result.met; });
    double seconds = 0.0;
    for (const StageRecord& stage : report.stages)
        seconds += stage.seconds;
    std::string cases = testCase(name, "quantize", seconds, "error", failure ? failure->message : std::string());
    for (const GateResult& result : report.gates)
        cases += testCase(name, "gate " + describe(result.gate), 0.0, "failure", result.met ? "" : result.text());
    char time[32];
    std::snprintf(time, sizeof time, "%.3f", seconds);
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"" + xmlText(name) + "\" tests=\""
        + std::to_string(report.gates.size() + 1) + "\" failures=\"" + std::to_string(missed) + "\" errors=\""
        + (failure ? "1" : "0") + "\" time=\"" + time + "\">\n" + cases + "</testsuite>\n";
}

bool isJunitText(const std::string& text)
{
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first != std::string::npos && text[first] == '<' && text.find("<testsuite") != std::string::npos;
}

} // namespace quantiscope
