// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/feedback.h"
#include "core/base/result.h"

#include <string>
#include <string_view>

namespace onnx {
class ModelProto;
}

namespace quantiscope {

/// Runs onnx's checker on @p model; its first finding is refused as one sentence with the node's name.
///
/// Graph inputs and outputs without a shape are allowed, which onnx's checker does not. @p model is the same
/// afterwards.
[[nodiscard]] Result<void> runOnnxChecker(onnx::ModelProto& model);

/// Replaces calls of model-local functions by the functions' bodies as far as their operator sets allow. Calls that
/// cannot be replaced stay, with a warning.
[[nodiscard]] Result<void> inlineFunctions(onnx::ModelProto& model, Feedback& feedback);

/// A message of the onnx library without C++ types, source positions, internal words and line breaks: one sentence.
[[nodiscard]] std::string plainOnnxMessage(std::string_view message);

} // namespace quantiscope
