// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/tensor/shape.h"

#include <cstddef>
#include <optional>
#include <string>

namespace onnx {
class TensorProto;
}

namespace quantiscope {

/// Bytes that the elements of @p tensor need in raw_data, packed types rounded up; nothing when an extent is negative,
/// the size overflows, or the type has no fixed size (string, unknown).
[[nodiscard]] std::optional<std::size_t> rawByteCount(const onnx::TensorProto& tensor);

/// Number of elements; nothing when an extent is negative or the product overflows.
[[nodiscard]] std::optional<std::size_t> elementCount(const onnx::TensorProto& tensor);

/// Is the data of @p tensor kept in an external file?
[[nodiscard]] bool isExternal(const onnx::TensorProto& tensor);

/// Refuses a type that is unknown, extents that are negative or overflow, elements that are stored twice, in the wrong
/// field or in the wrong number. @p what names the tensor in the message ("initializer 'w'"). External data are not
/// looked at.
[[nodiscard]] Result<void> checkTensorData(const onnx::TensorProto& tensor, const std::string& what);

/// Moves the elements of a checked tensor from its typed field (float_data, int32_data, …) to raw_data, little endian.
/// String tensors and external tensors stay as they are.
void moveToRawData(onnx::TensorProto& tensor);

} // namespace quantiscope
