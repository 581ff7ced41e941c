// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/qdq/qdq_plan.h"
#include "core/qdq/rule_matching.h"

namespace quantiscope {

/// What is laid down for single tensors of @p prepared, from all sources: types of `mixedPrecisionTensors`, then layer
/// rules for operator types, then other layer rules, then `tensorOverrides`; a later source overrides what an earlier
/// one said of the same member, among layer rules of one kind the later one does.
///
/// @p layerMatches: of matchLayers(@p original, config.layers). A rule's inputs in front of the first constant take its
/// `input`, the first constant its `weight`, a constant behind that its `bias`, outputs its `output`: behind the
/// activation function, where @p plan (made without any override) has no pair between; nodes are visited in graph
/// order. InvalidArgument for a name that the model does not have (with the nearest), a type that is none, channels of
/// what has none, or numbers that do not fit each other. Source: quark_behaviour 5.4.
[[nodiscard]] Result<TensorQuantOverrides> resolveOverrides(const Graph& original, const Graph& prepared,
                                                            const QuantConfig& config,
                                                            const std::vector<RuleMatch>& layerMatches,
                                                            const QdqPlan& plan);

/// InvalidArgument when a name, or a part of a layer rule, of @p config reaches no tensor that @p plan, made without
/// any override, quantizes: it would do nothing.
[[nodiscard]] Result<void> checkOverridesAct(const Graph& original, const Graph& prepared, const QuantConfig& config,
                                             const std::vector<RuleMatch>& layerMatches, const QdqPlan& plan);

/// Why a layer rule of @p config does nothing, or a part of it: the same for each rule by itself, whatever the others
/// do. One for each of QuantConfig::layers.
[[nodiscard]] std::vector<std::optional<Error>> idleLayers(const Graph& original, const Graph& prepared,
                                                           const QuantConfig& config,
                                                           const std::vector<RuleMatch>& layerMatches,
                                                           const QdqPlan& plan);

/// @p encoding, of a tensor of @p role, with what @p overrides (not empty) say, one or one per channel.
[[nodiscard]] TensorEncoding overridden(TensorEncoding encoding, const std::vector<TensorOverride>& overrides,
                                        const QuantConfig& config, PlannedTensor::Role role);

/// Does an override ask that its tensor stays float?
[[nodiscard]] bool staysFloat(const std::vector<TensorOverride>& overrides);

} // namespace quantiscope
