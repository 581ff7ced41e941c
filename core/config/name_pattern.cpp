// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/name_pattern.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

namespace quantiscope {

namespace {

constexpr std::size_t kLongest = 1000;

constexpr std::string_view kSyntax = "^$.*+?()[]{}|\\";

/// A state of the matcher takes one level of its recursion, and an expression of so many fits every stack.
constexpr std::size_t kMostStates = 20'000;

/// Between two looks at the name the matcher may go through all states: so many of them count as a step.
constexpr std::size_t kStatesPerStep = 1024;

/// Thrown out of the library's matcher.
struct MatchingEnds
{
};

/// What a match may take.
struct Limits
{
    void count()
    {
        constexpr std::uint64_t kBetweenPolls = 16384; // a fraction of a millisecond
        if (steps < perLook) {
            steps = 0;
            throw MatchingEnds();
        }
        const std::uint64_t before = steps;
        steps -= perLook;
        if (before / kBetweenPolls != steps / kBetweenPolls && feedback.isCanceled())
            throw MatchingEnds();
    }

    std::uint64_t& steps;
    std::uint64_t perLook;
    const Feedback& feedback;
};

/// Walks over a name and counts how often the matcher looks at it.
class CountingIterator
{
public:
    using iterator_category = std::bidirectional_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    CountingIterator() = default;
    CountingIterator(const char* at, Limits& limits) : m_at(at), m_limits(&limits) { }

    reference operator*() const
    {
        count();
        return *m_at;
    }
    CountingIterator& operator++()
    {
        ++m_at;
        return *this;
    }
    CountingIterator operator++(int)
    {
        const CountingIterator before = *this;
        ++m_at;
        return before;
    }
    CountingIterator& operator--()
    {
        --m_at;
        return *this;
    }
    CountingIterator operator--(int)
    {
        const CountingIterator before = *this;
        --m_at;
        return before;
    }
    bool operator==(const CountingIterator& other) const
    {
        count();
        return m_at == other.m_at;
    }

private:
    void count() const
    {
        if (m_limits) // none in one that points nowhere, as in an empty match
            m_limits->count();
    }

    const char* m_at = nullptr;
    Limits* m_limits = nullptr;
};

/// How many states a matcher of @p pattern has at most, about: a counted repeat {n,m} is written out, and repeats may
/// lie in each other.
std::size_t mostStates(std::string_view pattern)
{
    std::size_t states = pattern.size();
    std::size_t largest = 0;
    std::size_t number = 0;
    bool isCount = false;
    for (const char c : pattern) {
        if (c == '{') {
            isCount = true;
            largest = number = 0;
        } else if (isCount && c >= '0' && c <= '9') {
            number = std::min<std::size_t>(kMostStates + 1, number * 10 + static_cast<std::size_t>(c - '0'));
            largest = std::max(largest, number);
        } else if (isCount && c == ',') {
            number = 0;
        } else if (isCount) {
            if (c == '}')
                states = std::min(kMostStates + 1, states * std::max<std::size_t>(1, largest));
            isCount = false;
        }
    }
    return states;
}

} // namespace

Result<NamePattern> NamePattern::compile(const std::string& pattern, ErrorCode code, const std::string& where)
{
    if (pattern.size() > kLongest)
        return Error{code, where + ": the expression is longer than 1000 characters.", where};
    if (std::vector<std::string> names = namesListedIn(pattern); !names.empty())
        return NamePattern(std::move(names), {});
    if (std::vector<std::string> beginnings = namesListedIn(pattern + "$"); !beginnings.empty())
        return NamePattern({}, std::move(beginnings));
    const std::size_t states = mostStates(pattern);
    if (states > kMostStates)
        return Error{code, where + ": the counted repeats of '" + pattern + "' are too large; write fewer of them.",
                     pattern};
    try {
        // The polynomial matcher follows all ways through an expression side by side. The usual one tries one after
        // the other, which takes for ever with ^(a+)+$, and recurses once a character.
        const auto flags =
            std::regex_constants::ECMAScript | std::regex_constants::nosubs | std::regex_constants::__polynomial;
        (void)std::regex(pattern, flags); // by itself: ")(" would fit the brackets below
        return NamePattern(std::regex("[\\s\\S]*?(?:" + pattern + ")", flags), 1 + states / kStatesPerStep);
    } catch (const std::regex_error& error) {
        return Error{code, where + ": '" + pattern + "' is not a valid regular expression (" + error.what() + ").",
                     pattern};
    }
}

std::optional<bool> NamePattern::isIn(std::string_view name, std::uint64_t& steps, const Feedback& feedback) const
{
    Limits limits{steps, m_stepsPerLook, feedback};
    try {
        if (!m_names.empty()) {
            limits.count();
            return std::binary_search(m_names.begin(), m_names.end(), name);
        }
        if (!m_beginnings.empty()) {
            return std::any_of(m_beginnings.begin(), m_beginnings.end(), [&](const std::string& beginning) {
                limits.count();
                return name.starts_with(beginning);
            });
        }
        std::match_results<CountingIterator> match;
        return std::regex_search(CountingIterator(name.data(), limits),
                                 CountingIterator(name.data() + name.size(), limits), match, m_expression,
                                 std::regex_constants::match_continuous | std::regex_constants::match_any);
    } catch (const MatchingEnds&) {
        return std::nullopt;
    }
}

std::vector<std::string> namesListedIn(std::string_view pattern)
{
    if (pattern.size() < 3 || pattern.front() != '^' || pattern.back() != '$')
        return {};
    pattern = pattern.substr(1, pattern.size() - 2);
    const bool isGroup = pattern.front() == '(';
    if (isGroup) {
        if (pattern.back() != ')')
            return {};
        pattern = pattern.substr(1, pattern.size() - 2);
        if (pattern.starts_with("?:"))
            pattern.remove_prefix(2);
    }
    std::vector<std::string> names(1);
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        if (pattern[i] == '|' && isGroup) {
            names.emplace_back();
            continue;
        }
        const bool isSyntax = kSyntax.find(pattern[i]) != std::string_view::npos;
        if (isSyntax && (pattern[i] != '\\' || ++i == pattern.size() || kSyntax.find(pattern[i]) == kSyntax.npos))
            return {};
        names.back() += pattern[i];
    }
    if (std::any_of(names.begin(), names.end(), [](const std::string& name) { return name.empty(); }))
        return {}; // an empty alternative: no list that anybody would write
    std::sort(names.begin(), names.end());
    return names;
}

std::string escapedForPattern(std::string_view text)
{
    std::string escaped;
    for (const char c : text) {
        if (kSyntax.find(c) != std::string_view::npos)
            escaped += '\\';
        escaped += c;
    }
    return escaped;
}

} // namespace quantiscope
