// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/weight_analysis.h"
#include "core/base/feedback.h"
#include "core/equalization/layer_equalizer.h"
#include "core/pipeline/recipe.h"
#include "core/qdq/rule_application.h"

#include <filesystem>
#include <span>

namespace quantiscope {

class RuntimeEnvironment;

/// Looks at the weights of @p prepared as @p rules and @p plan quantize them, see analyseWeights(). What equalization
/// gains is found by equalizing a copy as the configuration's acceptance would predict it without data, unless the
/// configuration equalizes anyway: @p prepared is equalized then.
///
/// @param equalization  what was done to @p prepared
/// @param written  parameters that were really written, as far as known
[[nodiscard]] Result<WeightAnalysis> analyseGraphWeights(const RuntimeEnvironment& environment, const Model& prepared,
                                                         const AppliedRules& rules, const QdqPlan& plan,
                                                         const EqualizationReport& equalization,
                                                         std::span<const QuantizedTensor> written, int threads,
                                                         Feedback& feedback);

struct WeightRunRequest
{
    std::filesystem::path model;
    Recipe recipe; ///< its data are not read
    int threads = 0; ///< 0 = one per core; does not change the result
    bool allowQuantized = false;
};

/// Prepares a model as quantizeModel() would without samples and looks at its weights. What only calibration tells is
/// not in it: values in which infinities are seen, and scales that are raised for a bias.
[[nodiscard]] Result<WeightAnalysis> analyseModelWeights(const RuntimeEnvironment& environment,
                                                         const WeightRunRequest& request, Feedback& feedback);

} // namespace quantiscope
