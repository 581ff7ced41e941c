// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/error_graph.h"
#include "core/base/feedback.h"
#include "core/data/prefetcher.h"
#include "core/qdq/tensor_params.h"

namespace quantiscope {

class RuntimeEnvironment;

/// Measures own and accumulated error of every tensor of @p quantized (made of @p prepared) on all samples, @p threads
/// samples at a time (0 = one per core), and finds where it first goes wrong.
///
/// @p calibrated are the ranges of the values that scales were made for, besides those of the samples; empty where
/// nobody knows.
///
/// Float graph, quantized graph and the pieces run as one graph without any optimization (exact Q/DQ arithmetic) and
/// are compared value by value where they lie, so that memory does not grow with the number of samples and hardly with
/// the depth of the graph. The result does not depend on the threads. Tells the stage "analyse". Errors: of
/// makeErrorGraph(), of the runs and of the samples; DataRefused when there is no sample; Canceled.
[[nodiscard]] Result<LayerErrors> measureLayerErrors(const RuntimeEnvironment& environment, const Model& prepared,
                                                     const Model& quantized, const TensorRanges& calibrated,
                                                     SamplePrefetcher& samples, int threads, Feedback& feedback);

} // namespace quantiscope
