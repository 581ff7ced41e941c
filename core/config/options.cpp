// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/options.h"

#include "core/base/json_reader.h"
#include "core/base/nearest_name.h"
#include "core/config/option_builders.h"

#include <cctype>

namespace quantiscope {

using nlohmann::json;

namespace options {

std::optional<DataType> quantizedType(const json& value)
{
    const auto type = value.is_string() ? dataTypeFromName(value.get<std::string>()) : std::nullopt;
    return type && isQuantizedInteger(*type) ? type : std::nullopt;
}

bool isChoice(const json& value, std::string_view choice, std::span<const std::string_view> enumerations)
{
    if (!value.is_string())
        return false;
    const auto isText = [&value](const std::string& wanted) {
        const std::string& text = value.get_ref<const std::string&>();
        return std::equal(text.begin(), text.end(), wanted.begin(), wanted.end(),
                          [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); });
    };
    const std::string plain(choice);
    return isText(plain) || std::any_of(enumerations.begin(), enumerations.end(), [&](std::string_view enumeration) {
               return isText(std::string(enumeration) + "." + plain);
           });
}

} // namespace options

namespace {

/// Are two names the same but for letter case and underscores?
bool isSameName(std::string_view a, std::string_view b)
{
    std::size_t j = 0;
    const auto skipUnderscores = [&] {
        while (j < b.size() && b[j] == '_')
            ++j;
    };
    for (const unsigned char c : a) {
        if (c == '_')
            continue;
        skipUnderscores();
        if (j == b.size() || std::tolower(c) != std::tolower(static_cast<unsigned char>(b[j])))
            return false;
        ++j;
    }
    skipUnderscores();
    return j == b.size();
}

/// A text in lower case and without underscores.
std::string normalized(std::string_view name)
{
    std::string text;
    for (const char c : name) {
        if (c != '_')
            text += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    return text;
}

/// The entry of @p table that @p name means, or null.
template <typename T>
const T* named(std::span<const T> table, std::string_view name)
{
    for (const T& each : table) {
        if (isSameName(each.name, name))
            return &each;
    }
    return nullptr;
}

/// Does @p text begin like a JSON list or object? No option's plain text does.
bool looksLikeJson(const std::string& text)
{
    return !text.empty() && (text.front() == '[' || text.front() == '{');
}

json valueFromText(const std::string& text)
{
    json parsed; // not nested deeply: writing it out in a message is recursive
    if (!parseJson(text, {}, parsed))
        return parsed;
    const std::string lower = normalized(text);
    if (lower == "true" || lower == "false")
        return lower == "true";
    return text;
}

json listFromText(const std::string& text, OptionSpec::Form form)
{
    json list = json::array();
    std::size_t first = 0;
    while (first <= text.size()) {
        const std::size_t comma = std::min(text.find(',', first), text.size());
        std::string part = text.substr(first, comma - first);
        part.erase(0, part.find_first_not_of(' '));
        part.erase(part.find_last_not_of(' ') + 1);
        if (!part.empty())
            list.push_back(form == OptionSpec::Form::Numbers ? valueFromText(part) : json(std::move(part)));
        first = comma + 1;
    }
    return list;
}

/// A value in a message; a long one is cut.
std::string shown(const json& value)
{
    constexpr std::size_t kMost = 200;
    std::string text = value.dump(-1, ' ', false, json::error_handler_t::replace);
    if (text.size() <= kMost)
        return text;
    std::size_t length = kMost;
    while (length > 0 && (text[length] & 0xC0) == 0x80) // inside a UTF-8 character
        --length;
    return text.substr(0, length) + "…";
}

Result<void> wrongValue(const std::string& name, const std::string& wanted, const json& value, ErrorCode code)
{
    if (wanted.empty())
        return {};
    return Error{code, "Option " + name + " needs " + wanted + ", not " + shown(value) + ".", name};
}

Error unknownOption(std::string_view name, ErrorCode code)
{
    std::vector<std::string> names;
    for (const OptionSpec& spec : optionSpecs())
        names.push_back(spec.name);
    for (const OptionSynonym& synonym : optionSynonyms())
        names.push_back(synonym.name);
    for (const UnavailableOption& option : unavailableOptions())
        names.push_back(option.name);
    return {code,
            "Unknown option '" + std::string(name) + "'." + didYouMean(name, names)
                + " 'qscope presets --options' lists all options.",
            std::string(name)};
}

/// Sets an option again: does that change what it says?
bool changesAgain(QuantConfig& config, std::string_view name, const json& value)
{
    const auto changes = [&](const auto& option) {
        const json before = option.get(config);
        return option.set(config, value).empty() && option.get(config) != before;
    };
    if (const OptionSpec* spec = named(optionSpecs(), name))
        return changes(*spec);
    const OptionSynonym* synonym = named(optionSynonyms(), name);
    return synonym && changes(*synonym);
}

} // namespace

std::span<const OptionSpec> optionSpecs()
{
    static const std::vector<OptionSpec> kSpecs = [] {
        std::vector<OptionSpec> all;
        for (const auto table : {options::typeOptions, options::calibrationOptions, options::randomDataOptions,
                                 options::preparationOptions, options::equalizationOptions, options::selectionOptions,
                                 options::placementOptions, options::biasOptions, options::npuOptions,
                                 options::alignmentOptions, options::overrideOptions, options::ignoredOptions}) {
            for (OptionSpec& spec : table())
                all.push_back(std::move(spec));
        }
        return all;
    }();
    return kSpecs;
}

Result<void> setOption(QuantConfig& config, std::string_view name, const json& value, ErrorCode code)
{
    if (const OptionSpec* spec = named(optionSpecs(), name))
        return wrongValue(spec->name, spec->set(config, value), value, code);
    if (const OptionSynonym* synonym = named(optionSynonyms(), name))
        return wrongValue(synonym->name, synonym->set(config, value), value, code);
    const UnavailableOption* unavailable = named(unavailableOptions(), name);
    if (!unavailable)
        return unknownOption(name, code);
    if (value == unavailable->off)
        return {};
    return Error{code, "Option " + unavailable->name + " " + unavailable->needs + ".", unavailable->name};
}

const OptionSpec* optionNamed(std::string_view name)
{
    return named(optionSpecs(), name);
}

std::string canonicalOptionName(std::string_view name)
{
    if (const OptionSpec* spec = named(optionSpecs(), name))
        return spec->name;
    const OptionSynonym* synonym = named(optionSynonyms(), name);
    return synonym ? synonym->name : std::string();
}

Result<void> setOptions(QuantConfig& config, const json& options, ErrorCode code)
{
    QuantConfig result = config;
    for (const auto& [name, value] : options.items()) {
        if (const Result<void> set = setOption(result, name, value, code); !set)
            return set;
    }
    // What holds does not change when it is set again; otherwise another one has undone it. Only the options' own
    // values are compared: whole configurations, which may be large, once for each option would take for ever.
    QuantConfig again = result;
    for (const auto& [name, value] : options.items()) {
        if (!changesAgain(again, name, value))
            continue;
        for (const auto& [other, otherValue] : options.items()) {
            if (other != name && changesAgain(again, other, otherValue))
                return Error{code, "Options '" + name + "' and '" + other + "' contradict each other; leave one out.",
                             name};
        }
    }
    config = std::move(result);
    return {};
}

std::string overruledOption(QuantConfig config, const json& options)
{
    for (const auto& [name, value] : options.items()) {
        if (changesAgain(config, name, value))
            return name;
    }
    return {};
}

Result<void> setOptionFromText(QuantConfig& config, std::string_view assignment)
{
    const std::size_t equals = assignment.find('=');
    if (equals == std::string_view::npos || equals == 0) {
        return Error{ErrorCode::InvalidArgument, "--set needs OPTION=VALUE, not '" + std::string(assignment) + "'.",
                     "--set"};
    }
    const std::string_view name = assignment.substr(0, equals);
    const std::string text(assignment.substr(equals + 1));
    const OptionSpec* spec = optionNamed(name);
    // A list may be given without brackets and quotes.
    json parsed;
    if (spec && looksLikeJson(text)) {
        if (const auto error = parseJson(text, "The value of option " + spec->name, parsed))
            return Error{ErrorCode::InvalidArgument, error->message, spec->name};
        return setOption(config, name, parsed, ErrorCode::InvalidArgument);
    }
    const bool isList = spec && spec->form != OptionSpec::Form::Value && text != "null";
    return setOption(config, name, isList ? listFromText(text, spec->form) : valueFromText(text),
                     ErrorCode::InvalidArgument);
}

} // namespace quantiscope
