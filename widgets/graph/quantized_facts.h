// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/quantizer_folds.h"
#include "widgets/graph/graph_content.h"

namespace quantiscope {

/// What the Quantize nodes of @p quantized, the result of a run, say of the values that they read: type, scale, and
/// zero point where it is not 0. Values carry the names that they have in the float model, so that the facts fit its
/// graph and that of the result.
[[nodiscard]] std::shared_ptr<const EdgeFacts> quantizedFacts(const OpenedModelPtr& quantized);

/// A scale for people: "2⁻³" for a power of two, else four significant digits in the user's locale.
[[nodiscard]] QString scaleText(double scale);

/// What a QuantizeLinear, DequantizeLinear or DynamicQuantizeLinear says of its codes, in the few words of a chip:
/// "u8 · 2⁻² · zp 7", "s8 · per channel ×16", "u8 · dynamic".
[[nodiscard]] QString quantizerText(const Graph& graph, const Node& quantizer);

/// The same of a fold: of what quantizes its value, or dequantizes it where the value is codes already; of several in a
/// row that are not alike, one behind the other.
[[nodiscard]] QString foldText(const Graph& graph, const QuantizerFold& fold);

/// All that is known of the quantizers of a fold, a line for each that is unlike the others: with the range of the
/// scales of channels.
[[nodiscard]] QString foldTip(const Graph& graph, const QuantizerFold& fold);

} // namespace quantiscope
