// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/pipeline/run_report.h"

#include <string>

namespace quantiscope {

/// JUnit XML of a run for continuous integration: one test case for the run itself and one for each gate, well-formed
/// whatever the names hold. @p name is the suite's; @p failure what ended the run, null when it went through.
[[nodiscard]] std::string junitText(const std::string& name, const RunReport& report, const Error* failure);

/// Is @p text a JUnit file, of this or another program?
[[nodiscard]] bool isJunitText(const std::string& text);

} // namespace quantiscope
