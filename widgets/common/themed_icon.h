// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QString>

namespace quantiscope {

/// On what an icon lies.
enum class IconGround
{
    Plain,
    Accent, ///< a primary button
    Outlined, ///< a button with text and frame in the accent colour
    Error, ///< a message of an error, which its icon shares the colour of
    Done, ///< a sign that all is well
};

/// The icon resources/icons/NAME.svg in the theme's text colour, whatever theme is in force when it is painted; dimmed
/// when disabled, in the accent colour when checked. On a plain ground "warning" and "error" keep their own colours.
/// The SVG draws with "currentColor" on a grid of 16.
[[nodiscard]] QIcon themedIcon(const QString& name, IconGround ground = IconGround::Plain);

} // namespace quantiscope
