// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/tensor/tensor.h"
#include "core/tensor/tensor_spec.h"

#include <string>

namespace quantiscope {

/// How an array is fed to a model's input.
struct InputFit
{
    DataType type = DataType::Undefined; ///< the input's
    Shape shape; ///< concrete; with the batch dimension added where the array had none
    bool convertsType = false; ///< the array's elements become `type`

    bool operator==(const InputFit&) const = default;
};

/// Whether an array of @p type and @p shape can be fed to @p input.
///
/// A missing leading dimension of 1 or of open extent is added. float64, float32 and float16 are converted into each
/// other, int32 and int64 too; nothing else is: 8-bit pixels that were forgotten to be scaled must not pass as float32.
/// @p where is the file and array for messages. `DataRefused` with both shapes, and what the array looks like (NHWC for
/// NCHW, several samples) where that can be told.
[[nodiscard]] Result<InputFit> fitInput(DataType type, const Shape& shape, const TensorSpec& input,
                                        const std::string& where);

/// @p value as @p fit says. `DataRefused` when a value is out of the range of the input's type.
[[nodiscard]] Result<Tensor> applyFit(Tensor value, const InputFit& fit, const std::string& where);

/// Whether a shape without the batch dimension of @p input is that of one sample: @p input's shape begins with 1 or an
/// open extent and the rest matches.
[[nodiscard]] bool lacksBatchDimension(const Shape& shape, const TensorSpec& input);

/// The sentence that tells the user about a conversion ("'a.npy' holds float64, which is converted …").
[[nodiscard]] std::string conversionWarning(DataType from, const TensorSpec& input, const std::string& where);

} // namespace quantiscope
