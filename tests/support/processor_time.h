// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <ctime>

namespace quantiscope::test {

/// Processor time that this process takes, all its threads together, from the construction on: for tests that tell
/// linear from quadratic. What other processes take from the machine does not count, and what sanitizers cost is
/// allowed for.
class ProcessorTime
{
public:
    /// Whether less than @p limit seconds were used; sanitizers make the same work take up to thirty times as long.
    [[nodiscard]] bool isBelow(double limit) const { return seconds() < limit * kAllowance; }
    [[nodiscard]] double seconds() const { return double(std::clock() - m_start) / CLOCKS_PER_SEC; }
    /// For the message of a check that fails.
    [[nodiscard]] QByteArray text() const
    {
        return QByteArray::number(seconds(), 'f', 2).append(" s of processor time");
    }

private:
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    static constexpr double kAllowance = 30;
#else
    static constexpr double kAllowance = 1;
#endif
    std::clock_t m_start = std::clock();
};

} // namespace quantiscope::test
