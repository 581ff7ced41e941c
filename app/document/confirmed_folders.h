// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSettings>

#include <filesystem>

namespace quantiscope {

/// Folders that the user chose for runs, or had runs made in, in whatever window: files of runs may be deleted there.
/// Kept in the settings below "runs/confirmed/", one key for each, so that windows do not take each other's away.
class ConfirmedFolders final
{
public:
    /// @p store must outlive it.
    explicit ConfirmedFolders(QSettings& store) : m_store(store) { }

    /// @p folder is canonical, here and below.
    void add(const std::filesystem::path& folder);
    /// As the settings are now, whoever wrote them. Reads their file when it changed.
    [[nodiscard]] bool contains(const std::filesystem::path& folder) const;

private:
    QSettings& m_store;
};

} // namespace quantiscope
