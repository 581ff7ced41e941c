// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layer_errors.h"
#include "core/base/feedback.h"
#include "core/pipeline/run_summary.h"
#include "core/pipeline/stored_run.h"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace quantiscope {

/// Where what is known of a run lies.
struct RunFiles
{
    RunSummary run;
    std::filesystem::path evaluation; ///< of a later measurement; need not exist
    std::filesystem::path errors; ///< of its tensors; need not exist
    std::vector<DataSpec> data; ///< where pictures of its samples may lie, the likeliest first
};

/// What a run's files say, besides its summary.
struct RunDetails
{
    StoredRun run; ///< of its report; without one only its recipe, and what was measured
    bool hasReport = false;
    std::optional<LayerErrors> errors; ///< nothing: not analysed
    std::map<std::string, std::filesystem::path> pictures; ///< of the samples, by name; those that were found
    std::string problem; ///< why a file that there is cannot be used: the engine's sentence; empty when all is well

    /// What the summary's figures were taken of; null when no file says more than they do.
    [[nodiscard]] const Evaluation* evaluation() const { return run.evaluation ? &*run.evaluation : nullptr; }
};

using RunDetailsPtr = std::shared_ptr<const RunDetails>;

/// Reads the files; one that is not there says nothing. Long: for another thread than the window's.
[[nodiscard]] RunDetailsPtr readRunDetails(const RunFiles& files, const Feedback& feedback);

} // namespace quantiscope
