// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/pipeline/recipe_difference.h"
#include "core/pipeline/stored_run.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace quantiscope {

/// A tensor that two runs quantize differently, or that only one of them quantizes.
struct ScaleChange
{
    std::string tensor;
    std::string role;
    std::string typeBefore; ///< empty: not quantized
    std::string typeAfter;
    std::size_t scalesBefore = 0; ///< 1, or one per channel
    std::size_t scalesAfter = 0;
    /// Of the scales, after over before, least and largest over the channels; when one run has one scale and the other
    /// several, that is held against each. 1 and 1 when only one run quantizes the tensor.
    double leastRatio = 1.0;
    double mostRatio = 1.0;
    bool zeroPointDiffers = false;

    bool operator==(const ScaleChange&) const = default;
};

/// How a metric of an output or part differs between two runs.
struct ErrorChange
{
    std::string output; ///< or part
    OutputMetric metric = OutputMetric::Cosine;
    double before = 0.0; ///< mean over the run's own samples; may be NaN or infinite
    double after = 0.0;
    std::uint64_t pairs = 0; ///< samples of the same name that have a finite value in both runs
    /// Mean over the pairs of after - before, and its 95 % interval (Student's t); nothing without pairs.
    std::optional<double> difference;
    std::optional<Interval> interval; ///< nothing for a single pair
    /// Does the interval leave 0 out?
    [[nodiscard]] bool isClear() const { return interval && (interval->low > 0.0 || interval->high < 0.0); }
};

/// How the top-1 accuracy of the quantized models differs, on the labelled samples that both runs know.
struct AccuracyChange
{
    std::uint64_t samples = 0;
    std::uint64_t before = 0; ///< hits
    std::uint64_t after = 0;
    std::uint64_t lost = 0; ///< right before, wrong after
    [[nodiscard]] std::uint64_t gained() const { return lost + after - before; }
    [[nodiscard]] double chance() const { return mcNemarExact(lost, gained()); }
};

/// What is different between two runs.
struct RunComparison
{
    std::vector<RecipeChange> recipe;
    std::vector<ScaleChange> scales; ///< those that differ: only in one run first, then the farthest ratio first
    std::size_t equalScales = 0; ///< tensors with the same parameters in both
    std::vector<ErrorChange> errors; ///< by output, then part, then metric; of those that both runs measured
    std::optional<AccuracyChange> accuracy; ///< when both know labels and answers
    std::int64_t weightBytes = 0; ///< after - before
    std::vector<std::string> notes; ///< why the two may not be comparable: sentences
};

/// Tensors and samples are matched by name.
[[nodiscard]] RunComparison compareRuns(const StoredRun& before, const StoredRun& after);

/// {"recipe": [{"key", "before", "after"}…], "scales": {"equal", "changed": […]}, "errors": […], "accuracy", …}
[[nodiscard]] nlohmann::json toJson(const RunComparison& comparison);

} // namespace quantiscope
