// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layer_errors.h"
#include "core/pipeline/analysis_session.h"

namespace quantiscope {

/// Fills in TensorError::outputShare of @p errors, which are those of the session's own recipe: the share that each
/// layer has in the final error. Every layer is quantized by itself (the sensitivity's mode FirstOrder); its share is
/// the noise to signal power at the outputs that this gives, in units of the sum over all layers. Where a layer has
/// several tensors it is divided by their own errors; what several layers read is quantized with each of them. So all
/// shares together are 1; how far the error of all layers together is that sum is another question: errors may cancel
/// each other, or add up worse. Where no layer has an effect that can be told, none has a share. Errors: of
/// measureSensitivity().
[[nodiscard]] Result<void> measureOutputShares(AnalysisSession& session, LayerErrors& errors, Feedback& feedback);

} // namespace quantiscope
