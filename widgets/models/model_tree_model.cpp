// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/model_tree_model.h"

#include "widgets/common/text.h"

#include <QLocale>

#include <algorithm>
#include <limits>
#include <utility>

namespace quantiscope {

namespace {

/// What is directly in a scope: a scope, or a node.
struct Inside
{
    int first = -1; ///< its first node in the graph's order
    int node = -1; ///< -1 for a scope
    int scope = -1;
};

/// First node of each scope in the graph's order.
std::vector<int> firstNodes(const ScopeTree& tree)
{
    const std::vector<Scope>& scopes = tree.scopes();
    std::vector<int> first(scopes.size(), std::numeric_limits<int>::max());
    for (std::size_t i = scopes.size(); i-- > 0;) { // scopes stand behind the one around them
        if (!scopes[i].nodes.empty())
            first[i] = std::min(first[i], *std::min_element(scopes[i].nodes.begin(), scopes[i].nodes.end()));
        if (scopes[i].parent >= 0)
            first[std::size_t(scopes[i].parent)] = std::min(first[std::size_t(scopes[i].parent)], first[i]);
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
    m_areSharesKnown = false;
    if (m_drawing) {
        m_entryOfNode.assign(m_drawing->model().graph.nodes().size(), -1);
        addEntries();
    }
    endResetModel();
}

void ModelTreeModel::addEntries()
{
    const ScopeTree& tree = m_drawing->scopes();
    const std::vector<int> first = firstNodes(tree);
    m_top = {0};
    m_entries.push_back({-1, 0, -1, 0});
    for (std::size_t at = 0; at < m_entries.size(); ++at) { // grows: level by level
        if (m_entries[at].node >= 0)
            continue;
        const int scope = m_entries[at].scope;
        std::vector<Inside> inside;
        for (const int inner : tree.at(scope).scopes)
            inside.push_back({first[std::size_t(inner)], -1, inner});
        for (const int node : tree.at(scope).nodes)
            inside.push_back({node, node, scope});
        std::sort(inside.begin(), inside.end(), [](const Inside& a, const Inside& b) { return a.first < b.first; });
        for (std::size_t row = 0; row < inside.size(); ++row) {
            const auto entry = int(m_entries.size());
            if (inside[row].node >= 0)
                m_entryOfNode[std::size_t(inside[row].node)] = entry;
            m_entries[at].children.push_back(entry);
            m_entries.push_back({inside[row].node, inside[row].scope, int(at), int(row)});
        }
    }
}

void ModelTreeModel::setPrecisions(const NodePrecisions& precisions)
{
    const bool areKnown = m_drawing && !precisions.empty() && precisions.size() == m_entryOfNode.size();
    if (!areKnown && !m_areSharesKnown)
        return;
    m_areSharesKnown = areKnown;
    for (Entry& entry : m_entries)
        entry.shares = {};
    for (std::size_t i = m_entries.size(); areKnown && i-- > 0;) { // an entry stands behind the one around it
        Entry& entry = m_entries[i];
        if (entry.node >= 0) {
            const NodePrecision precision = precisions[std::size_t(entry.node)];
            entry.shares = {precision == NodePrecision::Int8, precision == NodePrecision::Int16, isFloat(precision)};
        }
        if (entry.parent >= 0) {
            for (std::size_t k = 0; k < entry.shares.size(); ++k)
                m_entries[std::size_t(entry.parent)].shares[k] += entry.shares[k];
        }
    }
    for (const Entry& entry : m_entries) {
        if (!entry.children.empty())
            emit dataChanged(createIndex(0, CountColumn, quintptr(entry.children.front())),
                             createIndex(int(entry.children.size()) - 1, CountColumn, quintptr(entry.children.back())),
                             {SharesRole});
    }
    if (!m_top.empty())
        emit dataChanged(index(0, CountColumn), index(0, CountColumn), {SharesRole});
}

QString ModelTreeModel::nameOf(const Entry& entry) const
{
    if (entry.node >= 0) {
        const std::string& name = m_drawing->model().graph.nodes()[std::size_t(entry.node)].name;
        // Inside a scope that names gave, its path would only be said again.
        const std::string around = m_drawing->scopes().at(entry.scope).path + '/';
        return shownName(around.size() > 1 && name.size() > around.size() && name.starts_with(around)
                             ? name.substr(around.size())
                             : name);
    }
    return entry.scope > 0 ? shownName(m_drawing->scopes().at(entry.scope).name)
                           : pathText(m_drawing->model().model.path().stem());
}

std::vector<bool> ModelTreeModel::entriesWith(const QString& text, int& fitting) const
{
    fitting = 0;
    std::vector<bool> shown(m_entries.size(), false);
    for (std::size_t i = 0; i < m_entries.size(); ++i) { // an entry stands behind the one around it
        const Entry& entry = m_entries[i];
        bool fits = entry.parent > 0 && shown[std::size_t(entry.parent)];
        if (entry.node >= 0) {
            const Node& node = m_drawing->model().graph.nodes()[std::size_t(entry.node)];
            if (toQt(node.name).contains(text, Qt::CaseInsensitive)
                || toQt(node.opType).contains(text, Qt::CaseInsensitive)) {
                ++fitting;
                fits = true;
            }
        } else if (entry.scope > 0) {
            fits = fits || nameOf(entry).contains(text, Qt::CaseInsensitive);
        }
        shown[i] = fits;
    }
    for (std::size_t i = m_entries.size(); i-- > 0;) {
        if (shown[i] && m_entries[i].parent >= 0)
            shown[std::size_t(m_entries[i].parent)] = true;
    }
    return shown;
}

QModelIndex ModelTreeModel::indexOfNode(int node) const
{
    if (node < 0 || std::size_t(node) >= m_entryOfNode.size())
        return {};
    const int entry = m_entryOfNode[std::size_t(node)];
    if (entry < 0)
        return {};
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
    switch (role) {
    case Qt::DisplayRole:
        if (index.column() == NameColumn)
            return nameOf(entry);
        return isNode ? QVariant() : QLocale().toString(scope.nodeCount);
    case Qt::TextAlignmentRole:
        return index.column() == CountColumn ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
    case Qt::ToolTipRole:
        if (isNode)
            return plainToolTip(tr("%1, operator %2")
                                    .arg(shownName(m_drawing->model().graph.nodes()[std::size_t(entry.node)].name),
                                         data(index, OperatorRole).toString()));
        return plainToolTip(
            scope.twins > 1
                ? tr("%1: one of %n groups of the same structure", nullptr, scope.twins).arg(shownName(scope.path))
                : shownName(scope.path));
    case Qt::AccessibleTextRole:
        return index.column() == CountColumn ? tr("%n node(s)", nullptr, isNode ? 1 : scope.nodeCount) : nameOf(entry);
    case NodeRole:
        return entry.node;
    case ScopeRole:
        return entry.scope;
    case OperatorRole:
        return isNode ? shownName(m_drawing->model().graph.nodes()[std::size_t(entry.node)].opType) : QString();
    case TwinsRole:
        return isNode ? 1 : scope.twins;
    case SharesRole:
        return m_areSharesKnown ? QVariant::fromValue(QList<int>(entry.shares.begin(), entry.shares.end()))
                                : QVariant();
    case SortRole:
        return index.column() == NameColumn ? QVariant(nameOf(entry)) : QVariant(isNode ? 1 : scope.nodeCount);
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
