// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/stored_samples.h"

#include <utility>

namespace quantiscope {

std::vector<Sample> firstSamples(const SampleSource& source, std::size_t count)
{
    constexpr std::size_t kMostSkipped = 8; // in a row; whoever goes through all of them will tell
    std::vector<Sample> samples;
    std::size_t skipped = 0;
    for (std::size_t i = 0; i < source.size() && samples.size() < count; ++i) {
        Result<Sample> sample = source.read(i);
        if (sample) {
            samples.push_back(std::move(*sample));
            skipped = 0;
            continue;
        }
        const bool isSkipped = source.skipsUnreadable() && sample.error().code == ErrorCode::DataRefused;
        if (!isSkipped || ++skipped > kMostSkipped)
            break;
    }
    return samples;
}

} // namespace quantiscope
