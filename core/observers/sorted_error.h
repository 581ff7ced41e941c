// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observers/quantization_error.h"

namespace quantiscope {

/// squaredError() of the same values for many grids: sorted, all values of a code are found at once.
class SortedError
{
public:
    /// Takes finite values.
    explicit SortedError(std::vector<float> values);

    [[nodiscard]] double sum(const QuantGrid& grid) const;

    /// numpy.percentile(values, percent), method "linear"; there is at least one value.
    [[nodiscard]] double percentile(double percent) const;

    [[nodiscard]] const std::vector<float>& values() const { return m_values; }

private:
    std::vector<float> m_values; ///< ascending
    std::vector<double> m_sums; ///< of the first i values
    std::vector<double> m_squares; ///< of the first i values' squares
};

} // namespace quantiscope
