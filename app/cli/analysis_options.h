// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/recipe_options.h"
#include "app/cli/report_options.h"
#include "app/cli/resource_options.h"
#include "core/pipeline/analysis_session.h"
#include "core/pipeline/output_files.h"

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace quantiscope {

/// The options that the commands that look into a model share.
struct AnalysisOptions
{
    enum class Labels
    {
        Accepted,
        None, ///< the command measures no accuracy
    };

    std::string model;
    RecipeOptions recipe;
    std::string evaluate; ///< data; empty: the recipe's
    std::string labels;
    long long most = 32; ///< samples to measure on; 0: all
    std::vector<std::string> parts; ///< of outputs, besides the recipe's: NAME=OUTPUT[SELECTION, …]
    ResourceOptions resources;
    ReportOptions report;
    bool force = false; ///< take a model that is quantized already
    bool json = false;
    bool quiet = false;

    /// Adds MODEL, the recipe's options, --evaluate, --labels and --most-samples.
    void addInputs(CLI::App& command, Labels accepted);

    /// Adds --part.
    void addParts(CLI::App& command);

    /// Adds the options of resources, --report, --force, --json and --quiet.
    void addOutputs(CLI::App& command);

    /// The request that the options stand for, after a check that neither --report nor @p outputs names a file that is
    /// read, be it one of @p inputs, or the same one twice. Errors: of the recipe and the files; InvalidArgument for
    /// labels without samples.
    [[nodiscard]] Result<AnalysisRequest> request(std::vector<NamedFile> outputs = {},
                                                  std::vector<NamedFile> inputs = {}) const;
};

} // namespace quantiscope
