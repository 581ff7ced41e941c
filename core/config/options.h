// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/quant_config.h"

#include <nlohmann/json.hpp>

#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace quantiscope {

/// One named option: what it is called, what it means, and where it lives in a QuantConfig.
struct OptionSpec
{
    /// How a value may be written on a command line besides JSON.
    enum class Form
    {
        Value, ///< true, a number or a text
        Texts, ///< texts between commas
        Numbers, ///< numbers between commas
    };

    std::string name; ///< the reference quantizer's name where it has one
    std::string values; ///< what may be given: "true | false", "Int8 | UInt8 | …"
    std::string meaning; ///< one sentence
    std::function<nlohmann::json(const QuantConfig&)> get;
    /// Sets it from a JSON value; an empty text when it fits, otherwise what was wanted ("true or false"). The
    /// configuration is untouched then.
    std::function<std::string(QuantConfig&, const nlohmann::json&)> set;
    Form form = Form::Value;
    std::string group = {}; ///< heading under which it is shown: "Calibration"
    /// Why it does nothing in a configuration ("EnableNPUCnn is false"), or an empty text when it acts.
    std::function<std::string(const QuantConfig&)> inert = [](const QuantConfig&) { return std::string(); };
    bool isOfAlgorithm = false; ///< a field of an algorithm's configuration, which recipes write as "algorithms"
};

/// The heading of options that only steer the reference's own implementation.
inline constexpr const char* kIgnoredGroup = "Without effect here";

/// Another name of the reference for what options say here; it is read, never written.
struct OptionSynonym
{
    std::string name;
    std::string values;
    std::string meaning; ///< what it stands for
    std::function<std::string(QuantConfig&, const nlohmann::json&)> set; ///< as OptionSpec::set
    std::function<nlohmann::json(const QuantConfig&)> get; ///< everything that @ref set may change
};

/// An option of the reference that this version does not have. Its "off" value is taken, since it asks for nothing.
struct UnavailableOption
{
    std::string name;
    nlohmann::json off; ///< the reference's default
    std::string needs; ///< the end of the sentence "Option X …": "needs bfloat16 types, which …"
};

/// All options, group by group, in the order in which they are shown. Source: quark_behaviour section 2.
[[nodiscard]] std::span<const OptionSpec> optionSpecs();
[[nodiscard]] std::span<const OptionSynonym> optionSynonyms();
[[nodiscard]] std::span<const UnavailableOption> unavailableOptions();

/// Sets option @p name; letter case and underscores do not matter (per_channel = PerChannel). An unknown name gives
/// the nearest one, a value of the wrong type or out of range says what is allowed. @p code is the error's kind.
[[nodiscard]] Result<void> setOption(QuantConfig& config, std::string_view name, const nlohmann::json& value,
                                     ErrorCode code);

/// setOption() of every member of @p options. Two that cannot hold both ({"PerChannel": true, "per_channel": false}, or
/// ScaleType beside a synonym that says something else) are an error: the order of members means nothing. The time
/// grows with the size of @p options, not with its square.
[[nodiscard]] Result<void> setOptions(QuantConfig& config, const nlohmann::json& options, ErrorCode code);

/// The first member of @p options, all of which have been set before, that does not hold in @p config any more: what
/// was set after it said something else. Empty when all hold. Time and memory as for setOptions().
[[nodiscard]] std::string overruledOption(QuantConfig config, const nlohmann::json& options);

/// The option that @p name means in any of its spellings, or null; synonyms are no options of their own.
[[nodiscard]] const OptionSpec* optionNamed(std::string_view name);

/// The name of the option or synonym that @p name means, as the tables have it; empty when there is none.
[[nodiscard]] std::string canonicalOptionName(std::string_view name);

/// setOption() from `--set NAME=VALUE`: VALUE is true, false, a number, a comma-separated list, JSON, or a text. What
/// begins as a JSON list or object but is none is an error with the place of the mistake.
[[nodiscard]] Result<void> setOptionFromText(QuantConfig& config, std::string_view assignment);

} // namespace quantiscope
