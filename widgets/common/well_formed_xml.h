// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace quantiscope {

/// @p xml, UTF-8 as Qt's writers make it, with U+FFFD in place of the characters that XML 1.0 does not allow (control
/// characters, U+FFFE, U+FFFF): names from files may hold any, and no viewer opens a drawing with one of them.
[[nodiscard]] QByteArray wellFormedXml(const QByteArray& xml);

} // namespace quantiscope
