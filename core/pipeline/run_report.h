// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/evaluation_json.h"
#include "core/base/error.h"
#include "core/equalization/layer_equalizer.h"
#include "core/graph/graph.h"
#include "core/observers/tensor_statistics.h"
#include "core/pipeline/calibration_stage.h"
#include "core/pipeline/preparation_record.h"
#include "core/pipeline/recipe.h"
#include "core/pipeline/variant_figures.h"
#include "core/qdq/node_selection.h"
#include "core/qdq/qdq_inserter.h"

#include <nlohmann/json_fwd.hpp>

#include <map>
#include <string>
#include <vector>

namespace quantiscope {

/// One finished stage of a run.
struct StageRecord
{
    std::string name;
    double seconds = 0.0;
    std::size_t peakMemory = 0; ///< bytes, of the whole process during the stage; 0 if unknown
};

/// Counts of operators by type; Q/DQ of another domain are listed as "com.microsoft.QuantizeLinear".
using OperatorCounts = std::map<std::string, std::size_t>;

[[nodiscard]] OperatorCounts countOperators(const Graph& graph);

/// Everything that a run did and found, for people (the tables of the command line and the window) and for machines.
struct RunReport
{
    Recipe recipe; ///< what was really in force
    std::string modelPath;
    std::string modelHash;
    std::string outputPath;
    std::string outputHash; ///< SHA-256 of the written model's content
    std::string preparedHash; ///< of the graph that was calibrated
    std::string dataHash;
    std::uint64_t samples = 0;
    int opset = 0; ///< of the written model
    OperatorCounts floatOperators;
    OperatorCounts quantizedOperators;
    std::size_t selectedNodes = 0; ///< nodes to which placement rules were applied
    std::size_t preparedNodes = 0;
    std::size_t floatWeightBytes = 0;
    std::size_t quantizedWeightBytes = 0;
    VariantFigures figures; ///< how much of the work and of the weights stays float, as the recipe places it
    std::vector<PassRecord> preparation; ///< what was done to the graph before calibration, and at the very end
    std::vector<RuleMatch> exclusions;
    std::vector<RuleMatch> layers; ///< of the recipe's layer rules
    EqualizationReport equalization; ///< empty when it was not asked for
    std::vector<QuantizedTensor> tensors;
    TensorRanges ranges; ///< of the observed values, as derived
    std::map<std::string, std::uint64_t> notFinite; ///< values in which NaN or infinity was seen, and how often
    std::vector<StageRecord> stages;
    MemoryUse memory;
    std::optional<CacheUse> cache; ///< missing when none was wanted
    std::vector<std::string> warnings;
    std::optional<Evaluation>
        check; ///< of a few calibration samples; missing, with a warning, when they cannot be read
    std::optional<Evaluation> evaluation; ///< of the user's evaluation data
    std::vector<GateResult> gates; ///< the recipe's gates, as far as they could be measured
    /// Why the last stage ended early (failure or cancellation) although the output is complete.
    std::optional<Error> evaluationError;
};

/// "activation", "weight", "constant", "bias".
[[nodiscard]] const char* name(QuantizedTensor::Role role);

/// The report as one JSON document ("format": "quantiscope-report", "version": 1).
[[nodiscard]] nlohmann::json toJson(const RunReport& report);

/// SHA-256 of what @p recipe says as JSON with sorted keys, all paths left out: the same recipe has the same
/// hash wherever it lies, and model and data have hashes of their own.
[[nodiscard]] std::string recipeHash(const Recipe& recipe);

} // namespace quantiscope
