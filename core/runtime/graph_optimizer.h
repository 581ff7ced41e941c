// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/model.h"

namespace quantiscope {

class RuntimeEnvironment;

/// What of ONNX Runtime's basic optimization is applied.
enum class OptimizerScope
{
    Everything,
    Simplification, ///< constant folding, and the removal of what does nothing or the same as another node; no fusion
};

/// ONNX Runtime's basic graph optimization: constant folding, Conv + BatchNormalization and other exact fusions,
/// elimination of what does nothing. Value names survive; the result holds standard operators only where the source
/// did.
///
/// Sharing of equal constants is left out: a constant that two operators share would have to share its scale. So are
/// the fusions to LayerNormalization and Gelu, which have passes with options of their own. ModelRefused when ONNX
/// Runtime cannot load the model, DiskError when the folder for temporary files has no room for the result. Canceled at
/// once: ONNX Runtime then finishes on a thread that nobody waits for.
Result<Model> optimizeBasic(const RuntimeEnvironment& environment, const Model& model, Feedback& feedback,
                            OptimizerScope scope = OptimizerScope::Everything);

/// The same; gives up @p model before the result is read, so that its weights are not in memory twice.
Result<Model> optimizeBasic(const RuntimeEnvironment& environment, Model&& model, Feedback& feedback,
                            OptimizerScope scope = OptimizerScope::Everything);

} // namespace quantiscope
