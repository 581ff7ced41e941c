// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

class QCoreApplication;

namespace quantiscope {

/// Languages that the window speaks: "en", "zh_CN".
[[nodiscard]] QStringList languages();

/// The name of a language in itself: "English", "简体中文".
[[nodiscard]] QString languageName(const QString& language);

/// Loads the texts of @p language, of the system's when it is empty, and English where there are none, in the
/// place of those of an earlier call. Call it before widgets are made.
void installTranslations(QCoreApplication& application, const QString& language);

} // namespace quantiscope
