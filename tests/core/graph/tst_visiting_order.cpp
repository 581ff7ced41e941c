// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/visiting_order.h"
#include "tests/support/model_builder.h"

#include <QTest>
#include <rapidcheck.h>

#include <set>

using namespace quantiscope;
using namespace quantiscope::test;

class tst_VisitingOrder : public QObject
{
    Q_OBJECT

private slots:
    void order_isThatOfTheReference();
    void order_isTopologicalAndWhole_whateverTheGraph();
};

namespace {

std::vector<std::string> namesIn(const Graph& graph, const std::vector<std::size_t>& order)
{
    std::vector<std::string> names;
    for (const std::size_t node : order)
        names.push_back(graph.nodes()[node].name);
    return names;
}

} // namespace

// The expectation is what ONNXModel.topological_sort() of onnxruntime 1.31.1 makes of this graph.
void tst_VisitingOrder::order_isThatOfTheReference()
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {1, 2, 4, 4}).input("a", DataType::Float, {1, 2, 4, 4});
    b.randomInitializer("w", {2, 2, 1, 1});
    b.node("Conv", {"x", "w"}, {"c"}, "conv");
    b.node("Relu", {"c"}, {"r"}, "relu");
    b.node("Sigmoid", {"a"}, {"s"}, "sigmoid");
    b.node("Add", {"c", "s"}, {"t"}, "add");
    b.node("Tanh", {"s"}, {"u"}, "tanh");
    b.node("Neg", {"x"}, {"n"}, "neg");
    b.output("r").output("t").output("u").output("n");
    const Model model = b.model();
    const Graph graph(model);
    // a makes sigmoid ready, w nothing, x conv and neg; then the outputs s (tanh), c (relu, add).
    QCOMPARE(namesIn(graph, visitingOrder(graph)),
             (std::vector<std::string>{"sigmoid", "conv", "neg", "tanh", "relu", "add"}));
}

void tst_VisitingOrder::order_isTopologicalAndWhole_whateverTheGraph()
{
    const bool holds = rc::check("every node once, behind the nodes that it reads", [] {
        const auto count = *rc::gen::inRange(1, 20);
        ModelBuilder b(13);
        b.input("v0", DataType::Float, {2});
        for (int i = 0; i < count; ++i) {
            const auto left = *rc::gen::inRange(0, i + 1);
            const auto right = *rc::gen::inRange(0, i + 1);
            b.node("Add", {"v" + std::to_string(left), "v" + std::to_string(right)}, {"v" + std::to_string(i + 1)},
                   "n" + std::to_string(*rc::gen::inRange(0, 1000)) + "_" + std::to_string(i));
        }
        b.output("v" + std::to_string(count));
        const Model model = b.model();
        const Graph graph(model);
        const std::vector<std::size_t> order = visitingOrder(graph);
        RC_ASSERT(order.size() == graph.nodes().size());
        std::set<std::string> known{"v0"};
        for (const std::size_t node : order) {
            for (const std::string& input : graph.nodes()[node].inputs)
                RC_ASSERT(known.count(input) == 1);
            for (const std::string& output : graph.nodes()[node].outputs)
                RC_ASSERT(known.insert(output).second);
        }
    });
    QVERIFY(holds);
}

QTEST_GUILESS_MAIN(tst_VisitingOrder)
#include "tst_visiting_order.moc"
