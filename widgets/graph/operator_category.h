// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string_view>

namespace quantiscope {

/// What kind of work an operator does; numbers are positions in Theme::categories.
enum class OperatorCategory : unsigned char
{
    Linear, ///< Conv, Gemm, MatMul and recurrent layers
    Activation,
    Elementwise, ///< arithmetic, normalization and comparison; whatever is not known
    Pooling, ///< pooling, reduction and resizing
    Movement, ///< shapes, copies and rearrangement of elements, Q/DQ, control flow
    Boundary, ///< inputs and outputs of the model
};

inline constexpr int kOperatorCategories = 6;

[[nodiscard]] OperatorCategory operatorCategory(std::string_view opType);

/// Does it only quantize or dequantize a value (of any domain)?
[[nodiscard]] bool isQuantizeOperator(std::string_view opType);

/// Translated heading: "Activation".
[[nodiscard]] QString categoryText(OperatorCategory category);

} // namespace quantiscope
