// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/tensor/tensor.h"

#include <filesystem>
#include <string>

namespace quantiscope {

/// The header of a .npy file (format version 1.0) for elements of @p type, a type that NumPy has, in C order; empty for
/// another type. A multiple of 64 bytes, as NumPy writes it.
[[nodiscard]] std::string npyHeaderText(DataType type, const Shape& shape);

/// Writes @p tensor as a .npy file, atomically. RuntimeFailure when NumPy has no such type (bfloat16), DiskError.
[[nodiscard]] Result<void> writeNpy(const std::filesystem::path& path, const Tensor& tensor);

} // namespace quantiscope
