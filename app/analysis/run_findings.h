// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layer_errors.h"
#include "core/analysis/sensitivity.h"

#include <QString>

#include <filesystem>
#include <memory>

namespace quantiscope {

/// What is known of where a run loses accuracy.
struct RunFindings
{
    std::shared_ptr<const LayerErrors> errors; ///< null: not analysed yet
    std::shared_ptr<const Sensitivity> sensitivity; ///< null: not measured yet
    QString problem; ///< why a file that there is cannot be used; empty when all is well
};

/// What the files hold; one that is not there says nothing.
[[nodiscard]] RunFindings readFindings(const std::filesystem::path& errors, const std::filesystem::path& sensitivity);

} // namespace quantiscope
