// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/report_options.h"

#include "core/base/file_io.h"
#include "core/model/model.h"
#include "core/report/node_data.h"

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>

namespace quantiscope {

namespace {

/// By its ending, or without any.
bool isJson(const std::string& file)
{
    std::string ending = std::filesystem::path(file).extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return ending.empty() || ending == ".json";
}

struct NodeDataFile
{
    NodeMetric metric;
    std::string path;
};

/// METRIC=FILE where the metric is known, otherwise a FILE with what stands first.
NodeDataFile nodeDataFile(const std::string& text, ViewerOptions::Numbers numbers)
{
    const bool hasErrors = numbers == ViewerOptions::Numbers::Errors;
    const std::size_t sign = text.find('=');
    if (hasErrors && sign != std::string::npos) {
        if (const auto metric = nodeMetricNamed(text.substr(0, sign)); metric && *metric != NodeMetric::Sensitivity)
            return {*metric, text.substr(sign + 1)};
    }
    return {hasErrors ? NodeMetric::OwnSqnr : NodeMetric::Sensitivity, text};
}

} // namespace

void ReportOptions::addTo(CLI::App& command, const std::string& what)
{
    command
        .add_option("--report", m_files,
                    what
                        + " as the file's name ends: .html (a page that needs\n"
                          "nothing else), .md, .csv (a file for each table) or .json; may be repeated")
        ->type_name("FILE")
        ->allow_extra_args(false);
}

Result<void> ReportOptions::check() const
{
    for (const std::string& file : m_files) {
        if (isJson(file))
            continue;
        if (Result<void> named = checkReportName(file); !named) {
            Error error = named.error();
            error.message = "--report: " + error.message;
            return error;
        }
    }
    return {};
}

std::vector<NamedFile> ReportOptions::files() const
{
    std::vector<NamedFile> named;
    for (const std::string& file : m_files) {
        for (const std::filesystem::path& path : filesOfReport(file))
            named.push_back({"--report", path.string()});
    }
    return named;
}

Result<std::string> ReportOptions::write(const AnalysisReport& report, const nlohmann::json& document) const
{
    for (const std::string& file : m_files) {
        if (isJson(file)) {
            if (const Result<std::string> written = writeReport(document, file); !written)
                return written.error();
        } else if (const auto written = writeReport(report, file); !written) {
            return written.error();
        }
    }
    return writeReport(document, {});
}

void ViewerOptions::addTo(CLI::App& command, Numbers numbers)
{
    m_numbers = numbers;
    CLI::Option* nodeData = numbers == Numbers::Errors
        ? command.add_option(
            "--node-data", m_nodeData,
            "Write a number of each node for Model Explorer: own (default) or accumulated\n"
            "SQNR of what it makes, or that of its weights with every channel counted alike; may\nbe repeated")
        : command.add_option("--node-data", m_nodeData,
                             "Write the SQNR of the outputs with each node's part quantized for Model Explorer");
    nodeData->type_name(numbers == Numbers::Errors ? "[own=|accumulated=|weights=]FILE" : "FILE")
        ->allow_extra_args(false)
        ->check(CLI::Validator(
            [](std::string& text) {
                return text.ends_with('=') ? "A file's name is needed behind '" + text + "'." : std::string();
            },
            std::string()));
    command
        .add_option("--annotated", m_annotated,
                    "Write a copy of MODEL with the numbers as metadata of its nodes, which Netron shows")
        ->type_name("FILE");
}

std::vector<NamedFile> ViewerOptions::files() const
{
    std::vector<NamedFile> named;
    for (const std::string& text : m_nodeData)
        named.push_back({"--node-data", nodeDataFile(text, m_numbers).path});
    named.push_back({"--annotated", m_annotated, NamedFile::Role::Model});
    return named;
}

Result<void> ViewerOptions::write(const AnalysisReport& report, const std::filesystem::path& model) const
{
    Feedback feedback; // what was measured up to a Ctrl-C is written nevertheless
    for (const std::string& text : m_nodeData) {
        const NodeDataFile file = nodeDataFile(text, m_numbers);
        if (auto written = writeTextFileAtomically(file.path, modelExplorerText(report, file.metric)); !written)
            return written;
    }
    if (m_annotated.empty())
        return {};
    const Result<Model> original = Model::load(model, {.allowQuantized = true}, feedback);
    if (!original)
        return original.error();
    const Result<Model> annotated = annotatedModel(*original, report);
    if (!annotated)
        return annotated.error();
    return annotated->save(m_annotated, {.externalData = original->usesExternalData()}, feedback);
}

} // namespace quantiscope
