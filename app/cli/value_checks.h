// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace quantiscope {

/// Checks of option values for CLI::Option::check(), with sentences of their own and no noise in the help.

/// A whole number in [low, high].
[[nodiscard]] CLI::Validator wholeNumber(long long low, long long high);

/// A number above 0, at most 100.
[[nodiscard]] CLI::Validator percentage();

/// An amount of memory, see bytesFromText(): more than nothing.
[[nodiscard]] CLI::Validator memorySize();

/// One of @p words.
[[nodiscard]] CLI::Validator oneOf(std::vector<std::string> words);

/// The name of a file: not empty.
[[nodiscard]] CLI::Validator fileName();

/// Lets no option of @p app and its commands take an empty value: "--preset '$UNSET'" must not mean the default.
void refuseEmptyValues(CLI::App& app);

} // namespace quantiscope
