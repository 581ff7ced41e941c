// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/numerics/fake_quantizer.h"

#include <span>
#include <variant>
#include <vector>

namespace quantiscope {

/// A multiplication with one number, in float32 as Mul.
struct Factor
{
    float value = 1.0F;

    bool operator==(const Factor&) const = default;
};

/// Something that is done to every element of a value on its way to its readers.
using ValueStep = std::variant<Factor, FakeQuantizer>;

/// One after the other, the first one first.
using ValueSteps = std::vector<ValueStep>;

/// Can @p step be done to a tensor of @p shape? See FakeQuantizer::fits().
[[nodiscard]] bool fits(const ValueStep& step, std::span<const std::int64_t> shape);

/// @p in and @p out have the elements of @p shape, which fits; they may be the same memory.
void apply(const ValueStep& step, const float* in, float* out, std::span<const std::int64_t> shape);

} // namespace quantiscope
