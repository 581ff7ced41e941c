// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/output_files.h"
#include "core/pipeline/calibration_stage.h"

#include <CLI/CLI.hpp>

#include <string>

namespace quantiscope {

/// The options that say what a calibration may use, and change nothing of its result.
class ResourceOptions
{
public:
    /// Adds --threads, --memory-budget, --cache and --cache-size.
    void addTo(CLI::App& command);

    /// InvalidArgument when one of them needs another.
    [[nodiscard]] Result<CalibrationLimits> limits() const;

private:
    int m_threads = 0;
    std::string m_memoryBudget;
    std::string m_cache;
    std::string m_cacheSize;
};

} // namespace quantiscope
