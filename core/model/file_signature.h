// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace quantiscope {

/// What a file that is no ONNX model looks like by its first bytes, to end the sentence "It is …": "a PNG picture", "a
/// Git LFS pointer, not the model itself; fetch it with 'git lfs pull'". Empty when it looks like nothing known.
[[nodiscard]] std::string describeForeignFile(std::span<const std::byte> bytes);

} // namespace quantiscope
