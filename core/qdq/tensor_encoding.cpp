// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/qdq/tensor_encoding.h"

namespace quantiscope {

TensorEncoding activationEncoding(const QuantConfig& config)
{
    return {config.activationType, config.activationSymmetry(), CodeRange::Full, {}, {}, {}};
}

TensorEncoding weightEncoding(const QuantConfig& config)
{
    return {config.weightType,
            config.weightSymmetry(config.weightType),
            config.reduceRange ? CodeRange::Reduced : CodeRange::Full,
            {},
            {},
            {}};
}

TensorEncoding biasEncoding(const QuantConfig& config)
{
    TensorEncoding encoding = weightEncoding(config);
    encoding.codes = CodeRange::Full;
    return encoding;
}

} // namespace quantiscope
