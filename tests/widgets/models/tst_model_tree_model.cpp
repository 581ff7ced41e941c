// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/model_builder.h"
#include "widgets/models/model_tree_model.h"
#include "widgets/models/node_filter_model.h"
#include "widgets/models/operator_model.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace quantiscope;
using namespace quantiscope::test;
using namespace Qt::StringLiterals;

namespace {

/// A chain of Relu nodes (every third a Sigmoid) with these names.
GraphDrawingPtr chain(const std::vector<std::string>& names)
{
    ModelBuilder b(13);
    b.input("x", DataType::Float, {4});
    std::string before = "x";
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::string after = "v" + std::to_string(i);
        b.node(i % 3 == 2 ? "Sigmoid" : "Relu", {before}, {after}, names[i]);
        before = after;
    }
    b.output(before);
    return std::make_shared<GraphDrawing>(std::make_shared<OpenedModel>(b.model()));
}

GraphDrawingPtr small()
{
    return chain({"/stem/a", "/stem/b", "/stem/c", "/head/x/a", "/head/x/b", "/head/x/c", "/head/y/a", "/head/y/b",
                  "/head/y/c", "/out/a", "/out/b", "/out/c"});
}

/// Nodes below @p parent in the order of the rows.
std::vector<int> nodesBelow(const QAbstractItemModel& model, const QModelIndex& parent = {})
{
    std::vector<int> nodes;
    for (int row = 0; row < model.rowCount(parent); ++row) {
        const QModelIndex index = model.index(row, 0, parent);
        if (const int node = index.data(ModelTreeModel::NodeRole).toInt(); node >= 0)
            nodes.push_back(node);
        const std::vector<int> inside = nodesBelow(model, index);
        nodes.insert(nodes.end(), inside.begin(), inside.end());
    }
    return nodes;
}

std::vector<int> upTo(int count)
{
    std::vector<int> all;
    for (int i = 0; i < count; ++i)
        all.push_back(i);
    return all;
}

} // namespace

class TestModelTreeModel : public QObject
{
    Q_OBJECT

private slots:
    void tree_isSound_andHoldsEveryNodeOnceInOrder()
    {
        ModelTreeModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.rowCount(), 0);
        model.setDrawing(small());
        QCOMPARE(model.rowCount(), 1);
        QCOMPARE(nodesBelow(model), upTo(12));
        QCOMPARE(model.index(0, ModelTreeModel::CountColumn).data().toString(), u"12"_s);
        model.setDrawing(nullptr);
        QCOMPARE(model.rowCount(), 0);
    }

    void everyNode_isFound_andNothingElse()
    {
        ModelTreeModel model;
        QVERIFY(!model.indexOfNode(0).isValid());
        model.setDrawing(small());
        for (int node = 0; node < 12; ++node) {
            const QModelIndex index = model.indexOfNode(node);
            QCOMPARE(index.data(ModelTreeModel::NodeRole).toInt(), node);
            QCOMPARE(model.index(index.row(), 0, index.parent()), index);
        }
        QCOMPARE(model.indexOfNode(3).data().toString(), u"a"_s); // its scopes stand above it
        QVERIFY(model.indexOfNode(3).data(Qt::ToolTipRole).toString().contains(u"/head/x/a"_s));
        QCOMPARE(model.indexOfNode(2).data(ModelTreeModel::OperatorRole).toString(), u"Sigmoid"_s);
        QVERIFY(!model.indexOfNode(12).isValid());
        QVERIFY(!model.indexOfNode(-1).isValid());
    }

    void scopes_sayHowManyNodes_andTwins()
    {
        ModelTreeModel model;
        model.setDrawing(small());
        const QModelIndex scope = model.indexOfNode(3).parent();
        QVERIFY(scope.data(ModelTreeModel::NodeRole).toInt() < 0);
        const Scope& found = model.drawing()->scopes().at(scope.data(ModelTreeModel::ScopeRole).toInt());
        QCOMPARE(scope.data(ModelTreeModel::TwinsRole).toInt(), found.twins);
        QCOMPARE(scope.siblingAtColumn(ModelTreeModel::CountColumn).data().toInt(), found.nodeCount);
        QVERIFY(scope.data(Qt::ToolTipRole).toString().contains(u"head"_s));
    }

    void names_ofAFile_areNeitherHtmlNorControl()
    {
        ModelTreeModel model;
        model.setDrawing(chain({"<img src='x'>\n", "b", "c"}));
        QVERIFY(!model.indexOfNode(0).data().toString().contains(u'\n'));
        QVERIFY(!model.indexOfNode(0).data(Qt::ToolTipRole).toString().contains(u"<img"_s));
    }

    void deepNames_needNoDeepStack()
    {
        std::string deep;
        for (int i = 0; i < 100'000; ++i)
            deep += "/a";
        ModelTreeModel model;
        model.setDrawing(chain({deep + "/x", deep + "/y", "/b/z"}));
        QCOMPARE(nodesBelow(model).size(), std::size_t(3));
    }

    void manyNodes_makeATree_inOneStep()
    {
        std::vector<std::string> names;
        for (int i = 0; i < 20'000; ++i)
            names.push_back("/block." + std::to_string(i / 100) + "/layer." + std::to_string(i / 10 % 10) + "/op"
                            + std::to_string(i));
        ModelTreeModel model;
        NodeFilterModel filter;
        filter.setSourceModel(&model);
        model.setDrawing(chain(names));
        QCOMPARE(nodesBelow(model), upTo(20'000));
        filter.setTyped(u"op19999"_s);
        QCOMPARE(nodesBelow(filter), std::vector<int>{19'999});
    }

    void filter_isSound_andKeepsScopesAround()
    {
        ModelTreeModel model;
        NodeFilterModel filter;
        filter.setSourceModel(&model);
        const QAbstractItemModelTester tester(&filter, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setDrawing(small());
        filter.setTyped(u"/Y/B"_s);
        QCOMPARE(nodesBelow(filter), std::vector<int>{7});
        QCOMPARE(filter.fitting(), 1);
        filter.setTyped(u"sigmoid"_s); // an operator
        QCOMPARE(nodesBelow(filter), (std::vector<int>{2, 5, 8, 11}));
        filter.setTyped(u"nothing of it"_s);
        QCOMPARE(filter.rowCount(), 0);
        filter.setTyped({});
        QCOMPARE(nodesBelow(filter), upTo(12));
    }

    void filter_keepsAll_insideAScopeThatFits()
    {
        ModelTreeModel model;
        NodeFilterModel filter;
        filter.setSourceModel(&model);
        model.setDrawing(small());
        const QString scope = model.indexOfNode(0).parent().data().toString();
        QCOMPARE(scope, u"stem"_s);
        filter.setTyped(scope);
        QCOMPARE(nodesBelow(filter), (std::vector<int>{0, 1, 2}));
    }

    void operators_areCounted_mostFirst()
    {
        OperatorModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setModel(small()->modelPtr());
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.type(0), std::string("Relu"));
        QCOMPARE(model.index(0, OperatorModel::CountColumn).data().toString(), u"8"_s);
        QCOMPARE(model.index(0, 0).data(OperatorModel::ShareRole).toDouble(), 1.0);
        QCOMPARE(model.index(1, 0).data(OperatorModel::ShareRole).toDouble(), 0.5);
        QCOMPARE(model.headerData(0, Qt::Horizontal, Qt::DisplayRole).toString(), u"Operator"_s);
        model.setModel(nullptr);
        QCOMPARE(model.rowCount(), 0);
    }
};

QTEST_MAIN(TestModelTreeModel)
#include "tst_model_tree_model.moc"
