// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/proportions.h"
#include "core/tensor/tensor.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace quantiscope {

/// Top-1 and top-5 hits of both models on the labelled samples, in samples. Scores with a NaN are no hit.
struct ClassificationSummary
{
    std::uint64_t labelled = 0;
    std::uint64_t floatTop1 = 0;
    std::uint64_t floatTop5 = 0;
    std::uint64_t quantizedTop1 = 0;
    std::uint64_t quantizedTop5 = 0;
    /// Samples that the float model has right (top 1) and the quantized one wrong; nothing in what was stored before
    /// that was counted.
    std::optional<std::uint64_t> lost = {};

    /// Samples that went the other way.
    [[nodiscard]] std::optional<std::uint64_t> gained() const;
    /// 95 % intervals of the top-1 accuracy, 0 … 1.
    [[nodiscard]] Interval floatInterval() const { return wilsonInterval(floatTop1, labelled); }
    [[nodiscard]] Interval quantizedInterval() const { return wilsonInterval(quantizedTop1, labelled); }
    /// McNemar's exact p: how likely so uneven a split of lost and gained is by chance.
    [[nodiscard]] std::optional<double> chanceOfDifference() const;

    void add(const ClassificationSummary& other);

    bool operator==(const ClassificationSummary&) const = default;
};

/// A labelled sample whose answer one model has right and the other wrong.
struct FlippedSample
{
    std::string name;
    std::int64_t label = 0;
    std::optional<std::int64_t> floatClass; ///< the answers; nothing where a score is NaN
    std::optional<std::int64_t> quantizedClass;

    [[nodiscard]] bool isLost() const { return floatClass == label; } ///< right before, wrong now
    bool operator==(const FlippedSample&) const = default;
};

/// Could @p shape be one vector of class scores for one sample? [C], [1, C], [1, C, 1, 1]: more than one class, on the
/// second axis, or on the only one. [1, 1, 257] (a frame) and [1, 1, 1, 96] (a feature) are none.
[[nodiscard]] bool isShapeOfScores(const Shape& shape);

/// One axis of whatever place is longer than 1: scores when somebody says so, by giving labels.
[[nodiscard]] bool isOneVector(const Shape& shape);

/// Scores of one sample; empty when one of them is NaN: such an answer is never right and agrees with none.
[[nodiscard]] std::vector<double> scoresOf(const Tensor& output);

/// The class with the highest score, the lower index of equal ones; nothing when there are no scores.
[[nodiscard]] std::optional<std::int64_t> topClass(const std::vector<double>& scores);

/// The hits of one sample of class @p label.
[[nodiscard]] ClassificationSummary hitsOf(const std::vector<double>& real, const std::vector<double>& quantized,
                                           std::int64_t label);

} // namespace quantiscope
