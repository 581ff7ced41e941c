// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Private to core/pipeline.

#include "core/analysis/planned_wiring.h"
#include "core/pipeline/analysis_session.h"
#include "core/pipeline/range_stage.h"
#include "core/qdq/range_memory.h"

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace quantiscope {

/// What of @p config decides about the graph that is calibrated: configurations with equal ones share it.
[[nodiscard]] QuantConfig graphConfig(const QuantConfig& config);

/// The rules of a configuration on a prepared graph, and what was warned of them.
struct KeptRules
{
    QuantConfig config;
    AppliedRules applied;
    std::vector<std::string> warnings;
    mutable RangeMemory ranges; ///< of all variants with this configuration
};

/// A prepared graph and what is remembered of its variants.
struct KeptGraph
{
    KeptGraph(QuantConfig theKey, std::shared_ptr<const PreparedGraph> graph);

    QuantConfig key; ///< graphConfig() of all its variants
    std::shared_ptr<const PreparedGraph> prepared;
    std::vector<std::uint64_t> products; ///< multiplyAdds() by node
    std::shared_ptr<const KeptRules> rules; ///< the latest
    std::shared_ptr<ConstantMemory> constants; ///< of all variants' wirings
};

/// What is decided about one variant of a graph, without anything being written.
struct PlannedVariant
{
    std::shared_ptr<const PreparedGraph> prepared;
    std::shared_ptr<const KeptRules> rules;
    std::shared_ptr<ConstantMemory> constants; ///< of the graph
    AppliedRules applied;
    VariantFigures figures;
    bool isFloat = false; ///< nothing is left to quantize
    RangePlan plan; ///< empty of a float graph and of dynamic quantization
    std::vector<std::string> warnings;
};

/// Plans the variant with @p rules in which the user's nodes @p alsoFloat stay float besides; @p modelPath is the
/// subject of errors. Canceled, or those of a run.
[[nodiscard]] Result<PlannedVariant> planVariant(const KeptGraph& kept, std::shared_ptr<const KeptRules> rules,
                                                 const AlsoFloat& alsoFloat, const std::string& modelPath,
                                                 const Feedback& feedback);

/// How @p planned computes; what there is to warn of joins its warnings.
[[nodiscard]] Result<std::variant<VariantWiring, WiringObstacle>>
wiringOf(PlannedVariant& planned, const QuantConfig& config, const Feedback& feedback);

} // namespace quantiscope
