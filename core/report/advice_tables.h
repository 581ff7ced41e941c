// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/pipeline/advisor.h"
#include "core/report/report_table.h"

#include <vector>

namespace quantiscope {

/// Advice in the order in which it is read: the goal and what the recipe reaches, the layers that go wrong and why,
/// what changes of the recipe give and cost, the plan.
[[nodiscard]] std::vector<ReportTable> tablesOf(const Advice& advice);

} // namespace quantiscope
