// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

namespace quantiscope {

/// The outermost border of layers, for lines that pass beside them: answers for any range of layers at once.
class OuterBorder
{
public:
    /// @p borders: of each layer, growing outwards.
    explicit OuterBorder(std::vector<double> borders);

    /// The outermost of layers @p first … @p last.
    [[nodiscard]] double of(std::size_t first, std::size_t last) const;

private:
    std::vector<std::vector<double>> m_of; ///< [k][i]: of the 2^k layers from i on
};

/// A range of layers that a line passes.
struct Passage
{
    std::size_t first = 0;
    std::size_t last = 0;
};

/// A lane for each passage, 0 … 15: passages that share a layer have different ones while there are enough.
[[nodiscard]] std::vector<int> lanesOf(const std::vector<Passage>& passages);

} // namespace quantiscope
