// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/palette_delegate.h"

#include "widgets/common/palette_model.h"
#include "widgets/common/theme.h"
#include "widgets/common/themed_icon.h"

#include <QPainter>

#include <algorithm>
#include <vector>

namespace quantiscope {

namespace {

/// Which letters of @p text any of @p words covers.
std::vector<bool> covered(const QString& text, const QStringList& words)
{
    std::vector<bool> letters(std::size_t(text.size()), false);
    for (const QString& word : words) {
        const qsizetype place = text.indexOf(word, 0, Qt::CaseInsensitive);
        if (place >= 0)
            std::fill_n(letters.begin() + place, word.size(), true);
    }
    return letters;
}

/// Draws @p text, cut off at @p right; gives back where it ends.
int drawMarked(QPainter& painter, const QFont& font, int left, const QRect& row, int right, const QString& text,
               const QStringList& words, const QColor& color)
{
    const QString elided = QFontMetrics(font).elidedText(text, Qt::ElideMiddle, std::max(0, right - left));
    const std::vector<bool> marks = covered(elided, words);
    QFont bold = font;
    bold.setWeight(QFont::DemiBold);
    int x = left;
    for (qsizetype begin = 0; begin < elided.size();) {
        qsizetype end = begin + 1;
        while (end < elided.size() && marks[std::size_t(end)] == marks[std::size_t(begin)])
            ++end;
        const bool isMarked = marks[std::size_t(begin)];
        painter.setFont(isMarked ? bold : font);
        painter.setPen(isMarked ? Theme::current().accent : color);
        const QString part = elided.mid(begin, end - begin);
        painter.drawText(QRect(x, row.top(), right - x + 8, row.height()), Qt::AlignVCenter | Qt::TextSingleLine, part);
        x += painter.fontMetrics().horizontalAdvance(part);
        begin = end;
    }
    return x;
}

/// Draws a key's cap that ends at @p right; gives back where it begins.
int drawKey(QPainter& painter, int right, const QRect& row, const QString& key)
{
    const Theme& theme = Theme::current();
    const QFontMetrics metrics = painter.fontMetrics();
    const int width = metrics.horizontalAdvance(key) + 12;
    const int height = metrics.height() + 4;
    const QRect cap(right - width, row.center().y() - height / 2, width, height);
    painter.setPen(theme.border);
    painter.setBrush(theme.window);
    painter.drawRoundedRect(cap, 3, 3);
    painter.setPen(theme.text2);
    painter.drawText(cap, Qt::AlignCenter, key);
    return cap.left();
}

} // namespace

void PaletteDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Theme& theme = Theme::current();
    const QRect row = option.rect;
    painter->save();
    if (index.data(PaletteModel::HeadingRole).toBool()) {
        painter->setPen(theme.text2);
        painter->setFont(option.font);
        const QRect line = row.adjusted(12, 6, -12, 0); // nearer to what it heads
        painter->drawText(line, Qt::AlignVCenter | Qt::TextSingleLine,
                          option.fontMetrics.elidedText(index.data().toString(), Qt::ElideRight, line.width()));
        painter->restore();
        return;
    }
    painter->setRenderHint(QPainter::Antialiasing);
    if (option.state & QStyle::State_Selected)
        painter->fillRect(row, theme.selectedRow);
    const QString reason = index.data(PaletteModel::ReasonRole).toString();
    const int icon = option.fontMetrics.height();
    int left = row.left() + 12;
    if (const QString name = index.data(PaletteModel::IconRole).toString(); !name.isEmpty())
        themedIcon(name).paint(painter, QRect(left, row.center().y() - icon / 2, icon, icon), Qt::AlignCenter,
                               reason.isEmpty() ? QIcon::Normal : QIcon::Disabled);
    left += icon + 10;

    int right = row.right() - 12;
    painter->setFont(option.font);
    if (!reason.isEmpty()) {
        painter->setPen(theme.text2);
        const QString elided = option.fontMetrics.elidedText(reason, Qt::ElideRight, row.width() / 2);
        painter->drawText(QRect(left, row.top(), right - left, row.height()), Qt::AlignVCenter | Qt::AlignRight,
                          elided);
        right -= option.fontMetrics.horizontalAdvance(elided) + 12;
    } else if (const QString shortcut = index.data(PaletteModel::ShortcutRole).toString(); !shortcut.isEmpty()) {
        QStringList keys = shortcut.split(QLatin1Char('+'), Qt::SkipEmptyParts);
        if (shortcut.endsWith(QLatin1Char('+')))
            keys += QStringLiteral("+");
        for (auto key = keys.crbegin(); key != keys.crend(); ++key)
            right = drawKey(*painter, right, row, *key) - 4;
        right -= 8;
    }

    const QColor color = reason.isEmpty()       ? theme.text1
        : option.state & QStyle::State_Selected ? theme.text2 // what only hints is too pale on the selection
                                                : theme.text3;
    left = drawMarked(*painter, option.font, left, row, right, index.data().toString(),
                      index.data(PaletteModel::WordsRole).toStringList(), color);
    if (const QString detail = index.data(PaletteModel::DetailRole).toString();
        !detail.isEmpty() && left + 40 < right) {
        painter->setFont(option.font);
        painter->setPen(theme.text2);
        painter->drawText(QRect(left + 12, row.top(), right - left - 12, row.height()), Qt::AlignVCenter,
                          option.fontMetrics.elidedText(detail, Qt::ElideRight, right - left - 12));
    }
    painter->restore();
}

QSize PaletteDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const
{
    return {200, option.fontMetrics.height() + 14};
}

} // namespace quantiscope
