// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/model_tree_model.h"

#include "widgets/common/text.h"

#include <QLocale>

#include <algorithm>
#include <utility>

namespace quantiscope {

namespace {

/// First node of a scope in the graph's order.
int firstNode(const ScopeTree& tree, int scope)
{
    const Scope& of = tree.at(scope);
    int first = of.nodes.empty() ? -1 : of.nodes.front();
    for (const int inner : of.scopes) {
        const int candidate = firstNode(tree, inner);
        if (first < 0 || (candidate >= 0 && candidate < first))
            first = candidate;
    }
    return first;
}

} // namespace

void ModelTreeModel::setDrawing(GraphDrawingPtr drawing)
{
    beginResetModel();
    m_drawing = std::move(drawing);
    m_entries.clear();
    m_top.clear();
    m_entryOfNode.clear();
    if (m_drawing) {
        m_entryOfNode.assign(m_drawing->model().graph.nodes().size(), -1);
        const int root = addScope(0, -1, 0);
        m_top = {root};
    }
    endResetModel();
}

int ModelTreeModel::addScope(int scope, int parent, int row)
{
    const int self = int(m_entries.size());
    m_entries.push_back({-1, scope, parent, row});
    const ScopeTree& tree = m_drawing->scopes();
    std::vector<std::pair<int, std::pair<bool, int>>> inside; // first node, (is a node, number)
    for (const int inner : tree.at(scope).scopes)
        inside.push_back({firstNode(tree, inner), {false, inner}});
    for (const int node : tree.at(scope).nodes)
        inside.push_back({node, {true, node}});
    std::sort(inside.begin(), inside.end());
    std::vector<int> children;
    for (const auto& [first, what] : inside) {
        const int at = int(children.size());
        if (what.first) {
            m_entryOfNode[std::size_t(what.second)] = int(m_entries.size());
            children.push_back(int(m_entries.size()));
            m_entries.push_back({what.second, scope, self, at});
        } else {
            children.push_back(addScope(what.second, self, at));
        }
    }
    m_entries[std::size_t(self)].children = std::move(children);
    return self;
}

QModelIndex ModelTreeModel::indexOfNode(int node) const
{
    if (node < 0 || std::size_t(node) >= m_entryOfNode.size())
        return {};
    const int entry = m_entryOfNode[std::size_t(node)];
    return createIndex(m_entries[std::size_t(entry)].row, 0, quintptr(entry));
}

QModelIndex ModelTreeModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    const std::vector<int>& children = parent.isValid() ? entryOf(parent).children : m_top;
    return createIndex(row, column, quintptr(children[std::size_t(row)]));
}

QModelIndex ModelTreeModel::parent(const QModelIndex& index) const
{
    if (!index.isValid() || entryOf(index).parent < 0)
        return {};
    const int parent = entryOf(index).parent;
    return createIndex(m_entries[std::size_t(parent)].row, 0, quintptr(parent));
}

int ModelTreeModel::rowCount(const QModelIndex& parent) const
{
    if (parent.column() > 0)
        return 0;
    return int(parent.isValid() ? entryOf(parent).children.size() : m_top.size());
}

int ModelTreeModel::columnCount(const QModelIndex&) const
{
    return NumColumns;
}

QVariant ModelTreeModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Entry& entry = entryOf(index);
    const bool isNode = entry.node >= 0;
    const Scope& scope = m_drawing->scopes().at(entry.scope);
    const auto name = [&] {
        if (isNode)
            return toQt(m_drawing->model().graph.nodes()[std::size_t(entry.node)].name);
        return entry.scope > 0 ? toQt(scope.name) : toQt(m_drawing->model().model.path().stem().string());
    };
    switch (role) {
    case Qt::DisplayRole:
        if (index.column() == NameColumn)
            return name();
        return isNode ? QVariant() : QLocale().toString(scope.nodeCount);
    case Qt::TextAlignmentRole:
        return index.column() == CountColumn ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
    case Qt::ToolTipRole:
        if (isNode)
            return tr("%1, operator %2").arg(name(), data(index, OperatorRole).toString());
        return scope.twins > 1
            ? tr("%1: one of %n groups of the same structure", nullptr, scope.twins).arg(toQt(scope.path))
            : toQt(scope.path);
    case NodeRole:
        return entry.node;
    case ScopeRole:
        return entry.scope;
    case OperatorRole:
        return isNode ? toQt(m_drawing->model().graph.nodes()[std::size_t(entry.node)].opType) : QString();
    case TwinsRole:
        return isNode ? 1 : scope.twins;
    case SortRole:
        return index.column() == NameColumn ? QVariant(name()) : QVariant(isNode ? 1 : scope.nodeCount);
    default:
        return {};
    }
}

QVariant ModelTreeModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == NameColumn ? tr("Name") : tr("Nodes");
}

} // namespace quantiscope
