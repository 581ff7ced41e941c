// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/tensor/tensor.h"
#include "core/tensor/tensor_spec.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace quantiscope {

/// What is taken of one axis, or that the axes between are taken whole. As NumPy: negative places count from the end.
struct AxisSelection
{
    enum class Kind
    {
        Index, ///< one place; the axis goes
        Slice,
        Ellipsis, ///< as many whole axes as are left, perhaps none
    };
    Kind kind = Kind::Slice;
    std::optional<std::int64_t> first; ///< of an index: the place; of a slice: missing means from the start
    std::optional<std::int64_t> end; ///< of a slice; missing means to the end
    std::int64_t step = 1; ///< of a slice; at least 1

    bool operator==(const AxisSelection&) const = default;
};

/// A slice of an output that is measured on its own, such as the class scores among the 85 columns of a detector.
struct OutputPart
{
    std::string name;
    std::string output;
    std::vector<AxisSelection> axes; ///< outermost first; the axes behind them are taken whole

    bool operator==(const OutputPart&) const = default;
};

/// Reads OUTPUT[SELECTION, …] with a selection of each axis as NumPy writes it: "output[..., 4:]", "scores[0, :, 1]",
/// "y[-3:, ::2]". Names of outputs may hold brackets, those of parts no '='. InvalidArgument for another form, a second
/// `...`, or a step below 1.
[[nodiscard]] Result<OutputPart> partFromText(std::string name, std::string_view text);

/// What partFromText() reads back, in its usual form: "output[..., 4:]".
[[nodiscard]] std::string selectionText(const OutputPart& part);

/// Reads NAME=OUTPUT[SELECTION, …]. InvalidArgument as partFromText().
[[nodiscard]] Result<OutputPart> partFromAssignment(std::string_view text);

/// Parts as recipes hold them, {NAME: "OUTPUT[SELECTION, …]"}, sorted by name. ConfigRefused; @p where begins the keys'
/// names.
[[nodiscard]] Result<std::vector<OutputPart>> partsFromJson(const nlohmann::json& value, const std::string& where);
[[nodiscard]] nlohmann::json toJson(std::span<const OutputPart> parts);

/// InvalidArgument for the first of @p parts that cannot be taken of a model with @p outputs: an output that it lacks
/// (with the nearest name), more axes than that has, a place outside, nothing left; a name that is an output's or
/// another part's. Extents that the model leaves open may turn out too small later.
[[nodiscard]] Result<void> checkPartsFit(std::span<const OutputPart> parts, std::span<const TensorSpec> outputs);

/// The elements of @p part, of which @p tensor is the output. Slices end where the tensor does, and may be empty.
/// InvalidArgument when the tensor has too few axes or no such place.
[[nodiscard]] Result<Tensor> takePart(const OutputPart& part, const Tensor& tensor);

} // namespace quantiscope
