// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/feedback.h"
#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

namespace quantiscope {

/// A regular expression for names (ECMAScript without back-references) that a stranger may have written: whatever the
/// expression and the name, matching ends after a number of steps that the caller lays down, and needs a stack that
/// does not grow with the name. One that only lists names, ^(a|b)$, is no more than a search in that list; one that
/// lists what names begin with, ^a/ or ^(a/|b/), no more than a look at the beginning.
class NamePattern
{
public:
    /// At most 1000 characters, and counted repeats of moderate size. An error has code @p code, names @p where and
    /// says what is wrong with the expression.
    [[nodiscard]] static Result<NamePattern> compile(const std::string& pattern, ErrorCode code,
                                                     const std::string& where);

    /// Does it match somewhere in @p name? A look at a character is a step, or more in an expression of many states;
    /// as many as are taken go off @p steps. Nothing when they are used up, or @p feedback was canceled meanwhile.
    [[nodiscard]] std::optional<bool> isIn(std::string_view name, std::uint64_t& steps, const Feedback& feedback) const;

    /// All names that it matches, ascending, when it lists them: see namesListedIn(). Otherwise empty.
    [[nodiscard]] const std::vector<std::string>& names() const { return m_names; }

private:
    NamePattern(std::vector<std::string> names, std::vector<std::string> beginnings)
        : m_names(std::move(names)), m_beginnings(std::move(beginnings))
    {
    }
    NamePattern(std::regex expression, std::uint64_t stepsPerLook)
        : m_expression(std::move(expression)), m_stepsPerLook(stepsPerLook)
    {
    }

    std::vector<std::string> m_names;
    std::vector<std::string> m_beginnings; ///< of all names that match; empty: the expression says more
    std::regex m_expression; ///< with whatever may stand before the match in front; unused where there are lists
    std::uint64_t m_stepsPerLook = 1;
};

/// The names, ascending, that a whole @p pattern lists with nothing else in it: of ^a$, ^(a|b)$ and ^(?:a|b)$, where a
/// backslash may stand before characters of the syntax. Empty for all other expressions.
[[nodiscard]] std::vector<std::string> namesListedIn(std::string_view pattern);

/// An expression that matches @p text and nothing else.
[[nodiscard]] std::string escapedForPattern(std::string_view text);

} // namespace quantiscope
