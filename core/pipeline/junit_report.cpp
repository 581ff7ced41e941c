// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/junit_report.h"

#include <algorithm>
#include <cstdio>

namespace quantiscope {

namespace {

/// @p text for an attribute or the content of an element: what XML 1.0 does not allow becomes U+FFFD.
std::string escaped(const std::string& text)
{
    constexpr const char* kReplacement = "\xEF\xBF\xBD";
    std::string result;
    for (std::size_t i = 0; i < text.size();) {
        const auto byte = static_cast<unsigned char>(text[i]);
        const std::size_t length = byte < 0x80 ? 1
            : byte >= 0xF0 && byte <= 0xF4     ? 4
            : byte >= 0xE0                     ? 3
            : byte >= 0xC2                     ? 2
                                               : 0;
        bool valid = length > 0 && byte <= 0xF4 && i + length <= text.size();
        for (std::size_t k = 1; valid && k < length; ++k)
            valid = (static_cast<unsigned char>(text[i + k]) & 0xC0U) == 0x80;
        if (valid && length >= 3) {
            // Overlong forms, surrogates, U+FFFE and U+FFFF, and what lies above U+10FFFF are no characters of XML.
            const auto second = static_cast<unsigned char>(text[i + 1]);
            const auto third = static_cast<unsigned char>(text[i + 2]);
            valid = !(byte == 0xE0 && second < 0xA0) && !(byte == 0xED && second >= 0xA0)
                && !(byte == 0xEF && second == 0xBF && third >= 0xBE) && !(byte == 0xF0 && second < 0x90)
                && !(byte == 0xF4 && second >= 0x90);
        }
        if (!valid || (byte < 0x20 && byte != '\n' && byte != '\t')) {
            result += kReplacement;
            ++i;
            continue;
        }
        switch (text[i]) {
        case '&':
            result += "&amp;";
            break;
        case '<':
            result += "&lt;";
            break;
        case '>':
            result += "&gt;";
            break;
        case '"':
            result += "&quot;";
            break;
        case '\n':
            result += "&#10;";
            break;
        case '\t':
            result += "&#9;";
            break;
        default:
            result.append(text, i, length);
        }
        i += length;
    }
    return result;
}

/// One <testcase>; @p problem is empty when it passed, @p element "failure" or "error".
std::string testCase(const std::string& suite, const std::string& name, double seconds, const char* element,
                     const std::string& problem)
{
    char time[32];
    std::snprintf(time, sizeof time, "%.3f", seconds);
    std::string text =
        "  <testcase classname=\"" + escaped(suite) + "\" name=\"" + escaped(name) + "\" time=\"" + time + "\"";
    if (problem.empty())
        return text + "/>\n";
    return text + ">\n    <" + element + " message=\"" + escaped(problem) + "\"/>\n  </testcase>\n";
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
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"" + escaped(name) + "\" tests=\""
        + std::to_string(report.gates.size() + 1) + "\" failures=\"" + std::to_string(missed) + "\" errors=\""
        + (failure ? "1" : "0") + "\" time=\"" + time + "\">\n" + cases + "</testsuite>\n";
}

bool isJunitText(const std::string& text)
{
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first != std::string::npos && text[first] == '<' && text.find("<testsuite") != std::string::npos;
}

} // namespace quantiscope
