// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstdint>

namespace onnx {
class ModelProto;
}

namespace quantiscope {

/// Limits of what a model's functions may expand to. Functions that call each other twice double at each level, so a
/// file of 2 kB can stand for 2^30 nodes, and an attribute that is handed down for 2^30 copies of its value.
inline constexpr std::uint64_t kMostExpandedNodes = 1'000'000;
inline constexpr std::uint64_t kMostExpandedBytes = std::uint64_t(1) << 31; ///< protobuf's limit of a message

/// ModelRefused when replacing the calls of model-local functions in @p model by their bodies would go beyond one of
/// the limits. Counts nodes, bytes of bodies, and values of attributes at each place where a body refers to them (a
/// call that hands them on is one), each body and each default value once. What leads back to itself is beyond the
/// limits.
[[nodiscard]] Result<void> checkExpansion(const onnx::ModelProto& model);

} // namespace quantiscope
