// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/panel_parts.h"

#include "widgets/common/cell_delegate.h"
#include "widgets/common/themed_icon.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QTableView>
#include <QToolButton>

namespace quantiscope {

QLabel* titleLabel(const QString& text)
{
    auto* label = new QLabel(text);
    QFont font = label->font();
    font.setWeight(QFont::DemiBold);
    label->setFont(font);
    label->setTextFormat(Qt::PlainText);
    return label;
}

QLabel* captionLabel(const QString& text)
{
    auto* label = new QLabel(text);
    label->setProperty("caption", true);
    label->setTextFormat(Qt::PlainText); // names from files stand in it
    return label;
}

QLabel* emptyLabel(const QString& text)
{
    QLabel* label = captionLabel(text);
    label->setMargin(12);
    label->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    label->setWordWrap(true);
    label->setAutoFillBackground(true);
    label->setBackgroundRole(QPalette::Base);
    return label;
}

QTableView* makeTable(QAbstractItemModel* model, const QString& name)
{
    auto* table = new QTableView;
    table->setModel(model);
    table->setItemDelegate(new CellDelegate(table));
    table->setAccessibleName(name);
    table->setShowGrid(false);
    table->setWordWrap(false);
    table->setFrameShape(QFrame::NoFrame);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->setTabKeyNavigation(false);
    table->verticalHeader()->hide();
    table->verticalHeader()->setDefaultSectionSize(table->fontMetrics().height() + 10);
    table->horizontalHeader()->setHighlightSections(false);
    table->horizontalHeader()->setMinimumHeight(table->fontMetrics().height() + 10);
    return table;
}

void fitColumns(QTableView* table, int stretched)
{
    QHeaderView* header = table->horizontalHeader();
    for (int column = 0; column < header->count(); ++column)
        header->setSectionResizeMode(column,
                                     column == stretched ? QHeaderView::Stretch : QHeaderView::ResizeToContents);
}

QToolButton* columnChooser(QTableView* table)
{
    auto* button = new QToolButton;
    button->setIcon(themedIcon(QStringLiteral("table")));
    button->setToolTip(QCoreApplication::translate("quantiscope::PanelParts", "Columns"));
    button->setAccessibleName(button->toolTip());
    button->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(button);
    button->setMenu(menu);
    QObject::connect(menu, &QMenu::aboutToShow, table, [menu, table] {
        menu->clear(); // headers change
        for (int column = 1; column < table->model()->columnCount(); ++column) {
            QAction* action = menu->addAction(table->model()->headerData(column, Qt::Horizontal).toString());
            action->setCheckable(true);
            action->setChecked(!table->isColumnHidden(column));
            QObject::connect(action, &QAction::toggled, table,
                             [table, column](bool isShown) { table->setColumnHidden(column, !isShown); });
        }
    });
    return button;
}

QString cellText(const QModelIndex& cell)
{
    const QString spoken = cell.data(Qt::AccessibleTextRole).toString();
    return spoken.isEmpty() ? cell.data().toString() : spoken;
}

QWidget* headBar(const std::vector<QWidget*>& left, const std::vector<QWidget*>& right)
{
    auto* bar = new QWidget;
    bar->setAutoFillBackground(true);
    bar->setBackgroundRole(QPalette::AlternateBase);
    auto* layout = new QHBoxLayout(bar);
    layout->setContentsMargins(10, 3, 6, 3);
    for (QWidget* widget : left)
        layout->addWidget(widget);
    layout->addStretch();
    for (QWidget* widget : right)
        layout->addWidget(widget);
    bar->setMinimumHeight(bar->fontMetrics().height() + 16);
    return bar;
}

QWidget* columnOf(QWidget* head, const std::vector<QWidget*>& below)
{
    auto* widget = new QWidget;
    auto* layout = new QVBoxLayout(widget);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(head);
    for (QWidget* part : below)
        layout->addWidget(part, 1);
    return widget;
}

} // namespace quantiscope
