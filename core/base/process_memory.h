// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace quantiscope {

/// Highest resident memory of this process in bytes since it started or since the last resetPeakMemory(); 0 if unknown.
[[nodiscard]] std::size_t peakMemory();

/// Resident memory of this process now, in bytes; 0 if unknown.
[[nodiscard]] std::size_t residentMemory();

/// What the system can still give without swapping, in bytes; 0 if unknown.
[[nodiscard]] std::size_t availableMemory();

/// Gives memory that was freed, but is kept for later, back to the system where that is possible.
void releaseFreeMemory();

/// From now on blocks of 1 MiB and more go back to the system as soon as they are freed. glibc stops doing so for
/// blocks as large as one that was freed before, and keeps them for the thread that asked: the memory of a run of a
/// network then depends on what ran before it (yolox_nano, 32 samples: 182 MiB against 120, in the same time).
void returnLargeBlocksAtOnce();

/// Lets peakMemory() count from the present use again. Without effect where the system does not offer it.
void resetPeakMemory();

} // namespace quantiscope
