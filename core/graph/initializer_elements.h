// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"
#include "core/tensor/tensor.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace quantiscope {

/// The elements of an initializer, read where the model keeps them, which must outlive it.
struct InitializerElements
{
    DataType type = DataType::Undefined;
    Shape shape;
    std::size_t count =
        0; ///< 0 also for types whose elements are no plain numbers: texts, complex, packed, 8-bit floats
    std::span<const std::byte> bytes;

    /// Element @p i (< count), row major: "-1.5", "7"; real numbers with as many digits as tell them apart.
    [[nodiscard]] std::string text(std::size_t i) const;
    /// Its place: "[0, 2, 1]", "[]" of a scalar.
    [[nodiscard]] std::string place(std::size_t i) const;
    /// A copy of them all; bfloat16, which NumPy does not know, as float32. `OutOfMemory`, or `InvalidArgument` where
    /// the elements are no plain numbers.
    [[nodiscard]] Result<Tensor> tensor() const;
};

/// Nothing when the graph has no initializer @p name.
[[nodiscard]] std::optional<InitializerElements> initializerElements(const Graph& graph, const std::string& name);

} // namespace quantiscope
