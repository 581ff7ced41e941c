// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/evaluator.h"
#include "core/pipeline/variant_figures.h"
#include "core/report/report_table.h"

#include <cstddef>
#include <span>
#include <string>

namespace quantiscope {

/// What a change of a recipe gives, as a model quantized with it does.
struct MeasuredChange
{
    std::string change; ///< as it was asked for; empty: the recipe as it is
    VariantFigures figures;
    Evaluation evaluation;
};

/// A row for each output and part of each of @p changes, which are one or more of @p asked: similarity, accuracy, and
/// what stays float.
[[nodiscard]] ReportTable whatIfTable(std::span<const MeasuredChange> changes, std::size_t asked);

} // namespace quantiscope
