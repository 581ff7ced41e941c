// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/layer_error_figures.h"

#include "widgets/common/number_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace quantiscope {

const FigureColumn* figureColumn(LayerErrorModel::Column column)
{
    using enum LayerErrorModel::Column;
    constexpr auto kOwn = &TensorError::own;
    constexpr auto kAccumulated = &TensorError::accumulated;
    constexpr auto kMean = &MetricSummary::mean;
    constexpr auto kWorst = &MetricSummary::worst;
    static constexpr std::array kColumns{
        FigureColumn{OwnSqnr, kOwn, &ErrorFigures::sqnr, kMean},
        FigureColumn{Cosine, kOwn, &ErrorFigures::cosine, kMean},
        FigureColumn{Rmse, kOwn, &ErrorFigures::rmse, kMean},
        FigureColumn{MaxError, kOwn, &ErrorFigures::maxAbs, kMean},
        FigureColumn{WorstSqnr, kOwn, &ErrorFigures::sqnr, kWorst},
        FigureColumn{WorstCosine, kOwn, &ErrorFigures::cosine, kWorst},
        FigureColumn{WorstRmse, kOwn, &ErrorFigures::rmse, kWorst},
        FigureColumn{WorstMaxError, kOwn, &ErrorFigures::maxAbs, kWorst},
        FigureColumn{AccumulatedSqnr, kAccumulated, &ErrorFigures::sqnr, kMean},
        FigureColumn{AccumulatedCosine, kAccumulated, &ErrorFigures::cosine, kMean},
        FigureColumn{AccumulatedRmse, kAccumulated, &ErrorFigures::rmse, kMean},
        FigureColumn{AccumulatedMaxError, kAccumulated, &ErrorFigures::maxAbs, kMean},
        FigureColumn{AccumulatedWorstSqnr, kAccumulated, &ErrorFigures::sqnr, kWorst},
        FigureColumn{AccumulatedWorstCosine, kAccumulated, &ErrorFigures::cosine, kWorst},
        FigureColumn{AccumulatedWorstRmse, kAccumulated, &ErrorFigures::rmse, kWorst},
        FigureColumn{AccumulatedWorstMaxError, kAccumulated, &ErrorFigures::maxAbs, kWorst},
    };
    const auto* found = std::find_if(kColumns.begin(), kColumns.end(),
                                     [column](const FigureColumn& each) { return each.column == column; });
    return found != kColumns.end() ? found : nullptr;
}

std::optional<double> figureOf(const TensorError& error, const FigureColumn& column)
{
    const std::optional<ErrorFigures>& figures = error.*column.error;
    return figures ? std::optional((*figures).*column.metric.*column.statistic) : std::nullopt;
}

QString figureText(const TensorError& error, const FigureColumn& column)
{
    const std::optional<double> value = figureOf(error, column);
    if (!value)
        return QStringLiteral("—");
    if (column.metric == &ErrorFigures::sqnr)
        return numberText(*value, 'f', 1);
    return column.metric == &ErrorFigures::cosine ? numberText(*value, 'f', 4) : numberText(*value, 'g', 3);
}

double figureSortValue(const TensorError& error, const FigureColumn& column)
{
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const bool isLowWorst = column.metric == &ErrorFigures::sqnr || column.metric == &ErrorFigures::cosine;
    const std::optional<double> value = figureOf(error, column);
    if (value && !std::isnan(*value))
        return *value;
    const bool isBroken = (error.*column.error) && (error.*column.error)->broken > 0;
    return isBroken == isLowWorst ? -kInfinity : kInfinity;
}

} // namespace quantiscope
