// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json_reader.h"

#include "core/base/nearest_name.h"
#include "core/base/printable.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace quantiscope {

using nlohmann::json;

namespace {

/// A value as a message shows it: what was written, unless that is long.
std::string shown(const json& value)
{
    constexpr std::size_t kLongest = 60;
    if (value.is_array())
        return "a list";
    if (value.is_object())
        return "an object";
    const std::string text = value.dump(-1, ' ', false, json::error_handler_t::replace);
    return value.is_string() && text.size() > kLongest ? "a long text" : text;
}

/// Is it a whole number of 64 bits with a sign?
bool isWhole(const json& value)
{
    return value.is_number_integer()
        && (!value.is_number_unsigned() || value.get<std::uint64_t>() <= static_cast<std::uint64_t>(INT64_MAX));
}

} // namespace

JsonReader::JsonReader(const json& object, std::string where) : m_object(&object), m_where(std::move(where))
{
    if (!object.is_object())
        fail(m_where + " must be an object, not " + shown(object) + ".", m_where);
}

void JsonReader::fail(std::string message, std::string subject)
{
    if (!m_error)
        m_error = Error{ErrorCode::ConfigRefused, std::move(message), std::move(subject)};
}

const json* JsonReader::find(std::string_view key)
{
    m_known.emplace(key);
    if (!m_object->is_object())
        return nullptr;
    const auto at = m_object->find(std::string(key));
    return at == m_object->end() ? nullptr : &*at;
}

std::string JsonReader::nameOf(std::string_view key) const
{
    return m_where + "." + std::string(key);
}

void JsonReader::wrongType(std::string_view key, const char* wanted, const json& found)
{
    const std::string name = nameOf(key);
    fail(name + " must be " + wanted + ", not " + shown(found) + ".", name);
}

bool JsonReader::has(std::string_view key)
{
    return find(key) != nullptr;
}

std::string JsonReader::string(std::string_view key, std::string fallback)
{
    const json* found = find(key);
    if (!found)
        return fallback;
    if (!found->is_string()) {
        wrongType(key, "a text", *found);
        return fallback;
    }
    return found->get<std::string>();
}

std::int64_t JsonReader::integer(std::string_view key, std::int64_t fallback, std::int64_t low, std::int64_t high)
{
    const json* found = find(key);
    if (!found)
        return fallback;
    if (!isWhole(*found)) {
        wrongType(key, "a whole number", *found);
        return fallback;
    }
    const auto number = found->get<std::int64_t>();
    if (number < low || number > high) {
        const std::string name = nameOf(key);
        const std::string range = low == high ? std::to_string(low)
            : high == INT64_MAX               ? "at least " + std::to_string(low)
                                              : "from " + std::to_string(low) + " to " + std::to_string(high);
        fail(name + " must be " + range + ", not " + std::to_string(number) + ".", name);
        return fallback;
    }
    return number;
}

std::optional<double> JsonReader::number(std::string_view key, double low, double high)
{
    const json* found = find(key);
    if (!found)
        return std::nullopt;
    if (!found->is_number()) {
        wrongType(key, "a number", *found);
        return std::nullopt;
    }
    const auto number = found->get<double>();
    if (!(number >= low && number <= high)) {
        const std::string name = nameOf(key);
        fail(name + " must be from " + shown(low) + " to " + shown(high) + ", not " + shown(*found) + ".", name);
        return std::nullopt;
    }
    return number;
}

double JsonReader::anyNumber(std::string_view key)
{
    const json& found = value(key);
    const std::optional<double> number = numberFromJson(found);
    if (!number && !found.is_null())
        wrongType(key, "a number, \"inf\", \"-inf\" or null", found);
    return number.value_or(std::numeric_limits<double>::quiet_NaN());
}

std::optional<bool> JsonReader::boolean(std::string_view key)
{
    const json* found = find(key);
    if (!found)
        return std::nullopt;
    if (!found->is_boolean()) {
        wrongType(key, "true or false", *found);
        return std::nullopt;
    }
    return found->get<bool>();
}

std::vector<std::string> JsonReader::strings(std::string_view key)
{
    const json* found = find(key);
    if (!found)
        return {};
    const bool allText =
        found->is_array() && std::all_of(found->begin(), found->end(), [](const json& e) { return e.is_string(); });
    if (!allText) {
        wrongType(key, "a list of texts", *found);
        return {};
    }
    return found->get<std::vector<std::string>>();
}

std::uint64_t JsonReader::count(std::string_view key)
{
    return static_cast<std::uint64_t>(integer(key, 0, 0, INT64_MAX));
}

const json& JsonReader::listAt(std::string_view key, const char* wanted)
{
    static const json kNone = json::array();
    const json* found = find(key);
    if (found && !found->is_array())
        wrongType(key, wanted, *found);
    return found && found->is_array() ? *found : kNone;
}

std::vector<std::int64_t> JsonReader::wholeNumbers(std::string_view key, std::int64_t low, std::int64_t high)
{
    std::vector<std::int64_t> values;
    for (const json& value : listAt(key, "a list of whole numbers")) {
        if (!isWhole(value) || value.get<std::int64_t>() < low || value.get<std::int64_t>() > high) {
            const std::string name = nameOf(key) + "[" + std::to_string(values.size()) + "]";
            fail(name + " must be a whole number from " + std::to_string(low)
                     + (high == INT64_MAX ? "" : " to " + std::to_string(high)) + ", not " + shown(value) + ".",
                 name);
            return {};
        }
        values.push_back(value.get<std::int64_t>());
    }
    return values;
}

std::vector<double> JsonReader::numbers(std::string_view key, double low, double high)
{
    std::vector<double> values;
    for (const json& value : listAt(key, "a list of numbers")) {
        if (!value.is_number() || !(value.get<double>() >= low && value.get<double>() <= high)) {
            const std::string name = nameOf(key) + "[" + std::to_string(values.size()) + "]";
            fail(name + " must be a number from " + shown(low) + " to " + shown(high) + ", not " + shown(value) + ".",
                 name);
            return {};
        }
        values.push_back(value.get<double>());
    }
    return values;
}

std::size_t JsonReader::indexOfName(std::string_view key, const std::vector<std::string>& names)
{
    const std::string text = string(key);
    const auto found = std::find(names.begin(), names.end(), text);
    if (found != names.end())
        return static_cast<std::size_t>(found - names.begin());
    std::string all;
    for (const std::string& each : names)
        all += (all.empty() ? "" : &each == &names.back() ? " or " : ", ") + each;
    fail(nameOf(key) + " must be " + all + ", not " + shown(text) + ".", nameOf(key));
    return 0;
}

void JsonReader::format(std::string_view format, std::int64_t version)
{
    if (const std::string text = string("format"); text != format)
        fail(nameOf("format") + " must be \"" + std::string(format) + "\", not " + shown(text) + ".", nameOf("format"));
    (void)integer("version", 1, version, version);
}

void JsonReader::take(JsonReader& inner)
{
    inner.finish();
    if (inner.m_error)
        fail(inner.m_error->message, inner.m_error->subject);
}

const json& JsonReader::value(std::string_view key)
{
    static const json kNull;
    const json* found = find(key);
    return found ? *found : kNull;
}

void JsonReader::finish()
{
    if (m_error || !m_object->is_object())
        return;
    const std::vector<std::string> known(m_known.begin(), m_known.end());
    for (const auto& [key, member] : m_object->items()) {
        if (m_known.count(key) > 0)
            continue;
        std::string hint = didYouMean(key, known);
        if (hint.empty() && !known.empty()) {
            for (const std::string& each : known)
                hint += (hint.empty() ? " Known keys: " : ", ") + each;
            hint += '.';
        }
        const std::string name = printable(key);
        fail("Unknown key '" + name + "' in " + m_where + "." + hint, m_where + "." + name);
        return; // only the first error is told
    }
}

json jsonNumber(double value)
{
    if (std::isinf(value))
        return value > 0 ? "inf" : "-inf";
    return std::isnan(value) ? json() : json(value);
}

std::optional<double> numberFromJson(const json& value)
{
    if (value == "inf")
        return std::numeric_limits<double>::infinity();
    if (value == "-inf")
        return -std::numeric_limits<double>::infinity();
    return value.is_number() ? std::optional(value.get<double>()) : std::nullopt;
}

std::optional<Error> parseJson(const std::string& text, const std::string& name, json& document)
{
    // Deep nesting would exhaust the stack of the recursive destructor.
    constexpr int kDeepest = 100;
    constexpr std::size_t kLongestReason = 400; // it quotes the text that was being read, however long
    bool tooDeep = false;
    std::vector<std::set<std::string>> keys; // of the objects around
    std::optional<std::string> repeated; // the parser would take the last value without a word
    const json::parser_callback_t guard = [&](int depth, json::parse_event_t event, json& parsed) {
        tooDeep = tooDeep || depth > kDeepest;
        if (tooDeep)
            return false;
        if (event == json::parse_event_t::object_start)
            keys.emplace_back();
        else if (event == json::parse_event_t::object_end)
            keys.pop_back();
        else if (event == json::parse_event_t::key && !keys.back().insert(parsed.get<std::string>()).second
                 && !repeated)
            repeated = parsed.get<std::string>();
        return true;
    };
    try {
        document = json::parse(text, guard, true, true);
    } catch (const json::exception& exception) {
        std::string reason = exception.what(); // "[json.exception.parse_error.101] parse error at line 1, …"
        if (const std::size_t end = reason.find("] "); reason.starts_with('[') && end != std::string::npos)
            reason.erase(0, end + 2);
        return Error{ErrorCode::ConfigRefused, name + " is not valid JSON: " + printable(reason, kLongestReason) + ".",
                     name};
    }
    if (tooDeep || document.is_discarded())
        return Error{ErrorCode::ConfigRefused, name + " is nested too deeply.", name};
    if (repeated) {
        return Error{ErrorCode::ConfigRefused,
                     name + " has the key '" + printable(*repeated) + "' twice in one object; leave one of them out.",
                     printable(*repeated)};
    }
    return std::nullopt;
}

} // namespace quantiscope
