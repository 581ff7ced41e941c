// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/recipe_options.h"
#include "app/cli/resource_options.h"
#include "core/pipeline/analysis_session.h"
#include "core/pipeline/output_files.h"

#include <cstddef>
#include <span>
#include <string>

namespace quantiscope {

/// What the commands that look into a model share.
struct AnalysisOptions
{
    const std::string& model;
    const RecipeOptions& recipe;
    const ResourceOptions& resources;
    const std::string& evaluate; ///< data; empty: the recipe's
    const std::string& labels;
    std::size_t most = 0; ///< samples to measure on; 0: all
    bool force = false; ///< take a model that is quantized already
    std::span<const std::string> parts = {}; ///< of outputs, besides the recipe's: NAME=OUTPUT[SELECTION, …]
};

/// Adds --evaluate, --labels (of commands that measure accuracy; null: none) and --most-samples.
void addSampleOptions(CLI::App& command, std::string& evaluate, std::string* labels, long long& most);

/// The request that the options stand for, after a check that no file of @p outputs is one that is read. Errors: of the
/// recipe and the files; InvalidArgument for labels without samples.
[[nodiscard]] Result<AnalysisRequest> analysisRequest(const AnalysisOptions& options,
                                                      std::span<const NamedFile> outputs);

} // namespace quantiscope
