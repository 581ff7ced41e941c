// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/recipe/option_delegate.h"

#include "widgets/common/theme.h"
#include "widgets/common/themed_icon.h"
#include "widgets/recipe/json_text.h"
#include "widgets/recipe/option_model.h"
#include "widgets/recipe/option_rows.h"

#include <QApplication>
#include <QComboBox>
#include <QFontDatabase>
#include <QLineEdit>
#include <QMouseEvent>
#include <QPainter>
#include <QPlainTextEdit>
#include <QSpinBox>

#include <algorithm>

namespace quantiscope {

namespace {

constexpr int kBar = 3;

const OptionSpec* specOf(const QModelIndex& index)
{
    const int row = index.data(OptionModel::RowRole).toInt();
    return row < 0 ? nullptr : &optionRows()[std::size_t(row)];
}

} // namespace

QRect OptionDelegate::resetRect(const QStyleOptionViewItem& option)
{
    const int side = option.fontMetrics.height();
    QRect rect(0, 0, side, side);
    rect.moveCenter(option.rect.center());
    rect.moveRight(option.rect.right() - side / 3);
    return rect;
}

void OptionDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Theme& theme = Theme::current();
    const bool isGroup = specOf(index) == nullptr;
    painter->save();
    if (isGroup) {
        painter->fillRect(option.rect, theme.alternate);
        QFont font = option.font;
        font.setWeight(QFont::DemiBold);
        painter->setFont(font);
        painter->setPen(theme.text2);
        if (index.column() == OptionModel::Name)
            painter->drawText(option.rect.adjusted(4, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft,
                              index.data().toString());
        painter->setPen(theme.hairline);
        painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
        painter->restore();
        return;
    }
    const bool isChanged = index.data(OptionModel::ChangedRole).toBool();
    const bool isInert = !index.data(OptionModel::InertRole).toString().isEmpty();
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    QColor text = theme.text1;
    if (index.column() == OptionModel::Was || isInert)
        text = theme.text2;
    item.palette.setColor(QPalette::Text, text);
    item.palette.setColor(QPalette::HighlightedText, text);
    item.state &= ~QStyle::State_HasFocus;
    if (isInert)
        item.font.setItalic(true);
    const bool hasReset = index.column() == OptionModel::Was && isChanged;
    if (hasReset) {
        const QString was = item.text;
        item.text.clear();
        QApplication::style()->drawControl(QStyle::CE_ItemViewItem, &item, painter, item.widget);
        const QRect arrow = resetRect(option);
        const QRect place(option.rect.left() + 4, option.rect.top(), arrow.left() - option.rect.left() - 8,
                          option.rect.height());
        painter->setPen(theme.text2);
        painter->drawText(place, Qt::AlignVCenter | Qt::AlignLeft,
                          option.fontMetrics.elidedText(was, Qt::ElideRight, place.width()));
        themedIcon(QStringLiteral("reset")).paint(painter, arrow);
    } else {
        QApplication::style()->drawControl(QStyle::CE_ItemViewItem, &item, painter, item.widget);
    }
    painter->setPen(theme.hairline);
    painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
    if (isChanged && index.column() == OptionModel::Name)
        painter->fillRect(QRect(0, option.rect.top(), kBar, option.rect.height()), theme.floating);
    painter->restore();
}

QSize OptionDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QSize size = QStyledItemDelegate::sizeHint(option, index);
    size.setHeight(std::max(size.height(), option.fontMetrics.height() + 8));
    return size;
}

QWidget* OptionDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem&, const QModelIndex& index) const
{
    const OptionSpec* spec = specOf(index);
    if (!spec)
        return nullptr;
    const OptionForm form = formOf(*spec);
    QWidget* editor = nullptr;
    if (form.editor == OptionEditor::Choice) {
        auto* combo = new QComboBox(parent);
        for (const OptionChoice& choice : form.choices)
            combo->addItem(choice.text);
        connect(combo, &QComboBox::activated, this, [this, combo] {
            emit const_cast<OptionDelegate*>(this)->commitData(combo);
            emit const_cast<OptionDelegate*>(this)->closeEditor(combo);
        });
        editor = combo;
    } else if (form.editor == OptionEditor::Number) {
        auto* spin = new QSpinBox(parent);
        spin->setRange(form.low, form.high);
        editor = spin;
    } else if (form.editor == OptionEditor::Table) {
        auto* table = new QPlainTextEdit(parent);
        table->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
        table->setTabChangesFocus(true);
        editor = table;
    } else {
        editor = new QLineEdit(parent);
    }
    editor->setAccessibleName(index.siblingAtColumn(OptionModel::Name).data().toString());
    editor->setToolTip(index.data(Qt::ToolTipRole).toString());
    return editor;
}

void OptionDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const
{
    const QString value = index.data(Qt::EditRole).toString();
    if (auto* combo = qobject_cast<QComboBox*>(editor)) {
        combo->setCurrentText(value);
        if (combo->findText(value) >= 0)
            combo->setCurrentIndex(combo->findText(value));
    } else if (auto* spin = qobject_cast<QSpinBox*>(editor)) {
        spin->setValue(value.toInt());
    } else if (auto* table = qobject_cast<QPlainTextEdit*>(editor)) {
        const nlohmann::json parsed = nlohmann::json::parse(toStd(value), nullptr, false);
        table->setPlainText(parsed.is_structured() ? jsonText(parsed, 2) : QStringLiteral("{}"));
    } else if (auto* line = qobject_cast<QLineEdit*>(editor)) {
        line->setText(value);
        line->selectAll();
    }
}

void OptionDelegate::setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const
{
    if (auto* combo = qobject_cast<QComboBox*>(editor)) {
        model->setData(index, combo->currentText());
    } else if (auto* spin = qobject_cast<QSpinBox*>(editor)) {
        spin->interpretText();
        model->setData(index, QString::number(spin->value()));
    } else if (auto* table = qobject_cast<QPlainTextEdit*>(editor)) {
        model->setData(index, table->toPlainText());
    } else if (auto* line = qobject_cast<QLineEdit*>(editor)) {
        model->setData(index, line->text());
    }
}

void OptionDelegate::updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                                          const QModelIndex& index) const
{
    if (!qobject_cast<QPlainTextEdit*>(editor)) {
        QStyledItemDelegate::updateEditorGeometry(editor, option, index);
        return;
    }
    // Over the rows below, in the view's whole width.
    constexpr int kLines = 8;
    const QRect view = editor->parentWidget()->rect();
    const int height = std::min(view.height(), option.fontMetrics.lineSpacing() * kLines);
    editor->setGeometry(view.left(), std::min(option.rect.top(), view.bottom() - height), view.width(), height);
}

bool OptionDelegate::editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                                 const QModelIndex& index)
{
    if (event->type() == QEvent::MouseButtonRelease && index.column() == OptionModel::Was
        && index.data(OptionModel::ChangedRole).toBool()
        && resetRect(option).adjusted(-4, -4, 4, 4).contains(static_cast<QMouseEvent*>(event)->pos())) {
        emit resetClicked(index);
        return true;
    }
    return QStyledItemDelegate::editorEvent(event, model, option, index);
}

} // namespace quantiscope
