// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace quantiscope {

/// A number in the user's locale, as QLocale::toString() writes it, with a real minus sign; "∞" where it has no end and
/// "—" where it is none.
[[nodiscard]] QString numberText(double value, char format, int precision);

/// The same with as many more digits as tell it from 1 where it is not 1: "0.99997", not "1.0000".
[[nodiscard]] QString numberNearOneText(double value, char format, int precision);

/// "⁻¹²": the digits of an exponent.
[[nodiscard]] QString superscript(int value);

} // namespace quantiscope
