// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace quantiscope::test {

/// How many random documents a test tries: all of @p rounds, and a tenth where sanitizers make each ten times as slow.
[[nodiscard]] constexpr int fuzzRounds(int rounds)
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return rounds / 10;
#else
    return rounds;
#endif
}

} // namespace quantiscope::test
