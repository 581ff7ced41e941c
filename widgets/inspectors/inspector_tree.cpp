// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspectors/inspector_tree.h"

#include "widgets/common/context_menus.h"
#include "widgets/common/text.h"

#include <QHeaderView>
#include <QMenu>

namespace quantiscope {

namespace {

constexpr int kNodeRole = Qt::UserRole; ///< the node that a row leads to
constexpr int kTensorRole = Qt::UserRole + 1; ///< name of the value that it is about, as it stands in the file

} // namespace

InspectorTree::InspectorTree(QWidget* parent) : QTreeWidget(parent)
{
    setColumnCount(2);
    setHeaderHidden(true);
    setRootIsDecorated(false);
    setIndentation(8);
    setAlternatingRowColors(false);
    setUniformRowHeights(true);
    setTextElideMode(Qt::ElideMiddle);
    header()->setSectionResizeMode(0, QHeaderView::Interactive);
    header()->setStretchLastSection(true);
    ContextMenus::watch(this, [this](const QModelIndex& at, const QPoint& place) { openMenu(at, place); });
    connect(this, &QTreeWidget::itemActivated, this, &InspectorTree::activate);
}

QTreeWidgetItem* InspectorTree::addGroup(const QString& title)
{
    auto* group = new QTreeWidgetItem(this, {title});
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    group->setFont(0, bold);
    group->setFirstColumnSpanned(true);
    group->setFlags(Qt::ItemIsEnabled);
    group->setExpanded(true);
    return group;
}

QTreeWidgetItem* InspectorTree::addRow(QTreeWidgetItem* parent, const QString& title, const QString& text)
{
    auto* row = new QTreeWidgetItem(parent, {title, text});
    row->setToolTip(0, plainToolTip(title));
    row->setToolTip(1, plainToolTip(text));
    return row;
}

void InspectorTree::setNode(QTreeWidgetItem* row, std::size_t number)
{
    row->setData(0, kNodeRole, int(number));
}

void InspectorTree::setTensor(QTreeWidgetItem* row, const std::string& name)
{
    row->setData(0, kTensorRole, QByteArray::fromStdString(name));
}

std::string InspectorTree::tensorOf(const QTreeWidgetItem* row)
{
    return row->data(0, kTensorRole).toByteArray().toStdString();
}

void InspectorTree::activate(const QTreeWidgetItem* row)
{
    if (const QVariant node = row->data(0, kNodeRole); node.isValid())
        emit nodeActivated(node.toInt());
    else if (const std::string name = tensorOf(row); !name.empty())
        emit tensorActivated(name);
}

void InspectorTree::setNodeActions(const QList<QAction*>& actions)
{
    m_nodeActions = actions;
    addActions(actions);
}

void InspectorTree::openMenu(const QModelIndex& at, const QPoint& place)
{
    QMenu menu(this);
    const QTreeWidgetItem* item = itemFromIndex(at);
    if (item && item->flags() != Qt::ItemIsEnabled) { // no heading
        for (const int column : {0, 1})
            ContextMenus::addCopy(&menu, item->text(column));
        if (const QVariant node = item->data(0, kNodeRole); node.isValid()) {
            const QString text = tensorOf(item).empty() ? tr("Go to the node") : tr("Go to the node at its other end");
            connect(menu.addAction(text), &QAction::triggered, this,
                    [this, node] { emit nodeActivated(node.toInt()); });
        }
        if (const std::string name = tensorOf(item); !name.empty())
            connect(menu.addAction(tr("Show the value")), &QAction::triggered, this,
                    [this, name] { emit tensorActivated(name); });
        menu.addSeparator();
    }
    for (QAction* action : m_nodeActions) {
        if (action->isEnabled())
            menu.addAction(action);
    }
    if (!menu.isEmpty())
        menu.exec(place);
}

} // namespace quantiscope
