// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/evaluator.h"
#include "core/pipeline/recipe.h"
#include "core/pipeline/run_report.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace quantiscope {

/// The parameters of a quantized tensor as a report has them.
struct StoredTensor
{
    std::string name;
    std::string role; ///< "activation", "weight", "constant", "bias"
    std::string type; ///< "int8"
    std::vector<double> scale; ///< one, or one per channel
    std::vector<std::int64_t> zeroPoint; ///< as many

    bool operator==(const StoredTensor&) const = default;
};

/// What a run's report says, as far as runs are compared and shown.
struct StoredRun
{
    std::string name; ///< its file
    Recipe recipe;
    std::string modelHash;
    std::vector<StoredTensor> tensors;
    std::uint64_t floatWeightBytes = 0; ///< of the float model
    std::uint64_t weightBytes = 0; ///< of the quantized model
    /// What stays float of work and weights; nothing in reports of older versions, which do not tell.
    std::optional<VariantFigures> figures;
    std::vector<StageRecord> stages; ///< in their order
    std::uint64_t peakMemory = 0; ///< bytes, of the process; 0 if unknown
    std::optional<Evaluation> evaluation; ///< of its evaluation data; otherwise of calibration samples
};

/// Reads what toJson(RunReport) wrote, also by older versions. ConfigRefused for anything else.
[[nodiscard]] Result<StoredRun> storedRunFromJson(const nlohmann::json& report, const std::string& name,
                                                  const std::filesystem::path& folder);
[[nodiscard]] Result<StoredRun> loadStoredRun(const std::filesystem::path& report);

} // namespace quantiscope
