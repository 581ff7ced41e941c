// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/sensitivity.h"
#include "core/pipeline/analysis_session.h"
#include "core/pipeline/sensitivity_units.h"

#include <functional>
#include <set>
#include <vector>

namespace quantiscope {

struct SensitivityRequest
{
    SensitivityUnits per = SensitivityUnits::Layer;
    std::vector<NodeGroup> groups = {}; ///< for SensitivityUnits::Group
    SensitivityMetric metric = SensitivityMetric::Cosine;
    /// At least one; ranked by Only if it is among them.
    std::set<SensitivityDirection> directions = {SensitivityDirection::Only};
    bool hasCurve = false; ///< also measure Sensitivity::curve
    /// With another one than Full what comes back is Sensitivity::isEstimate, of the direction Only alone.
    SensitivityMode mode = SensitivityMode::Full;
};

/// Is told what is known, on the caller's thread: after every round, and within one, up to ten times a second, once
/// a part has a value; those that were not measured yet have none.
using SensitivityWitness = std::function<void(const Sensitivity&)>;

/// Measures what each part of the network of @p session does to its outputs, with the session's recipe.
///
/// Anytime: the variants are measured on 1, 2, 4, … samples, the first ones of the session's in their order, and
/// @p witness sees the ranking become surer; a value is the mean over the samples that VariantEffect::samples counts,
/// the same to the bit as quantizeModel() with these exclusions and evaluateModels() on these samples would give. The
/// same result for any number of threads. What was measured to the end is kept in the session's cache folder, found by
/// its content, and not measured again.
///
/// The modes that estimate tell SensitivityUnit::estimate, and Sensitivity::quantized of all samples. They keep nothing
/// but what they measure of variants, and refuse AllBut, and FirstOrder refuses Top1 (InvalidArgument).
///
/// Once all units have a value, cancelling is no error: what is known comes back with isComplete unset. Errors: of
/// findUnits(); InvalidArgument for a metric that the data or the outputs do not have; of the runs; Canceled.
[[nodiscard]] Result<Sensitivity> measureSensitivity(AnalysisSession& session, const SensitivityRequest& request,
                                                     const SensitivityWitness& witness, Feedback& feedback);

} // namespace quantiscope
