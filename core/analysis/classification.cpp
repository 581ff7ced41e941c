// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/classification.h"

#include "core/analysis/output_metrics.h"

#include <algorithm>
#include <cmath>

namespace quantiscope {

namespace {

/// Is @p label among the five highest scores? Equal scores count in favour of the lower index.
bool inTopFive(const std::vector<double>& scores, std::int64_t label)
{
    if (label < 0 || static_cast<std::size_t>(label) >= scores.size())
        return false;
    const auto at = static_cast<std::size_t>(label);
    std::size_t better = 0;
    for (std::size_t i = 0; i < scores.size(); ++i)
        better += scores[i] > scores[at] || (scores[i] == scores[at] && i < at) ? 1 : 0;
    return better < 5;
}

} // namespace

void ClassificationSummary::add(const ClassificationSummary& other)
{
    labelled += other.labelled;
    floatTop1 += other.floatTop1;
    floatTop5 += other.floatTop5;
    quantizedTop1 += other.quantizedTop1;
    quantizedTop5 += other.quantizedTop5;
    lost = lost.value_or(0) + other.lost.value_or(0);
}

std::optional<std::uint64_t> ClassificationSummary::gained() const
{
    if (!lost || *lost + quantizedTop1 < floatTop1)
        return std::nullopt;
    return *lost + quantizedTop1 - floatTop1;
}

std::optional<double> ClassificationSummary::chanceOfDifference() const
{
    const auto other = gained();
    return other ? std::optional(mcNemarExact(*lost, *other)) : std::nullopt;
}

bool isOneVector(const Shape& shape)
{
    const auto wide = std::count_if(shape.begin(), shape.end(), [](std::int64_t extent) { return extent != 1; });
    return wide == 1 && elementCount(shape).value_or(0) >= 2;
}

bool isShapeOfScores(const Shape& shape)
{
    return isOneVector(shape) && shape[shape.size() == 1 ? 0 : 1] != 1;
}

std::vector<double> scoresOf(const Tensor& output)
{
    std::vector<double> scores = elementsAsDouble(output);
    if (std::any_of(scores.begin(), scores.end(), [](double score) { return std::isnan(score); }))
        scores.clear();
    return scores;
}

std::optional<std::int64_t> topClass(const std::vector<double>& scores)
{
    if (scores.empty())
        return std::nullopt;
    return std::max_element(scores.begin(), scores.end()) - scores.begin();
}

ClassificationSummary hitsOf(const std::vector<double>& real, const std::vector<double>& quantized, std::int64_t label)
{
    const bool isFloatRight = topClass(real) == label;
    const bool isQuantizedRight = topClass(quantized) == label;
    return {1,
            isFloatRight,
            inTopFive(real, label),
            isQuantizedRight,
            inTopFive(quantized, label),
            std::uint64_t(isFloatRight && !isQuantizedRight)};
}

} // namespace quantiscope
