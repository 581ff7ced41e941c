// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/nearest_name.h"

#include <algorithm>
#include <cctype>
#include <optional>

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

/// Distance of a name to a candidate, if that is close. Both in lower case.
std::optional<std::size_t> closeDistance(const std::string& wanted, const std::string& candidate)
{
    const std::size_t longer = std::max(wanted.size(), candidate.size());
    const std::size_t distance = editDistance(wanted, candidate);
    const bool contains = wanted.size() >= 3
        && (candidate.find(wanted) != std::string::npos
            || (candidate.size() >= 3 && wanted.find(candidate) != std::string::npos));
    if (distance > std::max<std::size_t>(2, longer / 3) && !contains)
        return std::nullopt;
    return distance < longer ? std::optional(distance) : std::nullopt; // otherwise nothing in common
}

/// closeDistance() of a plain word to one part of a path ("stam" to "/stem/Conv"). Parts are short: fewer mistakes are
/// allowed than in whole names, and a whole name that is as close is the better guess.
std::optional<std::size_t> closePartDistance(const std::string& wanted, const std::string& candidate)
{
    if (wanted.size() < 3 || wanted.find('/') != std::string::npos)
        return std::nullopt;
    std::optional<std::size_t> best;
    std::size_t first = 0;
    while (first <= candidate.size()) {
        const std::size_t end = std::min(candidate.find('/', first), candidate.size());
        const std::string part = candidate.substr(first, end - first);
        first = end + 1;
        if (part.size() < 3 || part.size() == candidate.size())
            continue;
        const std::size_t distance = editDistance(wanted, part);
        if (distance <= std::max(wanted.size(), part.size()) / 3 && (!best || distance < *best))
            best = distance;
    }
    return best ? std::optional(*best + 1) : std::nullopt;
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
        std::optional<std::size_t> distance = closeDistance(wanted, lower);
        if (!distance)
            distance = closePartDistance(wanted, lower);
        if (distance && (!best || *distance < bestDistance)) {
            best = &candidate;
            bestDistance = *distance;
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
