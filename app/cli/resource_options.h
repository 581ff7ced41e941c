// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/pipeline/calibration_stage.h"
#include "core/pipeline/output_files.h"

#include <CLI/CLI.hpp>

#include <optional>
#include <string>
#include <vector>

namespace quantiscope {

/// The options that say what a calibration may use, and change nothing of its result.
class ResourceOptions
{
public:
    /// Adds --threads, --memory-budget, --cache and --cache-size.
    void addTo(CLI::App& command);

    /// Which of them were given, for a command that uses none.
    [[nodiscard]] std::vector<std::string> givenOptions() const;

    /// InvalidArgument when one of them needs another.
    [[nodiscard]] Result<CalibrationLimits> limits() const;

private:
    std::optional<int> m_threads;
    std::string m_memoryBudget;
    std::string m_cache;
    std::string m_cacheSize;
};

} // namespace quantiscope
