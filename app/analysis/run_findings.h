// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layer_errors.h"
#include "core/analysis/sensitivity.h"
#include "core/analysis/weight_findings.h"
#include "core/pipeline/advisor.h"

#include <QString>

#include <filesystem>
#include <memory>
#include <vector>

namespace quantiscope {

/// What is known of where a run loses accuracy.
struct RunFindings
{
    std::shared_ptr<const LayerErrors> errors; ///< null: not analysed yet
    std::vector<WeightFinding> weights; ///< what is wrong with which; with errors
    std::shared_ptr<const WeightAnalysis> allWeights; ///< with errors, if the run was analysed in this sitting
    std::shared_ptr<const Sensitivity> sensitivity; ///< null: not measured yet
    std::shared_ptr<const Advice> advice; ///< null: not asked for in this sitting
    QString problem; ///< why a file that there is cannot be used; empty when all is well
};

/// What the files hold; one that is not there says nothing.
[[nodiscard]] RunFindings readFindings(const std::filesystem::path& errors, const std::filesystem::path& sensitivity);

} // namespace quantiscope
