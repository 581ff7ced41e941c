// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/qdq/bias_codes.h"

#include "core/numerics/quantize.h"

#include <algorithm>
#include <limits>
#include <span>

namespace quantiscope {

BiasCodes biasCodes(std::vector<float> values, float beta, const QuantParams& params)
{
    for (float& value : values)
        value *= beta;
    const std::vector<double> steps(params.scale.begin(), params.scale.end());
    BiasCodes result;
    const std::vector<std::int32_t> codes = quantizeBias(values, steps, result.saturated);
    std::vector<std::int16_t> narrow;
    if (params.type == DataType::Int16) {
        using Limits = std::numeric_limits<std::int16_t>;
        for (const std::int32_t code : codes) {
            narrow.push_back(static_cast<std::int16_t>(std::clamp<std::int32_t>(code, Limits::min(), Limits::max())));
            result.saturated = result.saturated || narrow.back() != code;
        }
    }
    const auto bytes =
        params.type == DataType::Int16 ? std::as_bytes(std::span(narrow)) : std::as_bytes(std::span(codes));
    result.bytes.assign(bytes.begin(), bytes.end());
    return result;
}

} // namespace quantiscope
