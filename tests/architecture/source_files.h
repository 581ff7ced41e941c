// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/source_directory.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QString>
#include <QStringList>

namespace quantiscope::test {

/// The repository.
inline QDir root()
{
    return QDir(QString::fromStdString(sourceDirectory().string()));
}

/// The lines of the file at @p path, without their ends; none when it cannot be read.
inline QStringList readLines(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QStringList lines = QString::fromUtf8(file.readAll()).split('\n');
    if (!lines.isEmpty() && lines.last().isEmpty())
        lines.removeLast();
    return lines;
}

/// Paths below @p folder, relative to the repository and sorted, whose names match @p patterns.
inline QStringList filesBelow(const QString& folder, const QStringList& patterns)
{
    QStringList files;
    QDirIterator found(root().filePath(folder), patterns, QDir::Files, QDirIterator::Subdirectories);
    while (found.hasNext())
        files += root().relativeFilePath(found.next());
    files.sort();
    return files;
}

} // namespace quantiscope::test
