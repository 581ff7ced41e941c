// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <memory>

namespace onnx {
class ModelProto;
}

namespace quantiscope {

/// Parses the file at @p path. ModelRefused with a sentence of its own for: missing, folder, not readable, empty, of
/// another kind (told by its first bytes), 2 GiB or more, truncated, damaged, without a graph.
[[nodiscard]] Result<std::unique_ptr<onnx::ModelProto>> readModelFile(const std::filesystem::path& path);

} // namespace quantiscope
