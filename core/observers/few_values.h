// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace quantiscope {

/// The finite values of a tensor themselves, while they are few; nothing at all once they are more.
///
/// Of few values a histogram tells too little: within its bins they count as evenly spread, which only many of them
/// are. With kMost of them and more, a scale chosen that way costs less than half a per cent of the squared error, with
/// a few hundred it may cost some per cent, with a dozen a sixth. Whether they are kept depends on their number alone,
/// so merging is exact, whatever the order and the parts.
class FewValues
{
public:
    static constexpr std::size_t kMost = 4096; ///< 16 KiB, about what a histogram of that many takes

    /// Adds finite values; -0 stays -0.
    void add(std::span<const float> values);

    void merge(const FewValues& other);

    /// There are more values than are kept: gives up all, and those that are still to come.
    void giveUp();

    /// None were added, or too many.
    [[nodiscard]] bool isEmpty() const { return m_values.empty(); }

    /// All values in ascending order, -0 before 0; empty when there are too many.
    [[nodiscard]] std::vector<float> sorted() const;

    /// All values, in the order in which they came.
    [[nodiscard]] const std::vector<float>& inOrderOfArrival() const { return m_values; }

    /// Does @p b follow @p a in sorted()?
    [[nodiscard]] static bool isBefore(float a, float b);

    /// Do both hold the same values, in whatever order they came?
    bool operator==(const FewValues& other) const;

private:
    std::vector<float> m_values;
    bool m_areTooMany = false;
};

} // namespace quantiscope
