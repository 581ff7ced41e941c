// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/value_checks.h"

#include "core/base/byte_count.h"

#include <charconv>
#include <string>
#include <utility>
#include <vector>

namespace quantiscope {

namespace {

/// The number that all of @p text is.
template <typename Number>
bool parseNumber(const std::string& text, Number& number)
{
    const char* end = text.data() + text.size();
    const auto [last, error] = std::from_chars(text.data(), end, number);
    return error == std::errc() && last == end;
}

std::string needed(const std::string& what, const std::string& text)
{
    return what + " is needed, not '" + text + "'.";
}

} // namespace

CLI::Validator wholeNumber(long long low, long long high)
{
    const auto check = [low, high](std::string& text) {
        long long number = 0;
        if (parseNumber(text, number) && number >= low && number <= high)
            return std::string();
        return needed("a whole number from " + std::to_string(low) + " to " + std::to_string(high), text);
    };
    return CLI::Validator(check, std::string());
}

CLI::Validator percentage()
{
    const auto check = [](std::string& text) {
        double number = 0.0;
        if (parseNumber(text, number) && number > 0.0 && number <= 100.0)
            return std::string();
        return needed("a number above 0, at most 100,", text);
    };
    return CLI::Validator(check, std::string());
}

CLI::Validator memorySize()
{
    const auto check = [](std::string& text) {
        return bytesFromText(text).value_or(0) > 0 ? std::string() : needed("a size such as 300MiB or 2G", text);
    };
    return CLI::Validator(check, std::string());
}

CLI::Validator oneOf(std::vector<std::string> words)
{
    const auto check = [words = std::move(words)](std::string& text) {
        std::string list;
        for (std::size_t i = 0; i < words.size(); ++i) {
            if (words[i] == text)
                return std::string();
            list += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + words[i];
        }
        return needed(list, text);
    };
    return CLI::Validator(check, std::string());
}

CLI::Validator fileName()
{
    return CLI::Validator(
        [](std::string& text) { return text.empty() ? needed("a file's name", text) : std::string(); }, std::string());
}

void refuseEmptyValues(CLI::App& app)
{
    const CLI::Validator given([](std::string& text) { return text.empty() ? needed("a value", text) : std::string(); },
                               std::string());
    for (CLI::Option* option : app.get_options()) {
        if (option->get_type_size_max() > 0)
            option->check(given);
    }
    for (CLI::App* command : app.get_subcommands(nullptr))
        refuseEmptyValues(*command);
}

} // namespace quantiscope
