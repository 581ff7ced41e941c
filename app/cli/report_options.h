// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/pipeline/output_files.h"
#include "core/report/analysis_report.h"

#include <CLI/CLI.hpp>

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace quantiscope {

/// --report: what a command found, in files besides what it prints.
class ReportOptions
{
public:
    /// @p what is the beginning of the option's help: "Write everything about the run".
    void addTo(CLI::App& command, const std::string& what);

    /// InvalidArgument for a file whose name says no known format.
    [[nodiscard]] Result<void> check() const;

    /// All files that write() may write, for checkOutputFiles().
    [[nodiscard]] std::vector<NamedFile> files() const;

    /// Writes @p report as pages and tables, and @p document as JSON, whichever files are wanted. Gives back @p
    /// document as the text that --json prints. DiskError.
    [[nodiscard]] Result<std::string> write(const AnalysisReport& report, const nlohmann::json& document) const;

private:
    std::vector<std::string> m_files;
};

/// --node-data and --annotated: numbers of nodes for graph viewers.
class ViewerOptions
{
public:
    /// Which numbers of nodes a command finds.
    enum class Numbers
    {
        Errors, ///< own, accumulated, weights
        Sensitivity,
    };

    void addTo(CLI::App& command, Numbers numbers);

    [[nodiscard]] std::vector<NamedFile> files() const;

    /// Writes the files that are wanted; @p model is the user's, which --annotated copies. Errors: of reading it,
    /// ModelRefused when none of its nodes is known to @p report, DiskError.
    [[nodiscard]] Result<void> write(const AnalysisReport& report, const std::filesystem::path& model) const;

private:
    Numbers m_numbers = Numbers::Errors;
    std::vector<std::string> m_nodeData; ///< FILE or METRIC=FILE
    std::string m_annotated;
};

} // namespace quantiscope
