// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/process_memory.h"

#include <fstream>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <string>
#include <string_view>

namespace quantiscope {

namespace {

/// Bytes behind "Name:  123 kB" in one of Linux' status files.
std::size_t bytesIn(const char* file, std::string_view name)
{
    std::ifstream status(file);
    std::string word;
    while (status >> word) {
        std::size_t kibibytes = 0;
        if (word == name && status >> kibibytes)
            return kibibytes * 1024;
    }
    return 0;
}

} // namespace

std::size_t peakMemory()
{
    return bytesIn("/proc/self/status", "VmHWM:");
}

std::size_t residentMemory()
{
    return bytesIn("/proc/self/status", "VmRSS:");
}

std::size_t availableMemory()
{
    return bytesIn("/proc/meminfo", "MemAvailable:");
}

void releaseFreeMemory()
{
#ifdef __GLIBC__
    ::malloc_trim(0);
#endif
}

void returnLargeBlocksAtOnce()
{
#ifdef __GLIBC__
    ::mallopt(M_MMAP_THRESHOLD, 1 << 20);
#endif
}

void resetPeakMemory()
{
    std::ofstream("/proc/self/clear_refs") << "5";
}

} // namespace quantiscope
