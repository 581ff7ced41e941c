// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Counts what a test program takes from the heap. To be included by one file of a program: it replaces operator new.
// Sanitizers bring their own, which find more: under them nothing is counted.

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace quantiscope::test {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kCountsAllocations = false;
#else
inline constexpr bool kCountsAllocations = true;
#endif

inline std::atomic<std::size_t> allocations = 0; ///< calls of operator new
inline std::atomic<std::size_t> allocatedBytes = 0; ///< that these asked for

} // namespace quantiscope::test

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
void* operator new(std::size_t size)
{
    ++quantiscope::test::allocations;
    quantiscope::test::allocatedBytes += size;
    if (void* memory = std::malloc(size == 0 ? 1 : size))
        return memory;
    throw std::bad_alloc();
}

void operator delete(void* memory) noexcept
{
    std::free(memory);
}

void operator delete(void* memory, std::size_t) noexcept
{
    std::free(memory);
}
#endif
