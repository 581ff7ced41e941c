// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/shape_values.h"

#include <cstdint>
#include <optional>
#include <string>

namespace quantiscope {

/// Shapes have few elements; longer vectors are data.
inline constexpr std::size_t kLongestShapeValue = 64;

/// The elements of a short int32 or int64 tensor of rank 0 or 1 in raw_data; nothing for any other.
[[nodiscard]] std::optional<ShapeValue> shapeValueOf(const onnx::TensorProto& tensor);

/// Elements @p start, @p start + @p step, … before @p end of a vector, by NumPy's (and ONNX Slice's) rules; @p step is
/// not 0.
[[nodiscard]] ShapeValue sliced(const ShapeValue& data, std::int64_t start, std::int64_t end, std::int64_t step);

/// @p a and @p b combined by Add, Sub, Mul, Div, Mod, Min, Max or Equal (0 or 1); nothing for other operators, on
/// overflow and where C++ and ONNX differ (division by or of negative numbers).
[[nodiscard]] std::optional<std::int64_t> calculate(const std::string& type, std::int64_t a, std::int64_t b);

/// The same for elements that may be names; a name survives where the operation does not change it (batch * 1).
[[nodiscard]] ShapeElement combined(const std::string& type, const ShapeElement& a, const ShapeElement& b);

} // namespace quantiscope
