// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/options.h"

#include <QString>

#include <optional>
#include <vector>

namespace quantiscope {

/// The options as the window shows them: optionSpecs() with CalibrateMethod, which recipes write elsewhere, in front of
/// its group.
[[nodiscard]] const std::vector<OptionSpec>& optionRows();

/// Position in optionRows(); nothing for an unknown name.
[[nodiscard]] std::optional<std::size_t> optionRowNamed(std::string_view name);

/// How an option is edited.
enum class OptionEditor
{
    Check, ///< true or false
    Choice, ///< one of a few words
    Number, ///< a whole number within bounds
    Text, ///< a text, a list between commas or JSON
    Table, ///< JSON of several lines
};

struct OptionChoice
{
    QString text; ///< "MinMSE", "True", "automatic"
    nlohmann::json value;
};

struct OptionForm
{
    OptionEditor editor = OptionEditor::Text;
    std::vector<OptionChoice> choices; ///< of Choice
    int low = 0; ///< of Number
    int high = 0;
};

/// What OptionSpec::values says about the editor.
[[nodiscard]] OptionForm formOf(const OptionSpec& spec);

/// "True", "MinMSE", "0.01", "Conv, Gemm", "automatic" for null, "none" for an empty list or text.
[[nodiscard]] QString optionText(const nlohmann::json& value);

/// A text that somebody typed, read as optionText() writes it or as JSON. Discarded when it begins as JSON and is none.
[[nodiscard]] nlohmann::json optionValue(const OptionSpec& spec, const QString& text);

} // namespace quantiscope
