// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/number_text.h"

#include <QLocale>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace quantiscope {

QString numberText(double value, char format, int precision)
{
    if (std::isnan(value))
        return QStringLiteral("—");
    if (std::isinf(value))
        return value < 0.0 ? QStringLiteral("−∞") : QStringLiteral("∞");
    QString text = QLocale().toString(value, format, precision);
    const auto isDigitButZero = [](QChar character) { return character.digitValue() > 0; };
    if (std::none_of(text.cbegin(), text.cend(), isDigitButZero) && text.startsWith(QLatin1Char('-')))
        text.remove(0, 1); // what is rounded to nothing has no sign
    return text.replace(QLatin1Char('-'), QChar(0x2212));
}

QString numberNearOneText(double value, char format, int precision)
{
    constexpr double kFar = 0.5; // from there on a digit tells it
    const double distance = std::abs(1.0 - value);
    if (!(distance > 0.0 && distance < kFar))
        return numberText(value, format, precision);
    const int decimals = int(std::ceil(-std::log10(distance)));
    return numberText(value, format, std::max(precision, format == 'f' || value < 1.0 ? decimals : decimals + 1));
}

QString superscript(int value)
{
    static const QString kDigits = QStringLiteral("⁰¹²³⁴⁵⁶⁷⁸⁹");
    QString text = value < 0 ? QStringLiteral("⁻") : QString();
    for (const QChar digit : QString::number(std::abs(value)))
        text += kDigits[digit.digitValue()];
    return text;
}

} // namespace quantiscope
