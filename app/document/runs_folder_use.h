// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLockFile>
#include <QString>

#include <filesystem>
#include <memory>
#include <utility>

namespace quantiscope {

/// Tells the user's other windows in which folder of runs this one works, as long as its process lives.
class RunsFolderUse final
{
public:
    /// @p notes is the folder where windows say so.
    explicit RunsFolderUse(QString notes) : m_notes(std::move(notes)) { }

    /// @p folder need not exist; empty: none.
    void set(const std::filesystem::path& folder);
    /// This window's note; empty when there is none.
    [[nodiscard]] QString note() const { return m_note ? m_note->fileName() : QString(); }

private:
    QString m_notes;
    std::unique_ptr<QLockFile> m_note;
};

/// Where windows say it.
[[nodiscard]] QString runsFolderNotes();

/// Does a window say in @p notes that it works in @p folder, another one than that with the note @p own? Notes of
/// windows that do not live any more are removed.
[[nodiscard]] bool isUsedElsewhere(const QString& notes, const std::filesystem::path& folder, const QString& own);

} // namespace quantiscope
