// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/recipe/option_rows.h"

#include "core/config/inert_reasons.h"
#include "core/config/option_checks.h"
#include "core/config/presets.h"
#include "widgets/common/text.h"
#include "widgets/recipe/json_text.h"

#include <QCoreApplication>
#include <QLocale>
#include <QRegularExpression>

#include <algorithm>

namespace quantiscope {

namespace {

using nlohmann::json;

OptionSpec methodRow()
{
    OptionSpec spec;
    spec.name = kMethodOption;
    spec.meaning =
        QT_TRANSLATE_NOOP("quantiscope::EngineText", "How ranges of activations are found from the samples.");
    // That of a family ("PowerOfTwoMethod.MinMSE") sets ScaleType as well, which is a row of its own here.
    spec.values = "MinMax | NonOverflow | Percentile | LayerwisePercentile | MinMSE | Entropy";
    spec.get = [](const QuantConfig& config) { return json(methodName(config.calibration.method)); };
    spec.set = [wanted = "one of " + spec.values](QuantConfig& config, const json& value) {
        return value.is_string() && applyCalibrationMethod(config, value.get<std::string>()) ? std::string() : wanted;
    };
    spec.group = "Calibration";
    spec.inert = [](const QuantConfig& config) { return options::noMethod(config); };
    return spec;
}

QString automatic()
{
    return QCoreApplication::translate("quantiscope::Options", "automatic");
}

/// The alternatives of @p values, without what stands in brackets behind them.
QStringList alternativesOf(const OptionSpec& spec)
{
    QString values = toQt(spec.values);
    values.remove(QRegularExpression(QStringLiteral("\\s*\\([^()]*\\)")));
    QStringList parts = values.split(QStringLiteral(" | "));
    for (QString& part : parts)
        part = part.trimmed();
    return parts;
}

} // namespace

const std::vector<OptionSpec>& optionRows()
{
    static const std::vector<OptionSpec> kRows = [] {
        std::vector<OptionSpec> rows;
        bool hasMethod = false;
        for (const OptionSpec& spec : optionSpecs()) {
            if (!hasMethod && spec.group == "Calibration") {
                rows.push_back(methodRow());
                hasMethod = true;
            }
            rows.push_back(spec);
        }
        return rows;
    }();
    return kRows;
}

std::optional<std::size_t> optionRowNamed(std::string_view name)
{
    const std::vector<OptionSpec>& rows = optionRows();
    const auto found =
        std::find_if(rows.begin(), rows.end(), [&](const OptionSpec& spec) { return spec.name == name; });
    return found == rows.end() ? std::nullopt : std::optional<std::size_t>(found - rows.begin());
}

OptionForm formOf(const OptionSpec& spec)
{
    static const QRegularExpression kWord(QStringLiteral("^-?[A-Za-z0-9_]+$"));
    static const QRegularExpression kWhole(QStringLiteral("^whole number, (-?\\d+) to (\\d+)$"));
    if (spec.values.starts_with('{'))
        return {OptionEditor::Table, {}, 0, 0};
    const QStringList parts = alternativesOf(spec);
    if (parts == QStringList{QStringLiteral("true"), QStringLiteral("false")})
        return {OptionEditor::Check, {}, 0, 0};
    if (const auto whole = kWhole.match(parts.front()); whole.hasMatch() && parts.size() == 1) {
        bool fits = false;
        const int high = whole.captured(2).toInt(&fits);
        if (fits)
            return {OptionEditor::Number, {}, whole.captured(1).toInt(), high};
    }
    const bool areWords = parts.size() > 1
        && std::all_of(parts.begin(), parts.end(), [](const QString& part) { return kWord.match(part).hasMatch(); });
    if (!areWords)
        return {};
    OptionForm form{OptionEditor::Choice, {}, 0, 0};
    for (const QString& part : parts) {
        json value = json::parse(toStd(part), nullptr, false);
        if (value.is_discarded())
            value = toStd(part);
        form.choices.push_back({optionText(value), std::move(value)});
    }
    return form;
}

QString optionText(const json& value)
{
    if (value.is_null())
        return automatic();
    if (value.is_boolean())
        return value.get<bool>() ? QStringLiteral("True") : QStringLiteral("False");
    if (value.is_string() && !value.get_ref<const std::string&>().empty())
        return toQt(value.get_ref<const std::string&>());
    if (value.empty() || value.is_string())
        return QCoreApplication::translate("quantiscope::Options", "none");
    if (value.is_array()
        && std::all_of(value.begin(), value.end(), [](const json& each) { return each.is_primitive(); })) {
        QStringList parts;
        for (const json& each : value)
            parts.append(each.is_string() ? toQt(each.get_ref<const std::string&>()) : jsonText(each));
        return parts.join(QStringLiteral(", "));
    }
    return jsonText(value);
}

json optionValue(const OptionSpec& spec, const QString& text)
{
    const QString typed = text.trimmed();
    if (typed == automatic())
        return nullptr;
    const bool isNone = typed.isEmpty() || typed == optionText(json(""));
    if (spec.form != OptionSpec::Form::Value && !typed.startsWith(QLatin1Char('['))
        && !typed.startsWith(QLatin1String("null"))) {
        json list = json::array();
        for (const QString& part : isNone ? QStringList() : typed.split(QLatin1Char(','), Qt::SkipEmptyParts)) {
            json number = spec.form == OptionSpec::Form::Numbers ? json::parse(toStd(part.trimmed()), nullptr, false)
                                                                 : json(toStd(part.trimmed()));
            list.push_back(number.is_discarded() ? json(toStd(part.trimmed())) : std::move(number));
        }
        return list;
    }
    if (isNone) {
        // Nothing of what the option holds: a list, a table or a text.
        const json usual = spec.get(QuantConfig());
        return usual.is_array() || usual.is_object() ? json(usual.type()) : json("");
    }
    json value = json::parse(toStd(typed), nullptr, false);
    const bool isJson = typed.startsWith(QLatin1Char('[')) || typed.startsWith(QLatin1Char('{'));
    if (value.is_discarded() && !isJson)
        value = toStd(typed);
    return value;
}

} // namespace quantiscope
