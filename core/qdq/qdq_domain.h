// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/qdq/qdq_plan.h"
#include "core/qdq/tensor_params.h"

#include <string>

namespace quantiscope {

/// The domain of all Q/DQ nodes of @p plan in @p graph: that of the standard ("") where its opset has the types and the
/// axes that are wanted and ONNX Runtime loads the result, otherwise ONNX Runtime's own.
[[nodiscard]] std::string qdqDomain(const Graph& graph, const QuantConfig& config, const QdqPlan& plan,
                                    const TensorParams& params);

} // namespace quantiscope
