// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace quantiscope {

/// Reads the members of one JSON object strictly: a wrong type or an unknown key is an error with the key's full name,
/// the latter with the nearest known key, or with all known ones when none is near. The first error is kept; later
/// reads give defaults.
class JsonReader
{
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
    /// The member itself, null when it is missing.
    [[nodiscard]] const nlohmann::json& value(std::string_view key);

    /// Call after the last read: keys that were never asked for are unknown.
    void finish();

    void fail(std::string message, std::string subject);
    [[nodiscard]] bool failed() const { return m_error.has_value(); }
    [[nodiscard]] const Error& error() const { return *m_error; }

private:
    const nlohmann::json* find(std::string_view key);
    void wrongType(std::string_view key, const char* wanted, const nlohmann::json& found);

    const nlohmann::json* m_object;
    std::string m_where;
    std::set<std::string, std::less<>> m_known;
    std::optional<Error> m_error;
};

/// @p value for a document. JSON has no infinity, which becomes "inf" or "-inf"; NaN becomes null.
[[nodiscard]] nlohmann::json jsonNumber(double value);

/// The number that jsonNumber() wrote; nothing for null and for everything else.
[[nodiscard]] std::optional<double> numberFromJson(const nlohmann::json& value);

/// The document in @p text, or ConfigRefused with line and column of the mistake, or with a key that an object has
/// twice. @p name names it in the message.
[[nodiscard]] std::optional<Error> parseJson(const std::string& text, const std::string& name,
                                             nlohmann::json& document);

} // namespace quantiscope
