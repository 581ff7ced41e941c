// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/runs_folder_use.h"

#include <QCryptographicHash>
#include <QDir>
#include <QStandardPaths>
#include <QUuid>

namespace quantiscope {

namespace {

/// How the names of notes about @p folder begin.
QString beginOf(const std::filesystem::path& folder)
{
    std::error_code ec;
    const std::filesystem::path canonical = std::filesystem::weakly_canonical(folder, ec);
    const std::string text = (ec ? folder : canonical).string();
    return QString::fromLatin1(
               QCryptographicHash::hash(QByteArray::fromStdString(text), QCryptographicHash::Sha256).toHex())
        + QLatin1Char('.');
}

std::unique_ptr<QLockFile> noteAt(const QString& file)
{
    auto note = std::make_unique<QLockFile>(file);
    note->setStaleLockTime(0); // it holds as long as its process lives, however old it is
    return note;
}

} // namespace

QString runsFolderNotes()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation)
        + QStringLiteral("/quantiscope/windows");
}

void RunsFolderUse::set(const std::filesystem::path& folder)
{
    m_note.reset();
    if (folder.empty() || !QDir().mkpath(m_notes))
        return;
    const QString name = beginOf(folder) + QUuid::createUuid().toString(QUuid::WithoutBraces);
    m_note = noteAt(QDir(m_notes).filePath(name));
    (void)m_note->tryLock(0); // without it others only tell of files that they need not tell of
}

bool isUsedElsewhere(const QString& notes, const std::filesystem::path& folder, const QString& own)
{
    const QDir directory(notes);
    for (const QString& name : directory.entryList({beginOf(folder) + QLatin1Char('*')}, QDir::Files)) {
        const QString file = directory.filePath(name);
        if (file != own && !noteAt(file)->tryLock(0))
            return true;
    }
    return false;
}

} // namespace quantiscope
