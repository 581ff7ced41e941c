// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/nearest_name.h"

#include <algorithm>
#include <cctype>

namespace quantiscope {

namespace {

// Names are hostile input: the distance is quadratic in their length.
constexpr std::size_t kLongestComparedName = 200;

std::string lowerCase(std::string_view text)
{
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
    return lower;
}

/// Optimal string alignment distance of two lower-case names.
std::size_t editDistance(const std::string& a, const std::string& b)
{
    std::vector<std::size_t> beforePrevious(b.size() + 1), previous(b.size() + 1), current(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        previous[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        current[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t substitution = previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            current[j] = std::min({previous[j] + 1, current[j - 1] + 1, substitution});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                current[j] = std::min(current[j], beforePrevious[j - 2] + 1);
        }
        std::swap(beforePrevious, previous);
        std::swap(previous, current);
    }
    return previous[b.size()];
}

} // namespace

std::string nearestName(std::string_view name, std::span<const std::string> candidates)
{
    if (name.empty() || name.size() > kLongestComparedName)
        return {};
    const std::string wanted = lowerCase(name);
    const std::string* best = nullptr;
    std::size_t bestDistance = 0;
    for (const std::string& candidate : candidates) {
        if (candidate.empty() || candidate.size() > kLongestComparedName)
            continue;
        const std::string lower = lowerCase(candidate);
        std::size_t distance = editDistance(wanted, lower);
        const std::size_t limit = std::max<std::size_t>(2, std::max(wanted.size(), lower.size()) / 3);
        const bool contains = wanted.size() >= 3
            && (lower.find(wanted) != std::string::npos
                || (lower.size() >= 3 && wanted.find(lower) != std::string::npos));
        if (distance > limit && !contains)
            continue;
        if (distance >= std::max(wanted.size(), lower.size()))
            continue; // nothing in common
        if (!best || distance < bestDistance) {
            best = &candidate;
            bestDistance = distance;
        }
    }
    return best ? *best : std::string();
}

std::string didYouMean(std::string_view name, std::span<const std::string> candidates)
{
    const std::string nearest = nearestName(name, candidates);
    return nearest.empty() ? std::string() : " Did you mean '" + nearest + "'?";
}

} // namespace quantiscope
