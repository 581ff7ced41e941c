// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string_view>

namespace quantiscope {

/// What the engine's tables say of presets and options (groups, meanings, values, why one does nothing) in the user's
/// language; in English where there is no translation. Names of options and presets, and the sentences of errors and
/// warnings, are shown with toQt(): they are the same in every language.
[[nodiscard]] QString engineText(std::string_view text);

} // namespace quantiscope
