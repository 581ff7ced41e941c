// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Private to widgets/models.

#include "widgets/models/layer_error_model.h"

namespace quantiscope {

/// A column of LayerErrorModel that shows a figure over the samples.
struct FigureColumn
{
    LayerErrorModel::Column column;
    std::optional<ErrorFigures> TensorError::*error; ///< own or accumulated
    MetricSummary ErrorFigures::*metric;
    double MetricSummary::*statistic; ///< mean or worst
};

/// Null where @p column is none of these.
[[nodiscard]] const FigureColumn* figureColumn(LayerErrorModel::Column column);

[[nodiscard]] std::optional<double> figureOf(const TensorError& error, const FigureColumn& column);
/// As a cell of the table shows it; "—" where it is not known.
[[nodiscard]] QString figureText(const TensorError& error, const FigureColumn& column);
/// What cannot be told is not the worst; what quantization made infinite or NaN is.
[[nodiscard]] double figureSortValue(const TensorError& error, const FigureColumn& column);

} // namespace quantiscope
