// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/process_memory.h"

#include <fstream>
#include <string>

namespace quantiscope {

std::size_t peakMemory()
{
    std::ifstream status("/proc/self/status");
    std::string word;
    while (status >> word) {
        std::size_t kibibytes = 0;
        if (word == "VmHWM:" && status >> kibibytes)
            return kibibytes * 1024;
    }
    return 0;
}

void resetPeakMemory()
{
    std::ofstream("/proc/self/clear_refs") << "5";
}

} // namespace quantiscope
