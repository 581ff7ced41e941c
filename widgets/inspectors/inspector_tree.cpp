// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspectors/inspector_tree.h"

#include "widgets/common/text.h"

#include <QApplication>
#include <QClipboard>
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
    setContextMenuPolicy(Qt::CustomContextMenu);
    header()->setSectionResizeMode(0, QHeaderView::Interactive);
    header()->setStretchLastSection(true);
    connect(this, &QWidget::customContextMenuRequested, this, &InspectorTree::openMenu);
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

void InspectorTree::openMenu(const QPoint& place)
{
    QTreeWidgetItem* item = itemAt(place);
    if (!item || item->flags() == Qt::ItemIsEnabled)
        return;
    QMenu menu(this);
    for (const int column : {0, 1}) {
        const QString text = item->text(column);
        if (text.isEmpty())
            continue;
        // A menu takes '&' for the mark of a key.
        const QString escaped = fontMetrics()
                                    .elidedText(text, Qt::ElideMiddle, fontMetrics().averageCharWidth() * 40)
                                    .replace(QLatin1Char('&'), QStringLiteral("&&"));
        connect(menu.addAction(tr("Copy “%1”").arg(escaped)), &QAction::triggered, this,
                [text] { QApplication::clipboard()->setText(text); });
    }
    if (const QVariant node = item->data(0, kNodeRole); node.isValid()) {
        const QString text = tensorOf(item).empty() ? tr("Go to the node") : tr("Go to the node at its other end");
        connect(menu.addAction(text), &QAction::triggered, this, [this, node] { emit nodeActivated(node.toInt()); });
    }
    if (const std::string name = tensorOf(item); !name.empty())
        connect(menu.addAction(tr("Show the value")), &QAction::triggered, this,
                [this, name] { emit tensorActivated(name); });
    menu.exec(viewport()->mapToGlobal(place));
}

} // namespace quantiscope
