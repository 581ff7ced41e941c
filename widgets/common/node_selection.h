// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <set>
#include <string>

namespace quantiscope {

/// The one selection that graph, trees, tables and plots of a model share: nodes by their position in the graph, one
/// of them current, and at most one tensor.
class NodeSelection final : public QObject
{
    Q_OBJECT

public:
    static constexpr int kNone = -1;

    explicit NodeSelection(QObject* parent = nullptr);

    [[nodiscard]] const std::set<int>& nodes() const { return m_nodes; }
    /// The node that was selected last, or kNone.
    [[nodiscard]] int current() const { return m_current; }
    /// Name of a value of the graph; empty when none was pointed at.
    [[nodiscard]] const std::string& tensor() const { return m_tensor; }
    [[nodiscard]] bool contains(int node) const { return m_nodes.count(node) > 0; }

    void select(int node); ///< only this one; kNone: none
    void select(std::set<int> nodes, int current);
    void toggle(int node);
    void add(const std::set<int>& nodes);
    void selectTensor(const std::string& tensor);
    void clear();
    /// select(), and asks all views to bring it into sight.
    void reveal(int node);
    void reveal(std::set<int> nodes, int current);

signals:
    /// Nodes, current node or tensor are others than before.
    void selectionChanged();
    /// The views that can shall bring the current node into sight (a table row or search hit was activated).
    void revealRequested(int node);

private:
    void set(std::set<int> nodes, int current, std::string tensor);

    std::set<int> m_nodes;
    int m_current = kNone;
    std::string m_tensor;
};

} // namespace quantiscope
