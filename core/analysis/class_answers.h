// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Private to core/analysis.

#include "core/analysis/classification.h"
#include "core/base/result.h"
#include "core/data/labels.h"
#include "core/data/sample_source.h"
#include "core/tensor/tensor.h"

#include <cstdint>
#include <optional>
#include <string>

namespace quantiscope {

/// What two models say that one sample is.
struct ClassAnswers
{
    std::optional<std::int64_t> floatClass; ///< with the highest score; nothing when a score is NaN
    std::optional<std::int64_t> quantizedClass;
    std::optional<std::int64_t> label; ///< the true class
    std::optional<ClassificationSummary> hits; ///< of a labelled sample

    /// One with a NaN score agrees with none.
    [[nodiscard]] bool agree() const { return floatClass && floatClass == quantizedClass; }
};

/// Is a first output of @p shape taken for class scores? One vector of any form when there are labels, which say that
/// it is; otherwise isShapeOfScores(), where the model may end in scores at all (EvaluationDetail::mayBeScores).
[[nodiscard]] bool areTakenForScores(const Shape& shape, bool hasLabels, bool mayBeScores);

/// The answers in the first output, called @p output, of both models for @p sample; nothing where that is not taken for
/// class scores and there are no @p labels (which may be null). With labels: DataRefused when it is no vector of
/// scores, or does not know the sample's class; ModelRefused when the two models have different numbers of classes.
[[nodiscard]] Result<std::optional<ClassAnswers>> classAnswers(const Sample& sample, const std::string& output,
                                                               const Tensor& real, const Tensor& quantized,
                                                               const LabelMap* labels, bool mayBeScores);

} // namespace quantiscope
