// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/options.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace quantiscope::options {

using Reason = std::string (*)(const QuantConfig&);

/// The tables, one per group of options; see optionSpecs().
[[nodiscard]] std::vector<OptionSpec> typeOptions();
[[nodiscard]] std::vector<OptionSpec> calibrationOptions();
[[nodiscard]] std::vector<OptionSpec> randomDataOptions();
[[nodiscard]] std::vector<OptionSpec> preparationOptions();
[[nodiscard]] std::vector<OptionSpec> equalizationOptions();
[[nodiscard]] std::vector<OptionSpec> selectionOptions();
[[nodiscard]] std::vector<OptionSpec> placementOptions();
[[nodiscard]] std::vector<OptionSpec> biasOptions();
[[nodiscard]] std::vector<OptionSpec> npuOptions();
[[nodiscard]] std::vector<OptionSpec> alignmentOptions();
[[nodiscard]] std::vector<OptionSpec> overrideOptions();
[[nodiscard]] std::vector<OptionSpec> ignoredOptions();

/// @p table with the heading @p group.
[[nodiscard]] inline std::vector<OptionSpec> grouped(const char* group, std::vector<OptionSpec> table)
{
    for (OptionSpec& spec : table)
        spec.group = group;
    return table;
}

/// @p spec, which does nothing where one of @p reasons says so, besides the reasons that it has; the first that does is
/// told, those that it has last.
template <typename... Reasons>
OptionSpec unless(OptionSpec spec, Reasons... reasons)
{
    spec.inert = [list = std::array<Reason, sizeof...(Reasons)>{reasons...},
                  others = std::move(spec.inert)](const QuantConfig& config) {
        for (const Reason reason : list) {
            if (std::string text = reason(config); !text.empty())
                return text;
        }
        return others(config);
    };
    return spec;
}

/// @p spec as a field of an algorithm: see OptionSpec::isOfAlgorithm.
[[nodiscard]] inline OptionSpec ofAlgorithm(OptionSpec spec)
{
    spec.isOfAlgorithm = true;
    return spec;
}

/// Where an option lives: a member of the configuration, or of one of its groups.
template <typename T>
auto field(T QuantConfig::*member)
{
    return [member](auto& config) -> auto&
    {
        return config.*member;
    };
}

template <typename Group, typename T>
auto field(Group QuantConfig::*group, T Group::*member)
{
    return [ group, member ](auto& config) -> auto&
    {
        return config.*group.*member;
    };
}

template <typename Field>
OptionSpec boolOption(const char* name, Field at, const char* meaning)
{
    return {name, "true | false", meaning, [at](const QuantConfig& config) { return nlohmann::json(at(config)); },
            [at](QuantConfig& config, const nlohmann::json& value) -> std::string {
                if (!value.is_boolean())
                    return "true or false";
                at(config) = value.get<bool>();
                return {};
            }};
}

/// @p undecided says what null stands for: "as OptimizeModel".
template <typename Field>
OptionSpec triStateOption(const char* name, Field at, const char* undecided, const char* meaning)
{
    return {name, "true | false | null (" + std::string(undecided) + ")", meaning,
            [at](const QuantConfig& config) { return at(config) ? nlohmann::json(*at(config)) : nlohmann::json(); },
            [at](QuantConfig& config, const nlohmann::json& value) -> std::string {
                if (value.is_null())
                    at(config).reset();
                else if (value.is_boolean())
                    at(config) = value.get<bool>();
                else
                    return "true, false or null";
                return {};
            }};
}

[[nodiscard]] inline bool isTextList(const nlohmann::json& value)
{
    return value.is_array()
        && std::all_of(value.begin(), value.end(), [](const nlohmann::json& e) { return e.is_string(); });
}

/// A list of texts; @p what says of what: "operator types".
template <typename Field>
OptionSpec listOption(const char* name, Field at, const char* what, const char* meaning)
{
    return {name,
            std::string("list of ") + what,
            meaning,
            [at](const QuantConfig& config) { return nlohmann::json(at(config)); },
            [at, what](QuantConfig& config, const nlohmann::json& value) -> std::string {
                if (!isTextList(value))
                    return std::string("a list of ") + what;
                at(config) = value.get<std::vector<std::string>>();
                return {};
            },
            OptionSpec::Form::Texts};
}

[[nodiscard]] inline std::optional<std::int64_t> wholeNumber(const nlohmann::json& value, std::int64_t low,
                                                             std::int64_t high)
{
    // Unsigned numbers above INT64_MAX would wrap when they are compared with or read as signed ones.
    const bool fits = value.is_number_integer()
        && (!value.is_number_unsigned() || value.get<std::uint64_t>() <= static_cast<std::uint64_t>(INT64_MAX));
    const std::int64_t whole = fits ? value.get<std::int64_t>() : 0;
    return fits && whole >= low && whole <= high ? std::optional(whole) : std::nullopt;
}

[[nodiscard]] inline std::optional<double> number(const nlohmann::json& value, double low, double high)
{
    if (!value.is_number())
        return std::nullopt;
    const double real = value.get<double>();
    return real >= low && real <= high ? std::optional(real) : std::nullopt;
}

template <typename Field>
OptionSpec integerOption(const char* name, Field at, std::int64_t low, std::int64_t high, const char* meaning)
{
    const std::string range = std::to_string(low) + " to " + std::to_string(high);
    return {name, "whole number, " + range, meaning,
            [at](const QuantConfig& config) { return nlohmann::json(at(config)); },
            [=](QuantConfig& config, const nlohmann::json& value) -> std::string {
                const auto whole = wholeNumber(value, low, high);
                if (!whole)
                    return "a whole number from " + range;
                at(config) = static_cast<std::decay_t<decltype(at(config))>>(*whole);
                return {};
            }};
}

/// A real number that @p wanted describes: at least @p low, at most @p high.
template <typename Field>
OptionSpec numberOption(const char* name, Field at, double low, double high, const char* wanted, const char* meaning)
{
    return {name, wanted, meaning, [at](const QuantConfig& config) { return nlohmann::json(at(config)); },
            [=](QuantConfig& config, const nlohmann::json& value) -> std::string {
                const auto real = number(value, low, high);
                if (!real)
                    return wanted;
                at(config) = *real;
                return {};
            }};
}

/// Is @p value the text @p choice? The reference writes some values as members of a Python enumeration, so that
/// "ScaleType.PowerOf2" is PowerOf2 if @p enumerations has ScaleType. Letter case does not matter.
[[nodiscard]] bool isChoice(const nlohmann::json& value, std::string_view choice,
                            std::span<const std::string_view> enumerations = {});

/// How the reference's two interfaces call the enumeration of calibration methods.
inline constexpr std::array<std::string_view, 2> kMethodEnumerations{"CalibrationMethod", "CalibMethod"};

/// An option with one of a few texts as value.
template <typename Value, std::size_t N, typename Field>
OptionSpec choiceOption(const char* name, const char* values, Field at,
                        std::array<std::pair<const char*, Value>, N> choices, const char* meaning)
{
    return {name, values, meaning,
            [=](const QuantConfig& config) {
                for (const auto& [text, choice] : choices) {
                    if (at(config) == choice)
                        return nlohmann::json(text);
                }
                return nlohmann::json();
            },
            [=](QuantConfig& config, const nlohmann::json& value) -> std::string {
                const std::array<std::string_view, 1> own{name};
                for (const auto& [text, choice] : choices) {
                    if (isChoice(value, text, own)) {
                        at(config) = choice;
                        return {};
                    }
                }
                return std::string("one of ") + values;
            }};
}

/// An 8- or 16-bit integer type: "Int8", "QInt8", "int8".
[[nodiscard]] std::optional<DataType> quantizedType(const nlohmann::json& value);

} // namespace quantiscope::options
