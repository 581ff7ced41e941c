// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/confirmed_folders.h"

#include "widgets/common/text.h"

#include <QCryptographicHash>

namespace quantiscope {

namespace {

/// A path's separators would make groups of the settings.
QString keyOf(const std::filesystem::path& folder)
{
    const QByteArray hash =
        QCryptographicHash::hash(QByteArray::fromStdString(folder.string()), QCryptographicHash::Sha256);
    return QStringLiteral("runs/confirmed/") + QString::fromLatin1(hash.toHex());
}

} // namespace

void ConfirmedFolders::add(const std::filesystem::path& folder)
{
    m_store.setValue(keyOf(folder), pathText(folder));
    m_store.sync();
}

bool ConfirmedFolders::contains(const std::filesystem::path& folder) const
{
    m_store.sync();
    return m_store.contains(keyOf(folder));
}

} // namespace quantiscope
