// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/sample_files.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

namespace quantiscope {

QString sampleFolder()
{
    const QDir programs(QCoreApplication::applicationDirPath());
    // Installed: PREFIX/bin and PREFIX/share. In a build folder: build/PRESET/bin (tests: build/PRESET/tests).
    for (const QString& place :
         {QStringLiteral("../share/quantiscope/sample"), QStringLiteral("../../../resources/sample")}) {
        const QString folder = QDir::cleanPath(programs.filePath(place));
        if (QFileInfo::exists(folder + QStringLiteral("/recipe.json")))
            return folder;
    }
    return {};
}

} // namespace quantiscope
