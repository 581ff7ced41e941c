// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/quant_config.h"

#include <cstdint>
#include <vector>

namespace quantiscope {

/// What the configuration says about the codes of one tensor before its range is known.
struct TensorEncoding
{
    DataType type = DataType::UInt8; ///< an 8- or 16-bit integer
    Symmetry symmetry = Symmetry::Asymmetric;
    CodeRange codes = CodeRange::Full;
    std::vector<TensorRange> ranges; ///< laid down, one or one per channel, instead of the calibrated or the elements'
    std::vector<float> scale; ///< laid down, one or one per channel; empty: follows from the range
    std::vector<std::int32_t> zeroPoint; ///< as many as scale

    bool operator==(const TensorEncoding&) const = default;
};

/// The encoding of what is computed or fed, and of constants that take part like it.
[[nodiscard]] TensorEncoding activationEncoding(const QuantConfig& config);

/// The encoding of weights, and of biases with scales of their own. The codes of weights may be reduced; a bias is only
/// added, so that its are not.
[[nodiscard]] TensorEncoding weightEncoding(const QuantConfig& config);
[[nodiscard]] TensorEncoding biasEncoding(const QuantConfig& config);

} // namespace quantiscope
