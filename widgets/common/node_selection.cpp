// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/node_selection.h"

#include <utility>

namespace quantiscope {

NodeSelection::NodeSelection(QObject* parent) : QObject(parent)
{
}

void NodeSelection::select(int node)
{
    if (node < 0)
        clear();
    else
        set({node}, node, {});
}

void NodeSelection::select(std::set<int> nodes, int current)
{
    set(std::move(nodes), current, {});
}

void NodeSelection::toggle(int node)
{
    std::set<int> nodes = m_nodes;
    if (nodes.erase(node) == 0) {
        nodes.insert(node);
        set(std::move(nodes), node, {});
        return;
    }
    const int current = m_current != node ? m_current : nodes.empty() ? kNone : *nodes.rbegin();
    set(std::move(nodes), current, {});
}

void NodeSelection::add(const std::set<int>& nodes)
{
    if (nodes.empty())
        return;
    std::set<int> all = m_nodes;
    all.insert(nodes.begin(), nodes.end());
    set(std::move(all), *nodes.rbegin(), {});
}

void NodeSelection::selectTensor(const std::string& tensor)
{
    set(m_nodes, m_current, tensor);
}

void NodeSelection::clear()
{
    set({}, kNone, {});
}

void NodeSelection::reveal(int node)
{
    select(node);
    emit revealRequested(node);
}

void NodeSelection::reveal(std::set<int> nodes, int current)
{
    select(std::move(nodes), current);
    emit revealRequested(current);
}

void NodeSelection::set(std::set<int> nodes, int current, std::string tensor)
{
    if (nodes == m_nodes && current == m_current && tensor == m_tensor)
        return;
    m_nodes = std::move(nodes);
    m_current = current;
    m_tensor = std::move(tensor);
    emit selectionChanged();
}

} // namespace quantiscope
