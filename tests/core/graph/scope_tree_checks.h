// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/scope_tree.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace quantiscope::test {

/// Between the things directly in one scope, boxes and nodes, data flows one way, and boxes stand in that order.
inline void checkFlow(const ScopeTree& tree, const Graph& graph)
{
    const auto chain = [&](int scope) { // from the root
        std::vector<int> scopes;
        for (; scope >= 0; scope = tree.at(scope).parent)
            scopes.insert(scopes.begin(), scope);
        return scopes;
    };
    const int nodes = int(graph.nodes().size());
    std::map<int, std::set<std::pair<int, int>>> lines; // in each scope; a thing is a node, or the count of nodes + box
    for (int reader = 0; reader < nodes; ++reader) {
        for (const std::string& input : graph.nodes()[std::size_t(reader)].inputs) {
            const auto maker = graph.producerOf(input);
            if (!maker)
                continue;
            const std::vector<int> from = chain(tree.scopeOf(int(*maker)));
            const std::vector<int> to = chain(tree.scopeOf(reader));
            std::size_t depth = 1;
            while (depth < from.size() && depth < to.size() && from[depth] == to[depth])
                ++depth;
            const int making = depth < from.size() ? nodes + from[depth] : int(*maker);
            const int reading = depth < to.size() ? nodes + to[depth] : reader;
            lines[from[depth - 1]].insert({making, reading});
        }
    }
    for (auto& [scope, left] : lines) {
        const std::vector<int>& boxes = tree.at(scope).scopes;
        for (const auto& [from, to] : left) {
            if (from >= nodes && to >= nodes)
                QVERIFY2(std::find(boxes.begin(), boxes.end(), from - nodes)
                             < std::find(boxes.begin(), boxes.end(), to - nodes),
                         tree.at(to - nodes).path.c_str());
        }
        while (!left.empty()) { // what nothing leads to is taken away; a ring never is
            std::set<int> reading;
            for (const auto& line : left)
                reading.insert(line.second);
            const std::size_t before = left.size();
            std::erase_if(left, [&](const auto& line) { return !reading.contains(line.first); });
            QVERIFY2(left.size() < before, tree.at(scope).path.c_str());
        }
    }
}

/// What every tree promises.
inline void checkTree(const ScopeTree& tree, const Graph& graph)
{
    const std::size_t nodes = graph.nodes().size();
    checkFlow(tree, graph);
    std::vector<int> seen;
    std::set<std::string> paths;
    std::map<int, int> twins;
    for (int i = 0; i < int(tree.scopes().size()); ++i) {
        const Scope& scope = tree.at(i);
        QVERIFY(scope.parent < i);
        QVERIFY(paths.insert(scope.path).second);
        QVERIFY(i == 0 || scope.nodes.size() + scope.scopes.size() >= 2);
        QVERIFY(std::is_sorted(scope.nodes.begin(), scope.nodes.end()));
        QCOMPARE(int(tree.nodesOf(i).size()), scope.nodeCount);
        QVERIFY(tree.contains(0, i));
        ++twins[scope.structure];
        for (const int node : scope.nodes) {
            QCOMPARE(tree.scopeOf(node), i);
            seen.push_back(node);
        }
    }
    for (const Scope& scope : tree.scopes())
        QCOMPARE(scope.twins, twins[scope.structure]);
    std::sort(seen.begin(), seen.end());
    std::vector<int> all(nodes);
    std::iota(all.begin(), all.end(), 0);
    QCOMPARE(seen, all);
}

} // namespace quantiscope::test
