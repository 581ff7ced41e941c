// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/command_palette.h"

#include <QAbstractListModel>

namespace quantiscope {

/// The entries of the palette that fit what was typed, best first; those of a group together, under a row with its
/// heading, which cannot be chosen.
class PaletteModel final : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role
    {
        DetailRole = Qt::UserRole, ///< QString
        ShortcutRole, ///< QString
        IconRole, ///< QString, a name
        ReasonRole, ///< QString; not empty: disabled
        WordsRole, ///< QStringList, what was typed
        HeadingRole, ///< bool: no entry, but the heading of those that follow
    };

    static constexpr int kMost = 200; ///< entries that are offered; more cannot be read

    using QAbstractListModel::QAbstractListModel;

    void setEntries(std::vector<PaletteEntry> entries);
    void setTyped(const QString& typed);
    [[nodiscard]] std::size_t fitting() const { return m_candidates.size(); } ///< also those beyond kMost
    [[nodiscard]] std::size_t total() const { return m_entries.size(); }
    [[nodiscard]] bool isHeading(int row) const { return m_rows[std::size_t(row)].isHeading; }
    /// The entry at @p row; at a heading the first of its group.
    [[nodiscard]] const PaletteEntry& entry(int row) const { return m_entries[m_rows[std::size_t(row)].entry]; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    /// Where the letters of an entry begin in m_letters: those that are shown, then those that only fit.
    struct Letters
    {
        qsizetype text;
        qsizetype others;
    };
    struct Row
    {
        std::size_t entry = 0;
        bool isHeading = false;
    };

    void addLetters(const QString& text);
    [[nodiscard]] int rank(std::size_t entry) const;
    void update();

    std::vector<PaletteEntry> m_entries;
    QString m_letters; ///< of all entries, without regard to case, so that a key is quick with 100,000 of them
    std::vector<Letters> m_places; ///< one more than there are entries
    QString m_typed;
    QStringList m_words;
    QStringList m_foldedWords;
    std::vector<std::size_t> m_candidates; ///< the entries that fitted what was typed before, ascending
    std::vector<Row> m_rows;
};

} // namespace quantiscope
