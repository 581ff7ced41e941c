// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/palette_model.h"

#include "widgets/common/text.h"

#include <algorithm>
#include <compare>
#include <map>
#include <tuple>
#include <utility>

namespace quantiscope {

namespace {

constexpr int kNoFit = -1;

/// How well the texts of @p entry fit; lower is better.
int rank(const PaletteEntry& entry, const QStringList& words)
{
    int sum = 0;
    for (const QString& word : words) {
        const qsizetype place = entry.text.indexOf(word, 0, Qt::CaseInsensitive);
        if (place < 0) {
            if (!entry.detail.contains(word, Qt::CaseInsensitive) && !entry.alias.contains(word, Qt::CaseInsensitive))
                return kNoFit;
            sum += 300;
            continue;
        }
        const bool begins = place == 0 || !entry.text[place - 1].isLetterOrNumber();
        sum += int(std::min<qsizetype>(place, 50)) + (begins ? 0 : 100);
    }
    return sum;
}

} // namespace

void PaletteModel::setEntries(std::vector<PaletteEntry> entries)
{
    m_entries = std::move(entries);
    update();
}

void PaletteModel::setTyped(const QString& typed)
{
    m_words = typed.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    update();
}

void PaletteModel::update()
{
    beginResetModel();
    struct Ranked
    {
        bool isDisabled = false; // what cannot be run comes last
        int rank = 0;
        std::size_t entry = 0;

        auto operator<=>(const Ranked&) const = default;
    };
    std::map<QString, std::vector<Ranked>> groups;
    m_fitting = 0;
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        if (const int value = rank(m_entries[i], m_words); value != kNoFit) {
            groups[m_entries[i].group].push_back({!m_entries[i].disabledReason.isEmpty(), value, i});
            ++m_fitting;
        }
    }
    // A group stands where its best entry would, and what is for the selection before the rest.
    std::vector<std::tuple<bool, bool, Ranked, const QString*>> order;
    for (auto& [name, entries] : groups) {
        const auto most = std::ptrdiff_t(std::min<std::size_t>(entries.size(), kMost));
        std::partial_sort(entries.begin(), entries.begin() + most, entries.end());
        order.emplace_back(entries.front().isDisabled, !m_entries[entries.front().entry].isOnSelection, entries.front(),
                           &name);
    }
    std::sort(order.begin(), order.end());
    m_rows.clear();
    int left = kMost;
    for (const auto& group : order) {
        const QString& name = *std::get<const QString*>(group);
        const std::vector<Ranked>& entries = groups[name];
        if (left > 0 && !name.isEmpty())
            m_rows.push_back({entries.front().entry, true});
        for (std::size_t i = 0; i < entries.size() && left > 0; ++i, --left)
            m_rows.push_back({entries[i].entry, false});
    }
    endResetModel();
}

int PaletteModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

QVariant PaletteModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const PaletteEntry& found = entry(index.row());
    if (isHeading(index.row()))
        return role == Qt::DisplayRole ? QVariant(found.group) : role == HeadingRole ? QVariant(true) : QVariant();
    switch (role) {
    case Qt::DisplayRole:
        return found.text;
    case Qt::ToolTipRole:
        return plainToolTip(found.disabledReason.isEmpty() ? found.text : found.disabledReason);
    case Qt::AccessibleDescriptionRole:
        return found.disabledReason.isEmpty() ? found.detail : found.disabledReason;
    case DetailRole:
        return found.detail == found.group ? QString() : found.detail; // the heading says it
    case ShortcutRole:
        return found.shortcut;
    case IconRole:
        return found.icon;
    case ReasonRole:
        return found.disabledReason;
    case WordsRole:
        return m_words;
    case HeadingRole:
        return false;
    default:
        return {};
    }
}

Qt::ItemFlags PaletteModel::flags(const QModelIndex& index) const
{
    return index.isValid() && isHeading(index.row()) ? Qt::ItemFlags(Qt::NoItemFlags)
                                                     : QAbstractListModel::flags(index);
}

} // namespace quantiscope
