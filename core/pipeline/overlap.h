// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Private to core/pipeline.

#include <cstddef>
#include <future>

namespace quantiscope {

/// How to run what may overlap with other work on a model of @p weightBytes bytes: at the same time where that costs
/// little memory and the user allows several @p threads, when it is asked for otherwise.
[[nodiscard]] inline std::launch overlapPolicy(std::size_t weightBytes, int threads)
{
    constexpr std::size_t kSmall = std::size_t(64) << 20;
    return threads != 1 && weightBytes <= kSmall ? std::launch::async | std::launch::deferred : std::launch::deferred;
}

} // namespace quantiscope
