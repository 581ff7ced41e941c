// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/passes/pass.h"
#include "core/pipeline/preparation_record.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace quantiscope {

class RuntimeEnvironment;

/// Makes another graph of a model, or nothing when it finds nothing to do; writes into the record what it did. Only a
/// step that nothing works without may move from the model.
using Rewriting = std::function<Result<std::optional<Model>>(Model& model, PassRecord& record)>;

/// One step of the preparation.
struct PreparationStep
{
    enum class OnFailure
    {
        Stop, ///< nothing works without it: its error is the preparation's
        Skip, ///< the model is used as it was before
    };

    std::string name;
    std::string option;
    PassEffect effect = PassEffect::Exact;
    OnFailure onFailure = OnFailure::Skip;
    bool isAskedFor = false; ///< what it skips is worth a warning
    Rewriting rewrite;
};

/// The steps that @p config switches on, in their order. All arguments must outlive the steps.
[[nodiscard]] std::vector<PreparationStep> preparationSteps(const RuntimeEnvironment& environment,
                                                            const QuantConfig& config, Feedback& feedback);

/// The step that runs @p pass.
[[nodiscard]] PreparationStep stepOf(const Pass& pass, const QuantConfig& config);

} // namespace quantiscope
