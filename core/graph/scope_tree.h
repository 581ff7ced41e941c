// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/feedback.h"
#include "core/graph/graph.h"

#include <string>
#include <vector>

namespace quantiscope {

class FloatView;

/// A group of nodes that people think of as one: a folder of the names, or a block of the structure.
struct Scope
{
    std::string name; ///< last part of the path: "cv2"; of the root: ""
    std::string path; ///< unique: "/model.22/cv2"; of the root: ""
    int parent = -1; ///< index of the scope around it; -1 for the root
    std::vector<int> scopes; ///< directly inside, those that make values before those that read them
    std::vector<int> nodes; ///< directly inside, positions in graph order
    int nodeCount = 0; ///< with those of all scopes inside
    int structure = 0; ///< two scopes of the same structure have the same number; see ScopeTree
    int twins = 1; ///< how many scopes of the tree have this structure, itself included
    bool isSynthetic = false; ///< found in the structure, not in names
};

/// The nodes of a graph in groups.
///
/// Groups come from names with slashes ("/model.22/cv2/conv/Conv"). Where those say nothing, they come from prefixes
/// that names of weights share ("head.cls_preds.0.weight") and from the structure of the graph: chains between places
/// where it is narrow. A group that holds one thing only is not made. The same graph gives the same tree.
///
/// Data flows one way: between what is directly in a scope, boxes and nodes, no values go round in a ring. Groups that
/// names would give but that stand in the way of this are taken apart.
///
/// Nodes that only quantize or dequantize a value lie with the node that makes it, those of weights and of the model's
/// inputs with what reads them; otherwise they change nothing: a quantized graph is grouped as it was in float.
///
/// Structures are equal when their operators, attributes, inner connections, and element types and ranks of weights
/// are, in order; names and extents do not count.
class ScopeTree
{
public:
    /// Once @p feedback is cancelled the rest is left out: the tree is to be dropped then.
    explicit ScopeTree(const Graph& graph, const Feedback& feedback = Feedback());

    /// [0] is the root; a scope stands behind the one around it.
    [[nodiscard]] const std::vector<Scope>& scopes() const { return m_scopes; }
    [[nodiscard]] const Scope& at(int scope) const { return m_scopes[std::size_t(scope)]; }
    /// Innermost scope of a node.
    [[nodiscard]] int scopeOf(int node) const { return m_scopeOfNode[std::size_t(node)]; }
    /// All nodes of a scope and of those inside, ascending.
    [[nodiscard]] std::vector<int> nodesOf(int scope) const;
    /// First node of a scope in graph order that is not one of those, inner scopes included; -1 for a root without any.
    [[nodiscard]] int firstNodeOf(int scope) const { return m_firstNodes[std::size_t(scope)]; }
    /// Is @p outer the scope @p inner or around it?
    [[nodiscard]] bool contains(int outer, int inner) const;
    /// Did names carry no groups, so that all were found in the structure?
    [[nodiscard]] bool isSynthetic() const { return m_isSynthetic; }

private:
    void findFirstNodes();
    void addServants(const FloatView& view);

    std::vector<Scope> m_scopes;
    std::vector<int> m_scopeOfNode;
    std::vector<int> m_firstNodes; ///< of each scope
    bool m_isSynthetic = false;
};

} // namespace quantiscope
