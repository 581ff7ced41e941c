// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/graph_parts.h"
#include "tests/support/model_builder.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace quantiscope;
using namespace quantiscope::test;

namespace {

/// Convolutions one behind the other, each of 64 * 64 * 9 * @p side² multiply-adds; the first value is added to the
/// last one and is an output.
ModelBuilder chain(int length, std::int64_t side)
{
    ModelBuilder b(17);
    b.input("v0", DataType::Float, {1, 64, side, side}).randomInitializer("w", {64, 64, 3, 3}, 0.1F, 1);
    for (int i = 0; i < length; ++i) {
        const std::string to = "v" + std::to_string(i + 1);
        b.node("Conv", {"v" + std::to_string(i), "w"}, {to}, "conv" + std::to_string(i))
            .attribute("pads", {1, 1, 1, 1});
    }
    b.node("Add", {"v1", "v" + std::to_string(length)}, {"sum"}, "add");
    b.output("v1").output("sum");
    return b;
}

bool holds(const std::vector<std::string>& names, const std::string& name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

} // namespace

class tst_GraphParts : public QObject
{
    Q_OBJECT

private slots:
    void parts_handOnWhatOthersRead()
    {
        const Model model = chain(16, 32).model(); // 38 million each
        const Graph graph(model);
        const std::vector<GraphPart> parts = partsOf(graph, 4);
        QCOMPARE(parts.size(), std::size_t(4));
        std::size_t next = 0;
        std::set<std::string> there{"v0"};
        std::set<std::string> results;
        for (const GraphPart& part : parts) {
            QCOMPARE(part.first, next);
            next = part.last;
            QVERIFY(part.last - part.first >= 3 && part.last - part.first <= 6); // about the same work
            for (const std::string& input : part.inputs)
                QVERIFY2(there.contains(input), input.c_str());
            there.insert(part.handed.begin(), part.handed.end());
            results.insert(part.results.begin(), part.results.end());
        }
        QCOMPARE(next, graph.nodes().size());
        QVERIFY(results == (std::set<std::string>{"sum", "v1"}));
        QVERIFY(holds(parts.front().handed, "v1"));
        QVERIFY(holds(parts.back().inputs, "v1"));
        QVERIFY(parts.back().handed.empty());
    }

    void smallGraphs_stayWhole()
    {
        const Model model = chain(16, 2).model();
        QVERIFY(partsOf(Graph(model), 4).empty());
    }

    void graphsWithAnInputAsOutput_stayWhole()
    {
        ModelBuilder b = chain(16, 32);
        b.output("v0", DataType::Float, {1, 64, 32, 32});
        const Model model = b.model();
        QVERIFY(partsOf(Graph(model), 4).empty());
    }
};

QTEST_GUILESS_MAIN(tst_GraphParts)
#include "tst_graph_parts.moc"
