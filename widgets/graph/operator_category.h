// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QString>

#include <string_view>

namespace quantiscope {

/// What kind of work an operator does.
enum class OperatorCategory : unsigned char
{
    Linear, ///< Conv, Gemm, MatMul and recurrent layers
    Activation,
    Elementwise, ///< arithmetic, normalization and comparison; whatever is not known
    Pooling, ///< pooling, reduction and resizing
    Movement, ///< shapes, copies and rearrangement of elements, control flow
    Boundary, ///< inputs and outputs of the model
    Quantize, ///< from float to integers or back
};

inline constexpr int kOperatorCategories = 7;

[[nodiscard]] OperatorCategory operatorCategory(std::string_view opType);

/// Does it only quantize or dequantize a value (of any domain)?
[[nodiscard]] bool isQuantizeOperator(std::string_view opType);

/// Of the theme in force.
[[nodiscard]] QColor categoryColor(OperatorCategory category);

/// Translated heading: "Activation".
[[nodiscard]] QString categoryText(OperatorCategory category);

} // namespace quantiscope
