// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/tensor/tensor.h"

#include <filesystem>
#include <string>

namespace quantiscope::test {

/// The header of a C-ordered array in version 1.0, padded so that the elements begin at a multiple of 64 bytes.
[[nodiscard]] std::string npyHeaderText(DataType type, const Shape& shape);

/// Writes @p tensor, of a type that NumPy has, as numpy.save does.
[[nodiscard]] Result<void> writeNpy(const std::filesystem::path& path, const Tensor& tensor);

} // namespace quantiscope::test
