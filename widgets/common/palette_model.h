// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/command_palette.h"

#include <QAbstractListModel>

namespace quantiscope {

/// The entries of the palette that fit what was typed, best first.
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
    };

    static constexpr int kMost = 200; ///< entries that are offered; more cannot be read

    using QAbstractListModel::QAbstractListModel;

    void setEntries(std::vector<PaletteEntry> entries);
    void setTyped(const QString& typed);
    [[nodiscard]] std::size_t fitting() const { return m_fitting; } ///< also those beyond kMost
    [[nodiscard]] std::size_t total() const { return m_entries.size(); }
    [[nodiscard]] const PaletteEntry& entry(int row) const { return m_entries[m_rows[std::size_t(row)]]; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

private:
    void update();

    std::vector<PaletteEntry> m_entries;
    QStringList m_words;
    std::vector<std::size_t> m_rows;
    std::size_t m_fitting = 0;
};

} // namespace quantiscope
