// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/base/printable.h"

#include <string>
#include <string_view>

namespace onnx {
class NodeProto;
}

namespace quantiscope {

/// printable() in single quotes, for names in messages.
[[nodiscard]] std::string inQuotes(std::string_view name);

/// "node 'conv1' (Conv)"; a node without a name is shown by its first output.
[[nodiscard]] std::string describe(const onnx::NodeProto& node);

/// @p text with its first letter in upper case.
[[nodiscard]] std::string sentenceCase(std::string text);

/// A ModelRefused error.
[[nodiscard]] Error refused(std::string message, std::string_view subject = {});

/// A ModelRefused error about @p node; @p rest continues the sentence "Node 'conv1' (Conv) ".
[[nodiscard]] Error refused(const onnx::NodeProto& node, const std::string& rest);

} // namespace quantiscope
