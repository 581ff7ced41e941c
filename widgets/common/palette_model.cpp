// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/palette_model.h"

#include "widgets/common/text.h"

#include <algorithm>
#include <compare>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

namespace quantiscope {

namespace {

constexpr int kNoFit = -1;

} // namespace

void PaletteModel::setEntries(std::vector<PaletteEntry> entries)
{
    m_entries = std::move(entries);
    m_letters.clear();
    m_places.clear();
    m_places.reserve(m_entries.size() + 1);
    for (const PaletteEntry& entry : m_entries) {
        const qsizetype text = m_letters.size();
        addLetters(entry.text);
        m_places.push_back({text, m_letters.size()});
        addLetters(entry.detail);
        m_letters += QLatin1Char('\n'); // no word goes over it
        addLetters(entry.alias);
    }
    m_places.push_back({m_letters.size(), m_letters.size()});
    m_candidates.resize(m_entries.size());
    std::iota(m_candidates.begin(), m_candidates.end(), std::size_t(0));
    update();
}

/// Without regard to case. Most names are ASCII, for which there is no need to ask Unicode's tables.
void PaletteModel::addLetters(const QString& text)
{
    const bool isAscii = std::all_of(text.begin(), text.end(), [](QChar letter) { return letter.unicode() < 0x80; });
    if (!isAscii) {
        m_letters += text.toCaseFolded();
        return;
    }
    const qsizetype start = m_letters.size();
    m_letters += text;
    for (auto letter = m_letters.begin() + start; letter != m_letters.end(); ++letter) {
        if (letter->unicode() >= u'A' && letter->unicode() <= u'Z')
            *letter = QChar(char16_t(letter->unicode() + (u'a' - u'A')));
    }
}

void PaletteModel::setTyped(const QString& typed)
{
    // Whoever goes on typing finds less and less: what did not fit before does not fit now.
    if (!typed.startsWith(m_typed)) {
        m_candidates.resize(m_entries.size());
        std::iota(m_candidates.begin(), m_candidates.end(), std::size_t(0));
    }
    m_typed = typed;
    m_words = typed.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    m_foldedWords.clear();
    for (const QString& word : m_words)
        m_foldedWords += word.toCaseFolded();
    update();
}

/// How well the texts of an entry fit; lower is better.
int PaletteModel::rank(std::size_t entry) const
{
    const QStringView letters(m_letters);
    const Letters& place = m_places[entry];
    const QStringView text = letters.sliced(place.text, place.others - place.text);
    const QStringView others = letters.sliced(place.others, m_places[entry + 1].text - place.others);
    int sum = 0;
    for (const QString& word : m_foldedWords) {
        const qsizetype found = text.indexOf(word);
        if (found < 0) {
            if (!others.contains(word))
                return kNoFit;
            sum += 300;
            continue;
        }
        const bool begins = found == 0 || !text[found - 1].isLetterOrNumber();
        sum += int(std::min<qsizetype>(found, 50)) + (begins ? 0 : 100);
    }
    return sum;
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
    std::erase_if(m_candidates, [&](std::size_t entry) {
        const int value = rank(entry);
        if (value != kNoFit)
            groups[m_entries[entry].group].push_back({!m_entries[entry].disabledReason.isEmpty(), value, entry});
        return value == kNoFit;
    });
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
