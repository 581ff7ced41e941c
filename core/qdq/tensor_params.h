// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/qdq/qdq_plan.h"

#include <map>
#include <optional>
#include <span>
#include <string>

namespace quantiscope {

/// Real ranges of values by name, as a calibration method derived them.
using TensorRanges = std::map<std::string, TensorRange>;

/// Quantization parameters of every planned tensor by name.
using TensorParams = std::map<std::string, QuantParams>;

/// Has @p range no extent that a scale could divide into the codes of @p encoding?
[[nodiscard]] bool isEmptyRange(const TensorRange& range, const TensorEncoding& encoding);

/// Replaces ranges that follow from the operator rather than from data: a Softmax output is [0, 1],
/// except with power-of-two scales; what feeds a lone Relu or Clip, and is seen by nobody else, takes the range of its
/// output, because the function cuts off what lies beyond and steps become smaller. Only nodes in @p selected count.
/// Source: ONNX Runtime adjust_tensor_ranges, which does not look at the graph's outputs.
void adjustRanges(const Graph& graph, const QuantConfig& config, const std::vector<std::size_t>& selected,
                  TensorRanges& ranges);

/// Scales and zero points for all tensors of @p plan: activations from @p ranges, initializers from their elements,
/// shared ones from their provider, aligned as the configuration asks, weight scales raised where an int32 bias would
/// overflow. Alignment leaves initializers as they are: what shares an initializer's parameters and is to be aligned
/// gets its own. Outputs of folded activation functions are not aligned, and their ranges end where the function does;
/// one that gave nothing but zeros gets the function's bounds as its range (on purpose: the references lose the
/// function there). ConfigRefused when a range is missing (statistics of another model), InvalidArgument when a tensor
/// that can have one scale only has parameters for each channel laid down.
[[nodiscard]] Result<TensorParams> computeTensorParams(const Graph& graph, const QuantConfig& config,
                                                       const QdqPlan& plan, const TensorRanges& ranges);

/// Scales and zero points of a constant with @p elements of @p shape that gets @p encoding, one or one for each channel
/// along @p axis: those that are laid down, otherwise found by the configuration's method for weights.
[[nodiscard]] QuantParams constantParams(const QuantConfig& config, const TensorEncoding& encoding,
                                         std::span<const float> elements, const Shape& shape, std::optional<int> axis);

/// The codes that integers of a constant of @p type are written with.
[[nodiscard]] CodeLimits constantCodes(const QuantConfig& config, DataType type);

/// Refuses parameters that no format can hold, so that no model with them is written: RuntimeFailure when a scale is
/// not a finite number above 0, which says that statistics or a calibration method are broken.
[[nodiscard]] Result<void> checkScales(const TensorParams& params);

} // namespace quantiscope
