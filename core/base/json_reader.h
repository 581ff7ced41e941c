// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/base/result.h"

#include <nlohmann/json.hpp>

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace quantiscope {

/// Reads the members of one JSON object strictly: a wrong type or an unknown key is an error with the key's full name,
/// the latter with the nearest known key, or with all known ones when none is near. The first error is kept, of objects
/// and lists inside as well; later reads give defaults.
class JsonReader
{
    template <typename Read>
    using Made = std::invoke_result_t<const Read&, JsonReader&>;

public:
    /// @p where is the object's name in messages ("recipe.calibration"). A value that is no object is an error.
    JsonReader(const nlohmann::json& object, std::string where);

    [[nodiscard]] bool has(std::string_view key);
    [[nodiscard]] std::string string(std::string_view key, std::string fallback = {});
    /// A whole number in [low, high]; INT64_MAX means that there is no upper limit.
    [[nodiscard]] std::int64_t integer(std::string_view key, std::int64_t fallback, std::int64_t low,
                                       std::int64_t high);
    /// A finite number in [low, high]; nothing when it is missing.
    [[nodiscard]] std::optional<double> number(std::string_view key, double low, double high);
    /// What jsonNumber() wrote; NaN when it is missing.
    [[nodiscard]] double anyNumber(std::string_view key);
    /// true or false; nothing when it is missing.
    [[nodiscard]] std::optional<bool> boolean(std::string_view key);
    [[nodiscard]] std::vector<std::string> strings(std::string_view key);
    /// A whole number from 0; 0 when it is missing.
    [[nodiscard]] std::uint64_t count(std::string_view key);
    /// A list of whole numbers in [low, high]; empty when it is missing.
    template <std::integral T>
    [[nodiscard]] std::vector<T> integers(std::string_view key, std::int64_t low, std::int64_t high);
    /// A list of finite numbers in [low, high]; empty when it is missing.
    [[nodiscard]] std::vector<double> numbers(std::string_view key, double low, double high);
    /// The one of @p all, which must not be empty, whose name() is the text; it must be there.
    template <typename Enum>
    [[nodiscard]] Enum named(std::string_view key, std::initializer_list<Enum> all);
    /// "format" and "version" must be these; a document without a version is of the first one.
    void format(std::string_view format, std::int64_t version);

    /// What @p read makes of the object at @p key, given its reader; the object must be there. Unknown keys are errors.
    template <typename Read>
    [[nodiscard]] Made<Read> object(std::string_view key, const Read& read);
    /// The same; nothing when it is missing or null.
    template <typename Read>
    [[nodiscard]] std::optional<Made<Read>> optionalObject(std::string_view key, const Read& read);
    /// What @p read makes of each element of a list of objects, up to the first error; empty when it is missing.
    template <typename Read>
    [[nodiscard]] std::vector<Made<Read>> objects(std::string_view key, const Read& read);

    /// The member itself, null when it is missing.
    [[nodiscard]] const nlohmann::json& value(std::string_view key);

    /// Has @p read look at the object at @p key when it is there.
    template <typename Read>
    void within(std::string_view key, const Read& read);

    /// The member's full name, as messages have it.
    [[nodiscard]] std::string nameOf(std::string_view key) const;

    /// Call after the last read: keys that were never asked for are unknown.
    void finish();

    void fail(std::string message, std::string subject);
    [[nodiscard]] bool failed() const { return m_error.has_value(); }
    [[nodiscard]] const Error& error() const { return *m_error; }

private:
    const nlohmann::json* find(std::string_view key);
    void wrongType(std::string_view key, const char* wanted, const nlohmann::json& found);
    /// The list at @p key; an empty one when it is missing, or no list, which is an error.
    const nlohmann::json& listAt(std::string_view key, const char* wanted);
    std::vector<std::int64_t> wholeNumbers(std::string_view key, std::int64_t low, std::int64_t high);
    std::size_t indexOfName(std::string_view key, const std::vector<std::string>& names);
    /// finish() of an object inside, and its error.
    void take(JsonReader& inner);

    const nlohmann::json* m_object;
    std::string m_where;
    std::set<std::string, std::less<>> m_known;
    std::optional<Error> m_error;
};

template <std::integral T>
std::vector<T> JsonReader::integers(std::string_view key, std::int64_t low, std::int64_t high)
{
    const std::vector<std::int64_t> values = wholeNumbers(key, low, high);
    return {values.begin(), values.end()};
}

template <typename Enum>
Enum JsonReader::named(std::string_view key, std::initializer_list<Enum> all)
{
    std::vector<std::string> names;
    for (const Enum each : all)
        names.emplace_back(name(each));
    return all.begin()[indexOfName(key, names)];
}

template <typename Read>
void JsonReader::within(std::string_view key, const Read& read)
{
    if (!has(key))
        return;
    JsonReader inner(value(key), nameOf(key));
    read(inner);
    take(inner);
}

template <typename Read>
JsonReader::Made<Read> JsonReader::object(std::string_view key, const Read& read)
{
    JsonReader inner(value(key), nameOf(key));
    Made<Read> made = read(inner);
    take(inner);
    return made;
}

template <typename Read>
std::optional<JsonReader::Made<Read>> JsonReader::optionalObject(std::string_view key, const Read& read)
{
    return value(key).is_null() ? std::nullopt : std::optional(object(key, read));
}

template <typename Read>
std::vector<JsonReader::Made<Read>> JsonReader::objects(std::string_view key, const Read& read)
{
    std::vector<Made<Read>> made;
    const nlohmann::json& list = listAt(key, "a list of objects");
    for (std::size_t i = 0; i < list.size() && !m_error; ++i) {
        JsonReader inner(list[i], nameOf(key) + "[" + std::to_string(i) + "]");
        made.push_back(read(inner));
        take(inner);
    }
    return made;
}

/// @p value for a document. JSON has no infinity, which becomes "inf" or "-inf"; NaN becomes null.
[[nodiscard]] nlohmann::json jsonNumber(double value);

/// The number that jsonNumber() wrote; nothing for null and for everything else.
[[nodiscard]] std::optional<double> numberFromJson(const nlohmann::json& value);

/// What @p read makes of a whole document, which must be an object, given its reader; its first error otherwise.
template <typename Read>
[[nodiscard]] auto fromDocument(const nlohmann::json& document, const std::string& where, const Read& read)
    -> Result<std::invoke_result_t<const Read&, JsonReader&>>
{
    JsonReader reader(document, where);
    auto made = read(reader);
    reader.finish();
    if (reader.failed())
        return reader.error();
    return made;
}

/// The document in @p text, or ConfigRefused with line and column of the mistake, or with a key that an object has
/// twice. @p name names it in the message.
[[nodiscard]] std::optional<Error> parseJson(const std::string& text, const std::string& name,
                                             nlohmann::json& document);

} // namespace quantiscope
