// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/palette_model.h"

#include "widgets/common/text.h"

#include <algorithm>
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
    std::vector<std::tuple<bool, int, std::size_t>> ranked; // what cannot be run comes last
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        if (const int value = rank(m_entries[i], m_words); value != kNoFit)
            ranked.emplace_back(!m_entries[i].disabledReason.isEmpty(), value, i);
    }
    m_fitting = ranked.size();
    const auto shown = std::min<std::size_t>(ranked.size(), kMost);
    std::partial_sort(ranked.begin(), ranked.begin() + std::ptrdiff_t(shown), ranked.end());
    m_rows.clear();
    for (std::size_t i = 0; i < shown; ++i)
        m_rows.push_back(std::get<std::size_t>(ranked[i]));
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
    switch (role) {
    case Qt::DisplayRole:
        return found.text;
    case Qt::ToolTipRole:
        return plainToolTip(found.disabledReason.isEmpty() ? found.text : found.disabledReason);
    case Qt::AccessibleDescriptionRole:
        return found.disabledReason.isEmpty() ? found.detail : found.disabledReason;
    case DetailRole:
        return found.detail;
    case ShortcutRole:
        return found.shortcut;
    case IconRole:
        return found.icon;
    case ReasonRole:
        return found.disabledReason;
    case WordsRole:
        return m_words;
    default:
        return {};
    }
}

} // namespace quantiscope
