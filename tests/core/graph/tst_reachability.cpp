// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/reachability.h"
#include "tests/support/model_builder.h"

#include <QTest>

#include <rapidcheck.h>

#include <functional>
#include <set>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

/// Nodes 0 … n - 1; edges lead from lower to higher numbers.
struct Dag
{
    std::size_t nodes = 0;
    std::vector<std::vector<std::size_t>> successors;
};

Dag anyDag(std::size_t mostNodes)
{
    Dag dag;
    dag.nodes = *rc::gen::inRange<std::size_t>(1, mostNodes + 1);
    dag.successors.resize(dag.nodes);
    const int density = *rc::gen::inRange(1, 5);
    for (std::size_t from = 0; from < dag.nodes; ++from) {
        for (std::size_t to = from + 1; to < dag.nodes; ++to) {
            if (*rc::gen::inRange(0, 6) < density)
                dag.successors[from].push_back(to);
        }
    }
    return dag;
}

/// Each node is a Sum of its predecessors' outputs, or of the input when it has none.
Model modelOf(const Dag& dag)
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1});
    for (std::size_t node = 0; node < dag.nodes; ++node) {
        std::vector<std::string> inputs;
        for (std::size_t from = 0; from < node; ++from) {
            for (const std::size_t to : dag.successors[from]) {
                if (to == node)
                    inputs.push_back("v" + std::to_string(from));
            }
        }
        if (inputs.empty())
            inputs.emplace_back("x");
        b.node("Sum", inputs, {"v" + std::to_string(node)}, "n" + std::to_string(node));
        b.output("v" + std::to_string(node));
    }
    return b.model();
}

/// Every node of every path from one of @p from to one of @p to, by walking all paths.
std::set<std::size_t> nodesOnPaths(const Dag& dag, const std::vector<std::size_t>& from,
                                   const std::vector<std::size_t>& to)
{
    std::set<std::size_t> found;
    std::vector<std::size_t> path;
    const std::function<void(std::size_t)> walk = [&](std::size_t node) {
        path.push_back(node);
        if (std::find(to.begin(), to.end(), node) != to.end())
            found.insert(path.begin(), path.end());
        for (const std::size_t next : dag.successors[node])
            walk(next);
        path.pop_back();
    };
    for (const std::size_t start : from)
        walk(start);
    return found;
}

std::vector<std::size_t> positions(const Graph& graph, const QStringList& names)
{
    std::vector<std::size_t> found;
    for (const QString& name : names)
        found.push_back(graph.nodeNamed(name.toStdString()).value());
    return found;
}

} // namespace

class tst_Reachability : public QObject
{
    Q_OBJECT

private slots:
    void nodesBetween_findsWhatLiesOnPaths_data();
    void nodesBetween_findsWhatLiesOnPaths();
    void nodesBetween_equalsWalkingAllPaths();
    void nodesBetween_isLinear_whenPathsAreCountless();
    void nodesBetween_leadsThroughBodies();
    void streams_endAtTheirLastNodes_asByWalkingAllPaths();
};

void tst_Reachability::nodesBetween_findsWhatLiesOnPaths_data()
{
    QTest::addColumn<QStringList>("from");
    QTest::addColumn<QStringList>("to");
    QTest::addColumn<QStringList>("between");
    //  a → b → d → e → f      g (on its own)
    //   ↘  c  ↗   (split: d → h is a second branch of d)
    const auto list = [](const char* names) {
        return QString::fromLatin1(names).split(QLatin1Char(' '), Qt::SkipEmptyParts);
    };
    QTest::newRow("both branches") << list("a") << list("d") << list("a b c d");
    QTest::newRow("from inside of a branch") << list("b") << list("f") << list("b d e f");
    QTest::newRow("side branches stay out") << list("d") << list("h") << list("d h");
    QTest::newRow("one node") << list("b") << list("b") << list("b");
    QTest::newRow("against the direction") << list("d") << list("a") << list("");
    QTest::newRow("not connected") << list("a") << list("g") << list("");
    QTest::newRow("several starts") << list("b c") << list("e") << list("b c d e");
    QTest::newRow("several ends") << list("d") << list("e h") << list("d e h");
    QTest::newRow("only the ends that are reached") << list("b") << list("c d") << list("b d");
    QTest::newRow("no start") << list("") << list("d") << list("");
    QTest::newRow("no end") << list("a") << list("") << list("");
}

void tst_Reachability::nodesBetween_findsWhatLiesOnPaths()
{
    QFETCH(QStringList, from);
    QFETCH(QStringList, to);
    QFETCH(QStringList, between);
    ModelBuilder b(13);
    b.input("x", DataType::Float, {4});
    b.node("Relu", {"x"}, {"va"}, "a");
    b.node("Neg", {"va"}, {"vb"}, "b");
    b.node("Abs", {"va"}, {"vc"}, "c");
    b.node("Add", {"vb", "vc"}, {"vd"}, "d");
    b.node("Relu", {"vd"}, {"ve"}, "e");
    b.node("Sigmoid", {"ve"}, {"vf"}, "f");
    b.node("Relu", {"x"}, {"vg"}, "g");
    b.node("Tanh", {"vd"}, {"vh"}, "h");
    b.output("vf").output("vg").output("vh");
    const Model model = b.model();
    const Graph graph(model);
    QStringList found;
    for (const std::size_t node : nodesBetween(graph, positions(graph, from), positions(graph, to)))
        found += QString::fromStdString(graph.nodes()[node].name);
    found.sort();
    QCOMPARE(found, between);
}

void tst_Reachability::nodesBetween_equalsWalkingAllPaths()
{
    QVERIFY(rc::check("any graph, starts and ends", [] {
        const Dag dag = anyDag(11);
        const Model model = modelOf(dag);
        const Graph graph(model);
        // The nodes are in topological order already and stay in it.
        for (std::size_t node = 0; node < dag.nodes; ++node)
            RC_ASSERT(graph.nodes()[node].name == "n" + std::to_string(node));
        const auto some = rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(0, dag.nodes));
        const std::vector<std::size_t> from = *some;
        const std::vector<std::size_t> to = *some;
        const std::vector<std::size_t> between = nodesBetween(graph, from, to);
        const std::set<std::size_t> expected = nodesOnPaths(dag, from, to);
        RC_ASSERT(between == std::vector<std::size_t>(expected.begin(), expected.end())); // a set ascends
    }));
}

void tst_Reachability::nodesBetween_isLinear_whenPathsAreCountless()
{
    // 500 diamonds in a row: 2^500 paths.
    constexpr std::size_t kDiamonds = 500;
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1});
    std::string last = "x";
    for (std::size_t i = 0; i < kDiamonds; ++i) {
        const std::string n = std::to_string(i);
        b.node("Relu", {last}, {"l" + n}, "left" + n);
        b.node("Neg", {last}, {"r" + n}, "right" + n);
        b.node("Add", {"l" + n, "r" + n}, {"v" + n}, "join" + n);
        last = "v" + n;
    }
    b.output(last);
    const Model model = b.model();
    const Graph graph(model);
    const std::size_t first = graph.nodeNamed("left0").value();
    const std::size_t end = graph.nodeNamed("join499").value();
    // All but right0.
    QCOMPARE(nodesBetween(graph, std::span(&first, 1), std::span(&end, 1)).size(), 3 * kDiamonds - 1);
}

void tst_Reachability::nodesBetween_leadsThroughBodies()
{
    // conv → If (both branches, one of them inside another If, read c) → relu
    ModelBuilder inner;
    inner.node("Neg", {"c"}, {"i"}, "neg");
    inner.output("i");
    ModelBuilder nested;
    nested.node("If", {"yes"}, {"j"}, "inner").graph("then_branch", inner.graph()).graph("else_branch", inner.graph());
    nested.output("j");
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1}).input("yes", DataType::Bool, {1});
    b.node("Abs", {"x"}, {"c"}, "conv");
    b.node("If", {"yes"}, {"k"}, "if").graph("then_branch", nested.graph()).graph("else_branch", nested.graph());
    b.node("Relu", {"k"}, {"y"}, "relu");
    b.output("y");
    const Model model = b.model();
    const Graph graph(model);
    QCOMPARE(nodesBetween(graph, positions(graph, {"conv"}), positions(graph, {"relu"})),
             (std::vector<std::size_t>{0, 1, 2}));
    QCOMPARE(graph.nodes()[1].captures, (std::vector<std::string>{"c", "yes"}));
    QCOMPARE(graph.capturersOf("c").size(), std::size_t(1));
    QVERIFY(graph.isUsedBySubgraph("c") && !graph.isUsedBySubgraph("k"));
    QVERIFY(graph.consumersOf("c").empty()); // an input of a node is something else
}

void tst_Reachability::streams_endAtTheirLastNodes_asByWalkingAllPaths()
{
    QVERIFY(rc::check([] {
        const Dag dag = anyDag(10);
        const Model model = modelOf(dag);
        const Graph graph(model);
        const auto node = rc::gen::inRange<std::size_t>(0, dag.nodes);
        const auto of = *rc::gen::nonEmpty(rc::gen::container<std::vector<std::size_t>>(node));
        const auto until = *rc::gen::container<std::vector<std::size_t>>(node);
        std::set<std::size_t> down;
        const std::function<void(std::size_t)> walk = [&](std::size_t at) {
            down.insert(at);
            if (std::find(until.begin(), until.end(), at) != until.end())
                return;
            for (const std::size_t next : dag.successors[at])
                walk(next);
        };
        for (const std::size_t start : of)
            walk(start);
        const auto found = nodesReachableFrom(graph, of, until);
        RC_ASSERT(std::vector<std::size_t>(down.begin(), down.end()) == found);
        // A node leads up to the end exactly if the end can be reached from it without passing a last node before.
        std::set<std::size_t> up;
        for (std::size_t start = 0; start < dag.nodes; ++start) {
            const std::function<bool(std::size_t, bool)> leads = [&](std::size_t at, bool isFirst) {
                if (std::find(of.begin(), of.end(), at) != of.end() && isFirst)
                    return true;
                if (!isFirst && std::find(until.begin(), until.end(), at) != until.end())
                    return false;
                if (std::find(of.begin(), of.end(), at) != of.end())
                    return true;
                return std::any_of(dag.successors[at].begin(), dag.successors[at].end(),
                                   [&](std::size_t next) { return leads(next, false); });
            };
            if (leads(start, true))
                up.insert(start);
        }
        RC_ASSERT(std::vector<std::size_t>(up.begin(), up.end()) == nodesLeadingTo(graph, of, until));
    }));
}

QTEST_GUILESS_MAIN(tst_Reachability)
#include "tst_reachability.moc"
