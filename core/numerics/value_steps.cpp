// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numerics/value_steps.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace quantiscope {

bool fits(const ValueStep& step, std::span<const std::int64_t> shape)
{
    const auto* quantizer = std::get_if<FakeQuantizer>(&step);
    return !quantizer || quantizer->fits(shape);
}

void apply(const ValueStep& step, const float* in, float* out, std::span<const std::int64_t> shape)
{
    if (const auto* quantizer = std::get_if<FakeQuantizer>(&step))
        return quantizer->apply(in, out, shape);
    const float factor = std::get<Factor>(step).value;
    const std::int64_t count = std::accumulate(shape.begin(), shape.end(), std::int64_t(1), std::multiplies<>());
    std::transform(in, in + count, out, [factor](float value) { return value * factor; });
}

} // namespace quantiscope
