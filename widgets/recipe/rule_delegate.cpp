// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/recipe/rule_delegate.h"

#include "widgets/common/theme.h"
#include "widgets/common/themed_icon.h"
#include "widgets/recipe/rule_model.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace quantiscope {

namespace {

constexpr int kPad = 8;

int lineHeight(const QFontMetrics& metrics)
{
    return metrics.height() + 10;
}

/// The parts of a row's first line.
struct RowParts
{
    QRect check, icon, text, chip, count;
};

RowParts partsOf(const QRect& row, const QFontMetrics& metrics)
{
    const QRect line(row.left(), row.top(), row.width(), lineHeight(metrics));
    const int side = std::max(16, metrics.height());
    const auto square = [&](int left) { return QRect(left, line.center().y() - side / 2 + 1, side, side); };
    RowParts parts;
    parts.check = square(line.left() + kPad);
    parts.icon = square(parts.check.right() + kPad);
    const int countWidth = metrics.horizontalAdvance(QStringLiteral("0000"));
    parts.count = QRect(line.right() - kPad - countWidth, line.top(), countWidth, line.height());
    const int chipWidth = precisionChipWidth(metrics);
    parts.chip = QRect(parts.count.left() - chipWidth, line.top(), chipWidth, line.height());
    parts.text =
        QRect(parts.icon.right() + kPad, line.top(), parts.chip.left() - parts.icon.right() - 2 * kPad, line.height());
    return parts;
}

QString repairText()
{
    return QCoreApplication::translate("quantiscope::Rules", "Use it");
}

/// The sentence of a dead rule with what is offered, as it is shown below the rule.
QString sentenceOf(const QModelIndex& index)
{
    const QString repair = index.data(RuleModel::RepairRole).toString();
    QString sentence = index.data(RuleModel::ErrorRole).toString();
    if (!repair.isEmpty())
        sentence += QLatin1Char('\n') + QCoreApplication::translate("quantiscope::Rules", "Nearest: %1").arg(repair);
    return sentence;
}

/// The tinted box below a dead rule's line.
QRect boxOf(const QRect& row, const QFontMetrics& metrics)
{
    const int left = row.left() + kPad + std::max(16, metrics.height()) + kPad;
    return {left, row.top() + lineHeight(metrics), row.right() - kPad - left,
            row.height() - lineHeight(metrics) - kPad / 2};
}

int buttonWidth(const QFontMetrics& metrics)
{
    return metrics.horizontalAdvance(repairText()) + 2 * kPad;
}

} // namespace

int precisionChipWidth(const QFontMetrics& metrics)
{
    return metrics.horizontalAdvance(QStringLiteral("s16")) + 12;
}

void paintPrecisionChip(QPainter& painter, const QRect& rect, const QString& text)
{
    const Theme& theme = Theme::current();
    const QColor color = text == QLatin1String("f32") ? theme.floating
        : text.endsWith(QLatin1String("16"))          ? theme.int16
        : text.endsWith(QLatin1Char('8'))             ? theme.int8
                                                      : theme.text2;
    painter.save();
    QFont font = painter.font();
    font.setPointSizeF(font.pointSizeF() * 0.9);
    painter.setFont(font);
    QRect chip(0, 0, rect.width(), QFontMetrics(font).height() + 2);
    chip.moveCenter(rect.center());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color, 1));
    painter.setBrush(theme.base);
    painter.drawRoundedRect(QRectF(chip).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    painter.drawText(chip, Qt::AlignCenter, text);
    painter.restore();
}

QRect RuleDelegate::repairButton(const QRect& rect, const QFontMetrics& metrics, const QModelIndex& index)
{
    if (index.data(RuleModel::RepairRole).toString().isEmpty())
        return {};
    const QRect box = boxOf(rect, metrics);
    const int height = metrics.height() + 8;
    return {box.right() - kPad - buttonWidth(metrics), box.center().y() - height / 2, buttonWidth(metrics), height};
}

void RuleDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Theme& theme = Theme::current();
    const RowParts parts = partsOf(option.rect, option.fontMetrics);
    const bool isOn = index.data(Qt::CheckStateRole).toInt() == Qt::Checked;
    const QString error = index.data(RuleModel::ErrorRole).toString();
    painter->save();
    QRect line = option.rect;
    line.setHeight(lineHeight(option.fontMetrics));
    if (option.state & QStyle::State_Selected)
        painter->fillRect(line, theme.selectedRow);
    else if (option.state & QStyle::State_MouseOver)
        painter->fillRect(line, theme.hover);

    QStyleOptionViewItem check(option);
    check.rect = parts.check;
    check.state = QStyle::State_Enabled | (isOn ? QStyle::State_On : QStyle::State_Off);
    QApplication::style()->drawPrimitive(QStyle::PE_IndicatorItemViewItemCheck, &check, painter, option.widget);
    themedIcon(index.data(RuleModel::IconRole).toString()).paint(painter, parts.icon);

    painter->setFont(index.data(Qt::FontRole).value<QFont>());
    painter->setPen(!error.isEmpty() ? theme.error : isOn ? theme.text1 : theme.text2);
    painter->drawText(parts.text, Qt::AlignVCenter | Qt::AlignLeft,
                      painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideMiddle, parts.text.width()));
    painter->setFont(option.font);
    paintPrecisionChip(*painter, parts.chip, index.data(RuleModel::ChipRole).toString());
    const int count = index.data(RuleModel::CountRole).toInt();
    QFont bold = option.font;
    bold.setWeight(QFont::DemiBold);
    painter->setFont(bold);
    painter->setPen(!error.isEmpty() ? theme.error : theme.text1);
    painter->drawText(parts.count, Qt::AlignVCenter | Qt::AlignRight,
                      count < 0 ? QStringLiteral("–") : QLocale().toString(count));
    painter->setFont(option.font);

    if (!error.isEmpty()) {
        const QRect box = boxOf(option.rect, option.fontMetrics);
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(Qt::NoPen);
        painter->setBrush(theme.errorFill);
        painter->drawRoundedRect(box, 4, 4);
        const QRect button = repairButton(option.rect, option.fontMetrics, index);
        const QRect text =
            box.adjusted(kPad, 4, button.isNull() ? -kPad : -(buttonWidth(option.fontMetrics) + 2 * kPad), -4);
        painter->setPen(theme.text1);
        painter->drawText(text, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextWordWrap, sentenceOf(index));
        if (!button.isNull()) {
            painter->setPen(theme.border);
            painter->setBrush(theme.base);
            painter->drawRoundedRect(QRectF(button).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
            painter->setPen(theme.text1);
            painter->drawText(button, Qt::AlignCenter, repairText());
        }
    }
    if (option.state & QStyle::State_HasFocus) {
        painter->setBrush(Qt::NoBrush);
        painter->setPen(theme.accent);
        painter->drawRect(line.adjusted(0, 0, -1, -1));
    }
    painter->restore();
}

QSize RuleDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const auto* view = qobject_cast<const QAbstractItemView*>(option.widget);
    const int width = view ? view->viewport()->width() : 300;
    int height = lineHeight(option.fontMetrics);
    if (!index.data(RuleModel::ErrorRole).toString().isEmpty()) {
        const QRect row(0, 0, width, height);
        const bool hasButton = !index.data(RuleModel::RepairRole).toString().isEmpty();
        const int text = boxOf(row, option.fontMetrics).width() - kPad
            - (hasButton ? buttonWidth(option.fontMetrics) + 2 * kPad : kPad);
        height += std::max(textHeight(option, std::max(40, text), sentenceOf(index)), option.fontMetrics.height() + 8)
            + 12 + kPad / 2;
    }
    return {width, height};
}

/// Lists ask for all their rows again and again, and thousands of rules may be dead.
int RuleDelegate::textHeight(const QStyleOptionViewItem& option, int width, const QString& text) const
{
    constexpr qsizetype kMost = 20'000; // those of rules that are long gone
    if (width != m_textWidth || option.font != m_textFont || m_textHeights.size() > kMost) {
        m_textHeights.clear();
        m_textWidth = width;
        m_textFont = option.font;
    }
    int& height = m_textHeights[text];
    if (height == 0)
        height = option.fontMetrics.boundingRect(QRect(0, 0, width, 10000), Qt::TextWordWrap, text).height();
    return height;
}

bool RuleDelegate::editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                               const QModelIndex& index)
{
    if (event->type() == QEvent::MouseButtonRelease) {
        const QPoint at = static_cast<QMouseEvent*>(event)->pos();
        if (partsOf(option.rect, option.fontMetrics).check.adjusted(-4, -4, 4, 4).contains(at)) {
            const bool isOn = index.data(Qt::CheckStateRole).toInt() == Qt::Checked;
            return model->setData(index, isOn ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
        }
        if (repairButton(option.rect, option.fontMetrics, index).contains(at)) {
            emit repairClicked(index);
            return true;
        }
    }
    return false; // the check box of the base class would be elsewhere
}

} // namespace quantiscope
