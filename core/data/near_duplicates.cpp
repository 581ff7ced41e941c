// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/near_duplicates.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <unordered_map>

namespace quantiscope {

namespace {

constexpr double kDuplicateLevels = 6.0; ///< root mean square between thumbnails, of 255
constexpr double kSequentialLevels = 14.0;
constexpr int kSequentialBits = 10;
constexpr std::size_t kShortestRun = 4;
constexpr std::size_t kMostCompared = 64; ///< of one bucket

bool resemble(const PictureMarks& a, const PictureMarks& b, int bits, double levels)
{
    if (std::popcount(a.differenceHash ^ b.differenceHash) > bits)
        return false;
    double squares = 0.0;
    for (std::size_t i = 0; i < a.thumbnail.size(); ++i) {
        const double difference = double(a.thumbnail[i]) - double(b.thumbnail[i]);
        squares += difference * difference;
    }
    return squares <= levels * levels * double(a.thumbnail.size());
}

/// Hashes cut into one part more than bits may differ: similar ones agree in at least one part.
constexpr std::size_t kParts = kNearDuplicateBits + 1;

std::uint32_t partOf(std::uint64_t hash, std::size_t part)
{
    constexpr unsigned kWidth = 13;
    return static_cast<std::uint32_t>((hash >> (part * kWidth)) & ((1U << kWidth) - 1));
}

} // namespace

std::vector<SampleGroup> nearDuplicates(std::span<const PictureMarks* const> marks)
{
    std::vector<SampleGroup> groups; // with those of one member
    std::array<std::unordered_map<std::uint32_t, std::vector<std::size_t>>, kParts> buckets; // groups by part of a hash
    for (std::size_t i = 0; i < marks.size(); ++i) {
        if (!marks[i])
            continue;
        const auto joins = [&](std::size_t group) {
            return resemble(*marks[groups[group].front()], *marks[i], kNearDuplicateBits, kDuplicateLevels);
        };
        bool found = false;
        for (std::size_t part = 0; part < kParts && !found; ++part) {
            const std::vector<std::size_t>& bucket = buckets[part][partOf(marks[i]->differenceHash, part)];
            for (std::size_t k = 0; k < bucket.size() && k < kMostCompared && !found; ++k) {
                found = joins(bucket[k]);
                if (found)
                    groups[bucket[k]].push_back(i);
            }
        }
        if (found)
            continue;
        for (std::size_t part = 0; part < kParts; ++part)
            buckets[part][partOf(marks[i]->differenceHash, part)].push_back(groups.size());
        groups.push_back({i});
    }
    std::erase_if(groups, [](const SampleGroup& group) { return group.size() < 2; });
    return groups;
}

std::vector<SampleGroup> sequentialRuns(std::span<const PictureMarks* const> marks)
{
    std::vector<SampleGroup> runs;
    SampleGroup run;
    const auto end = [&] {
        if (run.size() >= kShortestRun)
            runs.push_back(run);
        run.clear();
    };
    for (std::size_t i = 0; i < marks.size(); ++i) {
        if (!marks[i]) {
            end();
            continue;
        }
        if (!run.empty() && !resemble(*marks[run.back()], *marks[i], kSequentialBits, kSequentialLevels))
            end();
        run.push_back(i);
    }
    end();
    return runs;
}

} // namespace quantiscope
