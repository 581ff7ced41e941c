// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layer_errors.h"
#include "core/analysis/sensitivity.h"
#include "core/analysis/weight_findings.h"
#include "core/pipeline/advisor.h"
#include "core/pipeline/run_summary.h"

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
    std::shared_ptr<const Advice> advice; ///< null: not asked for yet
    QString problem; ///< why a file that there is cannot be used; empty when all is well
};

/// Where what is known of a run lies; a file need not exist.
struct FindingFiles
{
    std::filesystem::path errors;
    std::filesystem::path sensitivity;
    std::filesystem::path advice;
};

/// What the files hold; one that is not there says nothing.
[[nodiscard]] RunFindings readFindings(const FindingFiles& files);

/// Takes out of @p findings what is of another quantized model than @p run's, such as when its data have changed since;
/// RunFindings::problem says so. Of documents of older versions, and of runs, that do not tell it is not known.
void refuseOthers(RunFindings& findings, const RunSummary& run);

} // namespace quantiscope
