// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/runs/panel_parts.h"
#include "core/pipeline/run_comparison.h"
#include "widgets/models/cell_table_model.h"

namespace quantiscope {

// Tables of what is different between two runs, with translated texts. May be made in any thread.

/// Tensors whose parameters differ; the key is the tensor's name.
[[nodiscard]] CellTable scaleTable(const RunComparison& comparison);

/// Metrics of outputs; the key is the output's name.
[[nodiscard]] CellTable errorTable(const RunComparison& comparison);

/// Errors of the tensors that both runs quantize, the largest change first; the key is the tensor's name.
[[nodiscard]] CellTable tensorErrorTable(const LayerErrors& before, const LayerErrors& after);

/// Time and memory of every stage, a pair of columns for each run; the key is the stage.
[[nodiscard]] CellTable stageTable(const std::vector<RunInView>& runs);

} // namespace quantiscope
