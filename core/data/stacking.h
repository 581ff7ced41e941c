// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/data/input_fit.h"
#include "core/tensor/npy.h"
#include "core/tensor/tensor_spec.h"

#include <cstddef>
#include <functional>
#include <span>
#include <string>

namespace quantiscope {

/// How an array with samples stacked on its first axis falls into samples.
struct StackPlan
{
    std::size_t samples = 0; ///< at least 1
    std::size_t leftOver = 0; ///< rows at the end that do not fill a batch
    NpyHeader slice; ///< of one sample's elements, as they are stored
    InputFit fit; ///< of one sample to the input
};

/// Plans the samples for @p input. A row is a sample when the array has one axis more than the input. When it has as
/// many, N rows are a sample for a fixed batch of N, and one row for an open one. An array of one axis less is one
/// sample. `DataRefused` with both shapes when none of that fits; Fortran order cannot be read row by row and is
/// refused too.
[[nodiscard]] Result<StackPlan> planStack(const NpyHeader& header, const TensorSpec& input, const std::string& where);

/// Reads stored bytes at an offset from the first element.
using OffsetReader = std::function<Result<void>(std::size_t, std::span<std::byte>)>;

/// Sample @p index of @p plan for its input.
[[nodiscard]] Result<Tensor> readStacked(const StackPlan& plan, std::size_t index, const OffsetReader& read,
                                         const std::string& where);

} // namespace quantiscope
