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
    std::string name; ///< the reference quantizer's name where it has one
    std::string values; ///< what may be given: "true | false", "Int8 | UInt8 | …"
    std::string meaning; ///< one sentence
    std::function<nlohmann::json(const QuantConfig&)> get;
    /// Sets it from a JSON value; an empty text when it fits, otherwise what was wanted ("true or false").
    std::function<std::string(QuantConfig&, const nlohmann::json&)> set;
};

/// All options, in the order in which they are shown.
[[nodiscard]] std::span<const OptionSpec> optionSpecs();

/// Sets option @p name; letter case and underscores do not matter (per_channel = PerChannel). An unknown name gives
/// the nearest one, a value of the wrong type or out of range says what is allowed. @p code is the error's kind.
[[nodiscard]] Result<void> setOption(QuantConfig& config, std::string_view name, const nlohmann::json& value,
                                     ErrorCode code);

/// setOption() from `--set NAME=VALUE`: VALUE is true, false, a number, a comma-separated list, or a text.
[[nodiscard]] Result<void> setOptionFromText(QuantConfig& config, std::string_view assignment);

} // namespace quantiscope
